import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarRow, comparePeriods, compareWeeks, highestMonths, makeYear } from '#domain/calendar.ts'
import { afterNoPickup, afterOutcome, afterShift, firstDue, shiftDefault } from '#domain/cycle.ts'
import { addDays } from '#domain/dates.ts'
import {
  type DueCustomer,
  dueReasonWords,
  isDue,
  NOT_DUE_REASONS,
  onceMet,
  onceOpenStopsAreMet,
  plannedWeeks,
} from '#domain/due.ts'
import { type Outcome, OUTCOMES } from '#domain/words.ts'

const year2026 = makeYear(2026, 'MONTHS')
const highest = highestMonths(year2026)
const week = (monthNumber: number, weekNumber: number) =>
  year2026.find((row) => row.monthNumber === monthNumber && row.weekNumber === weekNumber) as CalendarRow
const customer = (changes: Partial<DueCustomer> = {}): DueCustomer => ({
  status: 'ACTIVE',
  serviceType: 'GARDEN_BAG',
  collectionScheme: 'MONTHLY',
  startDate: '2025-01-01',
  weekNumber: 2,
  due: { yearNumber: 2026, monthNumber: 5 },
  ...changes,
})

describe('who is due', () => {
  it.each([
    ['an active customer in their week of their period', {}, week(5, 2), true],
    ['one who was missed, in a later period', {}, week(8, 2), true],
    ['not one whose period is later', {}, week(4, 2), 'not_yet'],
    ['not one whose week is another', {}, week(5, 3), 'wrong_week'],
    ['not a blocked one', { status: 'BLOCKED' }, week(5, 2), 'blocked'],
    ['not one who asks for a quotation', { status: 'PENDING' }, week(5, 2), 'not_active'],
    ['not a cancelled one', { status: 'CANCELED' }, week(5, 2), 'not_active'],
    ['one who starts on the week’s last day', { startDate: '2026-05-17' }, week(5, 2), true],
    ['not one who starts the day after', { startDate: '2026-05-18' }, week(5, 2), 'not_started'],
    ['not a rubbish removal in a cycle', { serviceType: 'RUBBISH_REMOVAL' }, week(5, 2), 'wrong_service'],
    ['not one without a pointer', { due: null }, week(5, 2), 'not_yet'],
    [
      'a flexible one with a request, whatever their week',
      { collectionScheme: 'FLEXIBLE', due: null, hasRequest: true },
      week(5, 3),
      true,
    ],
    [
      'a flexible one with a request, whatever later week they were shifted to',
      { collectionScheme: 'FLEXIBLE', due: null, hasRequest: true, shiftedTo: week(6, 1) },
      week(5, 3),
      true,
    ],
    [
      'not a flexible one in another week of the period they were missed in',
      { collectionScheme: 'FLEXIBLE', due: null, shiftedTo: week(5, 1) },
      week(5, 2),
      'wrong_week',
    ],
    [
      'a flexible one missed in the week they were shifted to, in their own week of the next period',
      { collectionScheme: 'FLEXIBLE', due: null, shiftedTo: week(5, 1) },
      week(6, 2),
      true,
    ],
    [
      'not in another week of it',
      { collectionScheme: 'FLEXIBLE', due: null, shiftedTo: week(5, 1) },
      week(6, 1),
      'no_request',
    ],
    [
      'one without a week of their own, in the period of the week they were missed in',
      { collectionScheme: 'FLEXIBLE', due: null, weekNumber: 0, shiftedTo: week(5, 1) },
      week(6, 1),
      true,
    ],
    ['not a flexible one without', { collectionScheme: 'FLEXIBLE', due: null }, week(5, 2), 'no_request'],
    [
      'a rubbish removal with a request',
      { collectionScheme: 'ONE_OFF', serviceType: 'RUBBISH_REMOVAL', due: null, hasRequest: true },
      week(6, 5),
      true,
    ],
    ['a fortnightly one in w', { collectionScheme: 'FORTNIGHTLY', weekNumber: 3 }, week(5, 1), true],
    ['a fortnightly one in w + 2', { collectionScheme: 'FORTNIGHTLY', weekNumber: 3 }, week(5, 3), true],
    ['not a fortnightly one in week 5', { collectionScheme: 'FORTNIGHTLY', weekNumber: 3 }, week(6, 5), 'wrong_week'],
    [
      'not a fortnightly one whose pointer names the later week',
      { collectionScheme: 'FORTNIGHTLY', weekNumber: 1, due: { yearNumber: 2026, monthNumber: 5, weekNumber: 3 } },
      week(5, 1),
      'not_yet',
    ],
    [
      'one shifted to that week, week 5 included',
      { shiftedTo: week(6, 5), due: { yearNumber: 2026, monthNumber: 6 } },
      week(6, 5),
      true,
    ],
    [
      'not one shifted, in their own week before it',
      { shiftedTo: week(6, 5), due: { yearNumber: 2026, monthNumber: 6 } },
      week(6, 2),
      'not_yet',
    ],
    [
      'not one shifted, in their own week just after it',
      { shiftedTo: week(6, 1), due: { yearNumber: 2026, monthNumber: 6 } },
      week(6, 2),
      'wrong_week',
    ],
    [
      'one missed in the week they were shifted to, from the next period on',
      { shiftedTo: week(6, 1), due: { yearNumber: 2026, monthNumber: 6 } },
      week(7, 2),
      true,
    ],
    ['not one shifted but blocked meanwhile', { shiftedTo: week(6, 5), status: 'BLOCKED' }, week(6, 5), 'blocked'],
  ] as const)('%s', (_, changes, row, answer) => {
    expect(isDue(customer(changes), row)).toEqual(answer === true ? { due: true } : { due: false, reason: answer })
  })

  it('is said in words when the customer is not', () => {
    for (const reason of NOT_DUE_REASONS) expect(dueReasonWords[reason]).toMatch(/^[A-Z].+\.$/)
  })
})

