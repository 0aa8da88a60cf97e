import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { diceOf } from '../../support/openapi/random.ts'
import type { Body, Person } from '../../support/person.ts'
import { type Device, deviceOf, nextPeriod, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

const SEEDS = 8
const STEPS = 20
const SCHEMES = ['MONTHLY', 'SECOND_MONTHLY', 'FORTNIGHTLY', 'FLEXIBLE'] as const
/** The week after that of next month's draft. */
const NAMED = { ...nextPeriod, weekNumber: 3 }
const WEEKS = { this: THIS_WEEK, next: nextPeriod }
type Week = keyof typeof WEEKS

/** What the firm and its customers have said and done, from which follows where each customer must be. */
interface Story {
  status: 'none' | 'draft' | 'active' | 'completed'
  hasNext: boolean
  customers: Told[]
}

interface Told {
  person: Person
  scheme: (typeof SCHEMES)[number]
  no: Partial<Record<Week, string>>
  recorded: boolean
  /** By the office. */
  shifted: 'default' | 'named' | null
  /** Not reached when the run was completed. */
  leftOver: boolean
}

/** The no pickup took the stop off the run. Given after the driver's record it takes nothing off. */
const isSkipped = ({ status }: Story, one: Told) =>
  (status === 'active' || status === 'completed') &&
  one.no.this !== undefined &&
  !one.recorded &&
  one.shifted === null &&
  !one.leftOver

/** Where the customer must be: on this week's run, and on next month's draft. */
function expected(story: Story, one: Told) {
  const left = one.shifted !== null || isSkipped(story, one) || one.leftOver
  const movedOn = isSkipped(story, one) || one.shifted === 'default' || one.leftOver
  // Every second month, and on request, next month is due only in place of this week.
  const isDueNext = one.scheme === 'MONTHLY' || one.scheme === 'FORTNIGHTLY' || movedOn
  return { onThis: story.status !== 'none' && !left, onNext: story.hasNext && isDueNext && one.shifted !== 'named' }
}

/** The first day of the next collection, where only no pickups for this week have changed it; else null. */
function nextDay(story: Story, one: Told): string | null {
  const { scheme, no } = one
  if (story.status === 'completed' || no.next !== undefined || one.recorded || one.shifted !== null) return null
  if (no.this === undefined) return '2026-11-09'
  // Before there is a run, the requested week is all that is planned.
  if (scheme === 'FLEXIBLE' && story.status === 'none') return null
  return scheme === 'FORTNIGHTLY' ? '2026-11-23' : '2026-12-14'
}

/**
 * Sunday before the cut-off of this week, Monday 09/11. No pickups for this week and for the one next month, given and
 * withdrawn at any moment, between generating, marking active, recording, shifting and completing.
 */
describe.each(databases)('no pickups given and withdrawn in any order on %s', { timeout: 300_000 }, (kind) => {
  let office: Office
  let driver: Person
  let people: Person[]
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    const home = await suburbAndPackage(office)
    await office.make.calendarYear(2027)
    driver = await office.driver()
    people = []
    for (const collectionScheme of SCHEMES) people.push(await office.customer({ ...home, collectionScheme }))
    // Keeps both runs from being empty.
    await office.make.customer(home)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())

  test.each(Array.from({ length: SEEDS }, (_, at) => at + 1))(
    'each collection that is due is on exactly one run, or skipped with the next one in its place (seed %i)',
    async (seed) => {
      await bringBack()
      const dice = diceOf(seed)
      const runs: Partial<Record<Week, Run>> = {}
      let device: Device | null = null
      const story: Story = {
        status: 'none',
        hasNext: false,
        customers: SCHEMES.map((scheme, at) => ({
          person: people[at]!,
          scheme,
          no: {},
          recorded: false,
          shifted: null,
          leftOver: false,
        })),
      }
      const flexible = story.customers.find(({ scheme }) => scheme === 'FLEXIBLE')!
      const asked = await flexible.person.post('/v1/runs/pickup-requests', THIS_WEEK)
      expect(asked.status).toBe(201)
      const trace: string[] = []

      const generate = async (week: Week) => {
        const drivers = [{ runNumber: 1, driverID: driver.userID }]
        const answer = await office.admin.post<Run & Body>('/v1/runs', { ...WEEKS[week], drivers })
        expect({ trace, status: answer.status }).toEqual({ trace, status: 201 })
        runs[week] = answer.body
      }
      const put = (what: string, body: object = {}) =>
        office.admin.put<Body>(`/v1/runs/${runs.this!.runOrderID}/${what}`, body)
      const stopOf = async ({ person }: Told) =>
        (await runNow(office, runs.this!)).jobs.find(({ customerID }) => customerID === person.userID)!
      const list = async (run: Run | undefined) =>
        run
          ? (await runNow(office, run)).jobs
              .filter(({ state }) => state !== 'shifted' && state !== 'cancelled')
              .map(({ customerID }) => customerID)
          : []

      const giveNo = async (one: Told, week: Week) => {
        const { status, body } = await one.person.post<Body & { noPickupID: string }>(
          '/v1/runs/no-pickups',
          WEEKS[week],
        )
        expect({ trace, status }).toEqual({ trace, status: one.no[week] === undefined ? 201 : 409 })
        one.no[week] ??= body.noPickupID
      }
      const withdraw = async (one: Told, week: Week) => {
        if (one.no[week] === undefined) return
        const isFinal = week === 'this' && story.status === 'completed' && isSkipped(story, one)
        const { status } = await one.person.delete(`/v1/runs/no-pickups/${one.no[week]}`)
        expect({ trace, status }).toEqual({ trace, status: isFinal ? 409 : 204 })
        if (!isFinal) delete one.no[week]
      }
      const record = async (one: Told) => {
        if (story.status !== 'active' || !expected(story, one).onThis) return
        device ??= deviceOf(office, driver, runs.this!)
        await device.send([device.done(await stopOf(one))])
        one.recorded = true
      }
      const shift = async (one: Told, to: 'default' | 'named') => {
        if (story.status !== 'draft' && story.status !== 'active') return
        const { assignmentID } = await stopOf(one)
        const { status } = await put(`assignments/${assignmentID}/shift`, to === 'named' ? { to: NAMED } : {})
        expect({ trace, status }).toEqual({ trace, status: one.recorded ? 409 : 200 })
        if (expected(story, one).onThis && !one.recorded) one.shifted = to
      }
      const advance = async () => {
        if (story.status === 'none') {
          await generate('this')
          story.status = 'draft'
        } else if (story.status === 'draft') {
          expect((await put('activate')).status).toBe(200)
          story.status = 'active'
        } else if (story.status === 'active') {
          expect((await put('complete', { outstanding: 'shift' })).status).toBe(200)
          for (const one of story.customers) one.leftOver = expected(story, one).onThis && !one.recorded
          story.status = 'completed'
        }
      }

      for (let step = 0; step < STEPS; step++) {
        const one = dice.pick(story.customers)
        const week: Week = dice.chance(0.8) ? 'this' : 'next'
        const act = dice.pick(['no', 'no', 'withdraw', 'withdraw', 'record', 'shift', 'next draft', 'go on'] as const)
        trace.push(`${act} ${one.scheme} ${week}, ${story.status}`)
        if (act === 'no') await giveNo(one, week)
        else if (act === 'withdraw') await withdraw(one, week)
        else if (act === 'record') await record(one)
        else if (act === 'shift') await shift(one, dice.chance(0.5) ? 'default' : 'named')
        else if (act === 'next draft') {
          if (story.hasNext || story.status === 'none') continue
          await generate('next')
          story.hasNext = true
        } else if (dice.chance(0.5)) await advance()

        const [onThis, onNext] = [await list(runs.this), await list(runs.next)]
        for (const onRun of [onThis, onNext]) expect(new Set(onRun).size).toBe(onRun.length)
        const found = story.customers.map(({ person, scheme }) => ({
          scheme,
          onThis: onThis.includes(person.userID),
          onNext: onNext.includes(person.userID),
        }))
        expect({ trace, found }).toEqual({
          trace,
          found: story.customers.map((told) => ({ scheme: told.scheme, ...expected(story, told) })),
        })
        const days = new Map(
          (await office.call(office.admin, listCustomers, { perPage: 50 })).items.map((row) => [
            row.customerID,
            row.nextPickUp,
          ]),
        )
        for (const told of story.customers) {
          const next = nextDay(story, told)
          if (next) expect({ trace, next: days.get(told.person.userID) }).toEqual({ trace, next })
        }
      }
    },
  )
})
