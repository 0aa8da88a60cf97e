import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALENDAR_MODES, type CalendarRow, compareWeeks, highestMonths, makeYear } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { DueCustomer } from '#domain/due.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import { customerSchedule, SCHEDULE_STATES, type ScheduledStop, scheduleState } from '#domain/schedules.ts'
import { COLLECTION_SCHEMES, CUSTOMER_STATUSES, JOB_STATES, OUTCOMES } from '#domain/words.ts'

const TODAY = '2026-11-10'
const years = (mode: (typeof CALENDAR_MODES)[number]) => [2025, 2026, 2027].flatMap((year) => makeYear(year, mode))
const stop = (row: CalendarRow, changes: Partial<ScheduledStop> = {}): ScheduledStop => ({
  ...row,
  state: 'planned',
  outcome: null,
  customerCancelled: false,
  reason: null,
  isOpen: true,
  ...changes,
})
const customer: DueCustomer = {
  status: 'ACTIVE',
  serviceType: 'GARDEN_BAG',
  collectionScheme: 'MONTHLY',
  startDate: '2025-01-01',
  weekNumber: 2,
  due: { yearNumber: 2026, monthNumber: 11 },
}

describe('what a stop is to its customer', () => {
  const [IN_TIME, LATE] = [{ late: false }, { late: true }]
  const state = (changes: Partial<ScheduledStop>, noPickup: { late: boolean } | null = null) =>
    scheduleState(stop(makeYear(2026, 'MONTHS')[0]!, changes), noPickup)

  it('is not reached where the run was completed first, until a driver records something after all', () => {
    const moved = { state: 'shifted', reason: NOT_REACHED } as const
    expect([
      state(moved),
      state({ ...moved, reason: 'Road closed' }),
      state(moved, IN_TIME),
      state({ ...moved, outcome: 'COLLECTED' }),
    ]).toEqual(['not-reached', 'shifted', 'skipped', 'done'])
  })

  it('is the driver’s outcome, before anything that was planned', () => {
    expect([
      state({ outcome: 'COLLECTED' }, IN_TIME),
      state({ outcome: 'EMPTY', customerCancelled: true }),
      state({ outcome: 'NO_ACCESS' }),
      state({ outcome: 'CUSTOMER_CANCELLED' }),
    ]).toEqual(['done', 'bag-mt', 'missed', 'cancelled'])
  })

  it('is skipped by a no pickup in time, whether the run was a draft or active; cancelled by a late one in an active run', () => {
    expect([
      state({ customerCancelled: true, state: 'shifted' }, LATE),
      state({ customerCancelled: true }, LATE),
      state({ customerCancelled: true, state: 'shifted' }, IN_TIME),
      state({ customerCancelled: true }),
      state({ state: 'shifted' }, IN_TIME),
      state({ state: 'shifted' }),
      state({ state: 'cancelled' }, IN_TIME),
      state({}, IN_TIME),
      state({}, LATE),
      state({}),
    ]).toEqual([
      'cancelled',
      'cancelled',
      'skipped',
      'cancelled',
      'skipped',
      'shifted',
      'cancelled',
      'skipped',
      'skipped',
      'upcoming',
    ])
  })
})

describe('a customer’s schedule', () => {
  it('has every week once, in order, with every stop, and no coming weeks for a customer who is not served', () => {
    const scenes = fc.constantFrom(...CALENDAR_MODES).chain((mode) => {
      const calendar = years(mode)
      const weeks = fc.constantFrom(...calendar.filter(({ from }) => from >= '2025-10-01' && from <= '2027-12-01'))
      return fc.record({
        calendar: fc.constant(calendar),
        jobs: fc.array(
          fc
            .tuple(
              weeks,
              fc.record({
                state: fc.constantFrom(...JOB_STATES),
                outcome: fc.option(fc.constantFrom(...OUTCOMES)),
                customerCancelled: fc.boolean(),
                isOpen: fc.boolean(),
              }),
            )
            .map(([row, how]) => stop(row, how)),
          { maxLength: 8 },
        ),
        noPickups: fc.array(
          fc.tuple(weeks, fc.boolean()).map(([week, late]) => ({ ...week, late })),
          { maxLength: 4 },
        ),
        requests: fc.array(weeks, { maxLength: 4 }),
        customer: fc.record({
          status: fc.constantFrom(...CUSTOMER_STATUSES),
          serviceType: fc.constant('GARDEN_BAG' as const),
          startDate: fc.constant('2025-01-01'),
          collectionScheme: fc.constantFrom(...COLLECTION_SCHEMES),
          weekNumber: fc.integer({ min: 1, max: 4 }),
          due: fc.option(fc.record({ yearNumber: fc.constant(2026), monthNumber: fc.integer({ min: 1, max: 12 }) })),
          shiftedTo: fc.option(weeks),
        }),
      })
    })
    fc.assert(
      fc.property(scenes, ({ calendar, ...scene }) => {
        const entries = customerSchedule({ ...scene, calendar, highestMonthOf: highestMonths(calendar), today: TODAY })
        entries.slice(1).forEach(({ row }, i) => expect(entries[i]!.row.from < row.from).toBe(true))
        for (const { row, state, stop: ownStop } of entries) {
          expect(SCHEDULE_STATES).toContain(state)
          expect(row.to >= addDays(TODAY, -365)).toBe(true)
          if (!ownStop) expect(row.from <= addDays(TODAY, 365)).toBe(true)
          if (!ownStop && row.to < TODAY) expect(state).toBe('skipped')
          if (!ownStop && scene.customer.status !== 'ACTIVE') expect(row.to < TODAY).toBe(true)
        }
        for (const job of scene.jobs.filter(({ to }) => to >= addDays(TODAY, -365)))
          expect(entries.filter(({ row }) => compareWeeks(row, job) === 0)).toHaveLength(1)
      }),
    )
  })

  it('shows the collection that the customer asked for again, where the first stop of that week was moved away', () => {
    const calendar = years('MONTHS')
    const row = calendar.find(({ from }) => from === '2026-11-09')!
    const entries = (requests: readonly CalendarRow[]) =>
      customerSchedule({
        customer: { ...customer, collectionScheme: 'FLEXIBLE', due: null },
        jobs: [stop(row, { state: 'shifted', reason: NOT_REACHED, isOpen: false })],
        noPickups: [],
        requests,
        calendar,
        highestMonthOf: highestMonths(calendar),
        today: TODAY,
      }).map(({ row: { from }, state, stop: ownStop }) => [from, state, ownStop === null])
    expect(entries([])).toEqual([['2026-11-09', 'not-reached', false]])
    expect(entries([row])).toEqual([['2026-11-09', 'upcoming', true]])
  })

  it('shows the stop that was done where one was shifted away and another one was added', () => {
    const calendar = years('MONTHS')
    const row = calendar.find(({ from }) => from === '2026-11-09')!
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const two = [stop(row, { state: 'shifted' }), stop(row, { state: 'done', outcome: 'COLLECTED' })]
      const [entry] = customerSchedule({
        customer,
        jobs: order.map((at) => two[at]!),
        noPickups: [],
        requests: [],
        calendar,
        highestMonthOf: highestMonths(calendar),
        today: TODAY,
      })
      expect(entry).toMatchObject({ state: 'done', stop: { outcome: 'COLLECTED' } })
    }
  })
})