describe('the worked example: second-monthly, week 2, "no" in May 2026', () => {
  it('is 12/01, 09/03, (11/05 no) then 08/06, 10/08, 12/10, 14/12', () => {
    const anna = customer({ collectionScheme: 'SECOND_MONTHLY', due: { yearNumber: 2026, monthNumber: 1 } })
    const planned = plannedWeeks(anna, year2026, '2026-01-01', highest, { noPickups: [week(5, 2)] })
    expect(planned.map(({ row, skipped }) => (skipped ? `(${row.from})` : row.from))).toEqual([
      '2026-01-12',
      '2026-03-09',
      '(2026-05-11)',
      '2026-06-08',
      '2026-08-10',
      '2026-10-12',
      '2026-12-14',
    ])
  })

  it('is every second month without the "no"', () => {
    const anna = customer({ collectionScheme: 'SECOND_MONTHLY', due: { yearNumber: 2026, monthNumber: 1 } })
    expect(plannedWeeks(anna, year2026, '2026-01-01', highest).map(({ row }) => row.monthNumber)).toEqual([
      1, 3, 5, 7, 9, 11,
    ])
  })
})

describe('a customer’s coming weeks', () => {
  it('begin with the current one and leave out what has ended', () => {
    expect(plannedWeeks(customer(), year2026, '2026-05-17', highest)[0]?.row.from).toBe('2026-05-11')
    expect(plannedWeeks(customer(), year2026, '2026-05-18', highest)[0]?.row.from).toBe('2026-06-08')
  })

  it('count on from the stops the customer still has in runs, by the outcome each stop has now', () => {
    const anna = customer({ collectionScheme: 'SECOND_MONTHLY' })
    const from = (known: Parameters<typeof plannedWeeks>[4]) =>
      plannedWeeks(anna, year2026, '2026-05-11', highest, known).map(({ row, skipped }) =>
        skipped ? `(${row.from})` : row.from,
      )
    const stop = (outcome: Outcome | null, ref = week(5, 2)) => ({ ...ref, outcome })
    expect(from({ jobs: [stop(null)] }).slice(0, 2)).toEqual(['2026-05-11', '2026-07-13'])
    expect(from({ jobs: [stop('UNSAFE')] }).slice(0, 2)).toEqual(['2026-05-11', '2026-06-08'])
    expect(from({ jobs: [stop(null)], noPickups: [week(5, 2)] }).slice(0, 2)).toEqual(['(2026-05-11)', '2026-06-08'])
    expect(from({ jobs: [stop('COLLECTED')], noPickups: [week(5, 2)] }).slice(0, 2)).toEqual([
      '2026-05-11',
      '2026-07-13',
    ])
    // A run that has ended and is not completed, and a stop out of turn.
    expect(plannedWeeks(anna, year2026, '2026-05-18', highest, { jobs: [stop(null)] })[0]?.row.from).toBe('2026-07-13')
    expect(from({ jobs: [stop(null), stop(null, week(5, 4))] }).slice(0, 3)).toEqual([
      '2026-05-11',
      '2026-05-25',
      '2026-07-13',
    ])
  })

  it('go on in the next period after a "no" to a request, as activating the run will do it', () => {
    const flexible = customer({ collectionScheme: 'FLEXIBLE', due: null })
    const planned = plannedWeeks(flexible, year2026, '2026-01-01', highest, {
      requests: [week(7, 3)],
      noPickups: [week(7, 3)],
    })
    expect(planned.map(({ row, skipped }) => [row.from, skipped])).toEqual([
      ['2026-07-20', true],
      ['2026-08-10', false],
    ])
  })

  it('are the open requests of a customer on request, and none of a customer who is not active', () => {
    const flexible = customer({ collectionScheme: 'FLEXIBLE', due: null })
    expect(
      plannedWeeks(flexible, year2026, '2026-01-01', highest, { requests: [week(7, 3)] }).map(({ row }) => row.from),
    ).toEqual(['2026-07-20'])
    expect(plannedWeeks(flexible, year2026, '2026-01-01', highest)).toEqual([])
    expect(plannedWeeks(customer({ status: 'BLOCKED' }), year2026, '2026-01-01', highest)).toEqual([])
  })

  it('show the week the customer was shifted to, then the cycle again', () => {
    const shifted = customer({ shiftedTo: week(6, 5), due: { yearNumber: 2026, monthNumber: 6 } })
    expect(
      plannedWeeks(shifted, year2026, '2026-05-18', highest)
        .map(({ row }) => row.from)
        .slice(0, 2),
    ).toEqual(['2026-06-29', '2026-07-13'])
  })

  it('never have a fortnightly customer twice within two weeks of one month', () => {
    const fortnightly = customer({
      collectionScheme: 'FORTNIGHTLY',
      weekNumber: 1,
      due: { yearNumber: 2026, monthNumber: 1, weekNumber: 1 },
    })
    const weeks = plannedWeeks(fortnightly, year2026, '2026-01-01', highest).map(({ row }) => row.weekNumber)
    expect(weeks).toEqual(Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? 1 : 3)))
  })
})

