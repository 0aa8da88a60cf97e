import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { act, deviceOf, generated, nextPeriod, runNow, suburbAndPackage } from '../../fixtures/runs.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { colleagueIn } from '../../support/second-admin.ts'
import { diceOf } from '../../support/openapi/random.ts'
import type { Body, Person } from '../../support/person.ts'

const PATH = '/v1/runs/no-pickups'
const SEEDS = Array.from({ length: 8 }, (_, at) => at + 1)
const AT_ONCE = 6
/** Done, or refused with a reason; never an error of the server. */
const ANSWERS = [200, 201, 204, 404, 409, 412]

type Said = Body & { noPickupID: string }

/** Sunday 08/11/2026, 19:00 in Sydney, before the cut-off: the customer, two admins and the phone act on one stop at once. */
describe.each(databases)('many acts on one stop at the same moment, on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let second: Person
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    const home = await suburbAndPackage(office)
    customer = await office.customer(home)
    // Keeps the runs from being empty.
    await office.make.customer(home)
    driver = await office.driver()
    second = await colleagueIn(office)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())

  test.each(SEEDS)('the customer is on the run or skipped, once, with the pointer to match (seed %i)', async (seed) => {
    await bringBack()
    const dice = diceOf(seed)
    const run = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const { assignmentID } = run.jobs.find(({ customerID }) => customerID === customer.userID)!
    if (dice.chance(0.7)) await act<Run>(office.admin, run, 'activate')
    const first = dice.chance(0.5) ? (await customer.post<Said>(PATH, THIS_WEEK)).body : null
    const device = deviceOf(office, driver, run)
    const tap = device.done({ assignmentID })
    const key = { 'idempotency-key': randomUUID() }
    const forThem = { ...THIS_WEEK, customerID: customer.userID }
    const acts: Record<string, () => Promise<{ status: number }>> = {
      no: () => customer.post(PATH, THIS_WEEK),
      'no, the same request': () => customer.post(PATH, THIS_WEEK, key),
      'no, by an admin': () => second.post(PATH, forThem),
      undo: () => customer.delete(`${PATH}/${first?.noPickupID ?? randomUUID()}`),
      'undo, by an admin': () => second.delete(`${PATH}/${first?.noPickupID ?? randomUUID()}`),
      shift: () => second.put(`/v1/runs/${run.runOrderID}/assignments/${assignmentID}/shift`, {}),
      activate: () => office.admin.put(`/v1/runs/${run.runOrderID}/activate`),
      complete: () => office.admin.put(`/v1/runs/${run.runOrderID}/complete`, { outstanding: 'shift' }),
      record: () => device.send([tap]).then(() => ({ status: 200 })),
    }
    const names = Array.from({ length: AT_ONCE }, () => dice.pick(Object.keys(acts)))
    const answers = await Promise.all(names.map((name) => acts[name]!()))
    const trace = names.map((name, at) => `${name} ${answers[at]!.status}`)
    for (const { status } of answers)
      expect({ trace, status, known: ANSWERS.includes(status) }).toMatchObject({ known: true })

    const { status, jobs } = await runNow(office, run)
    const [stop, ...others] = jobs.filter(({ customerID }) => customerID === customer.userID)
    const given = (await customer.get<{ items: Said[] }>(PATH)).body.items
    const { due } = (await office.admin.get<{ due: { monthNumber: number } }>(`/v1/users/customers/${customer.userID}`))
      .body
    expect({ trace, others, given: given.length <= 1 }).toEqual({ trace, others: [], given: true })
    const { state, outcome } = stop!
    // A no pickup in time leaves no open stop to an active run.
    if (given.length === 1 && status === 'active')
      expect({ trace, open: state === 'planned' }).toEqual({ trace, open: false })
    // Nobody is lost: off the run, or collected by a completed one, the next collection is next month's; else this week's.
    const isNext = state === 'shifted' || status === 'completed'
    expect({ trace, state, outcome, status, month: due.monthNumber }).toEqual({
      trace,
      state,
      outcome,
      status,
      month: isNext ? nextPeriod.monthNumber : THIS_WEEK.monthNumber,
    })
    if (status === 'completed')
      expect({ trace, state }).toEqual({ trace, state: outcome === null ? 'shifted' : 'completed' })
  })
})