describe('a customer with a stop in an earlier run that is not completed', () => {
  const may = { yearNumber: 2026, monthNumber: 5, weekNumber: 2 }
  const dueWith = (changes: Partial<DueCustomer>, outcome: Outcome | null, row: CalendarRow, stop = may) =>
    isDue(onceOpenStopsAreMet(customer(changes), [{ ...stop, outcome }], row, highest), row).due

  it.each([
    ['monthly: the next month', {}, null, week(6, 2), true],
    ['second-monthly: not the next month', { collectionScheme: 'SECOND_MONTHLY' }, null, week(6, 2), false],
    ['second-monthly: the month after', { collectionScheme: 'SECOND_MONTHLY' }, 'COLLECTED', week(7, 2), true],
    ['quarterly: not two months on', { collectionScheme: 'QUARTERLY' }, 'NOT_OUT', week(7, 2), false],
    [
      'quarterly, not served through no choice of theirs: the next month',
      { collectionScheme: 'QUARTERLY' },
      'UNSAFE',
      week(6, 2),
      true,
    ],
    ['fortnightly: two weeks on', { collectionScheme: 'FORTNIGHTLY', due: may }, null, week(5, 4), true],
    [
      'missed since January, monthly: the next month',
      { due: { yearNumber: 2026, monthNumber: 1 } },
      null,
      week(6, 2),
      true,
    ],
    [
      'missed since January, quarterly: not the next month',
      { collectionScheme: 'QUARTERLY', due: { yearNumber: 2026, monthNumber: 1 } },
      null,
      week(6, 2),
      false,
    ],
    [
      'quarterly, shifted to the week of that run: not the next month',
      { collectionScheme: 'QUARTERLY', shiftedTo: may },
      null,
      week(6, 2),
      false,
    ],
    [
      'quarterly, their stop in a later run says nothing of an earlier week',
      { collectionScheme: 'QUARTERLY', due: { yearNumber: 2026, monthNumber: 4 } },
      null,
      week(4, 2),
      true,
    ],
  ] as const)('%s', (_, changes, outcome, row, answer) => {
    expect(dueWith(changes, outcome, row)).toBe(answer)
  })

  it('is judged as completing all those jobs will leave the customer, whatever order they are named in', () => {
    const weeks = fc.constantFrom(
      ...year2026.filter(({ monthNumber, weekNumber }) => monthNumber < 10 && weekNumber < 5),
    )
    const scheme = fc.constantFrom(
      'MONTHLY' as const,
      'SECOND_MONTHLY' as const,
      'QUARTERLY' as const,
      'FORTNIGHTLY' as const,
    )
    const open = fc.uniqueArray(fc.record({ row: weeks, outcome: fc.option(fc.constantFrom(...OUTCOMES)) }), {
      maxLength: 4,
      selector: ({ row }) => row.from,
    })
    fc.assert(
      fc.property(scheme, fc.integer({ min: 1, max: 4 }), open, (collectionScheme, weekNumber, met) => {
        const one = customer({ collectionScheme, weekNumber })
        const stops = met.map(({ row: { yearNumber, monthNumber, weekNumber: of }, outcome }) => ({
          yearNumber,
          monthNumber,
          weekNumber: of,
          outcome,
        }))
        let then: DueCustomer = one
        for (const stop of [...stops].sort(compareWeeks))
          then = { ...then, ...onceMet(then, stop, stop.outcome ?? 'COLLECTED', highest) }
        expect(onceOpenStopsAreMet(one, stops, week(12, 4), highest)).toEqual(then)
        expect(onceOpenStopsAreMet(one, [...stops].reverse(), week(12, 4), highest)).toEqual(then)
      }),
    )
  })
})

/**
 * Three years of weekly runs with every kind of change. The oracle below does not use the stored pointer: it only
 * searches the list of weeks for the one in which the customer must be collected next. Collected later = left out,
 * collected earlier = doubled.
 */
type Fate =
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'no pickup' }
  | { kind: 'not visited' }
  | { kind: 'shift' }
  | { kind: 'shift to'; weeksLater: number }

const fates: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('outcome' as const), outcome: fc.constantFrom(...OUTCOMES) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'no pickup' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'not visited' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'shift' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('shift to' as const), weeksLater: fc.integer({ min: 1, max: 9 }) }),
  },
)

const calendars = {
  MONTHS: [2026, 2027, 2028].flatMap((year) => makeYear(year, 'MONTHS')),
  FOUR_WEEKLY: [0, 1, 2].flatMap((n) => makeYear(2026 + n, 'FOUR_WEEKLY', addDays('2025-12-29', n * 364))),
  'MONTHS, then FOUR_WEEKLY': [
    ...makeYear(2026, 'MONTHS'),
    ...makeYear(2027, 'FOUR_WEEKLY', '2027-01-04'),
    ...makeYear(2028, 'MONTHS'),
  ],
}

const INTERVALS = { MONTHLY: 1, SECOND_MONTHLY: 2, QUARTERLY: 3 } as const

function mustBeMetNext(
  rows: readonly CalendarRow[],
  scheme: keyof typeof INTERVALS | 'FORTNIGHTLY',
  ownWeek: number,
  met: CalendarRow,
  periodsOn: number,
): CalendarRow | undefined {
  if (scheme === 'FORTNIGHTLY')
    return rows.find((row) => row.from > met.from && row.weekNumber !== 5 && row.weekNumber % 2 === ownWeek % 2)
  const periods = rows.filter((row, i) => i === 0 || comparePeriods(row, rows[i - 1] as CalendarRow) !== 0)
  const period = periods[periods.findIndex((first) => comparePeriods(first, met) === 0) + periodsOn]
  return period && rows.find((row) => comparePeriods(row, period) === 0 && row.weekNumber === ownWeek)
}

describe.each(Object.entries(calendars))('three years of %s', (_, rows) => {
  const months = highestMonths(rows)

  it('serve every due customer, and none twice, whatever happens in between', () => {
    const scheme = fc.constantFrom(
      'MONTHLY' as const,
      'SECOND_MONTHLY' as const,
      'QUARTERLY' as const,
      'FORTNIGHTLY' as const,
    )
    fc.assert(
      fc.property(
        scheme,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fates, { minLength: 80, maxLength: 80 }),
        (collectionScheme, weekNumber, story) => {
          const start = '2025-12-20'
          let then: DueCustomer = customer({
            collectionScheme,
            weekNumber,
            startDate: start,
            due: firstDue({ collectionScheme, weekNumber }, start, 3, rows),
          })
          let expected = rows.find(
            (row) =>
              row.from >= addDays(start, 3) &&
              (collectionScheme === 'FORTNIGHTLY'
                ? row.weekNumber % 2 === weekNumber % 2 && row.weekNumber < 5
                : row.weekNumber === weekNumber),
          )
          let met = 0
          for (const [i, row] of rows.entries()) {
            expect({ week: row.from, due: isDue(then, row).due }).toEqual({ week: row.from, due: row === expected })
            if (row !== expected) continue
            const fate = story[met++ % story.length] as Fate
            const served =
              fate.kind === 'outcome' && !['UNSAFE', 'OVERWEIGHT', 'CONTAMINATED', 'OTHER'].includes(fate.outcome)
            expected = mustBeMetNext(
              rows,
              collectionScheme,
              weekNumber,
              row,
              served && collectionScheme !== 'FORTNIGHTLY' ? INTERVALS[collectionScheme] : 1,
            )
            switch (fate.kind) {
              case 'outcome':
                then = { ...then, shiftedTo: null, due: afterOutcome(then, row, fate.outcome, months) }
                break
              case 'no pickup':
                then = { ...then, shiftedTo: null, due: afterNoPickup(then, row, months) }
                break
              case 'shift':
                then = { ...then, shiftedTo: null, due: afterShift(then, shiftDefault(then, row, months)) }
                break
              case 'shift to': {
                const to = rows[i + fate.weeksLater]
                if (!to) return
                then = { ...then, shiftedTo: to, due: afterShift(then, to) }
                expected = to
                break
              }
              case 'not visited':
                // Nothing is written: the stored pointer alone must make the customer due again.
                break
            }
          }
          expect(met).toBeGreaterThan(3)
        },
      ),
    )
  })
})

describe('a week', () => {
  it('sorts by year, month and week', () => {
    expect([...year2026].reverse().sort(compareWeeks)).toEqual(year2026)
  })
})
