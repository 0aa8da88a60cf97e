import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { bothDatabases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, deviceOf, generated, runNow, said, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/no-pickups'
/** Which of two concurrent calls comes first differs from round to round. */
const ROUNDS = [1, 2, 3, 4]

/** Sunday 08/11/2026, 19:00 in Sydney. Whatever comes first, the customer is collected or skipped, and never lost. */
describe.each(bothDatabases)('a no pickup given or withdrawn at the same moment as something else, on %s', (kind) => {
  let office: Office
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    customer = await office.customer(await suburbAndPackage(office))
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const sayNo = (person: Person) => person.post<Body & { noPickupID: string }>(PATH, THIS_WEEK)
  const withdraw = (person: Person, { noPickupID }: { noPickupID: string }) =>
    person.delete<Body>(`${PATH}/${noPickupID}`)
  const draft = () => generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
  const active = async () => act<Run>(office.admin, await draft(), 'activate')
  const stopOf = (run: Run) => run.jobs.find(({ customerID }) => customerID === customer.userID)
  const theirs = async (run: Run) => stopOf(await runNow(office, run))!
  const due = async () =>
    (await office.admin.get<{ due: { monthNumber: number } }>(`/v1/users/customers/${customer.userID}`)).body.due
      .monthNumber

  const settled = async (run: Run) => {
    const { status, jobs } = await runNow(office, run)
    const stop = jobs.find(({ customerID }) => customerID === customer.userID)!
    const said = (await customer.get<{ items: object[] }>(PATH)).body.items
    return { status, state: stop.state, outcome: stop.outcome, no: said.length, due: await due() }
  }

  test('withdrawn while the office completes the run: either the stop is back and asked for, or it is refused', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await active()
      const no = (await sayNo(customer)).body
      const [withdrawn, completed] = await Promise.all([
        withdraw(customer, no),
        office.admin.put<Body>(`/v1/runs/${run.runOrderID}/complete`),
      ])
      expect([
        '204 409 outcome_missing',
        // The stop was back already, and the run had it "done" for nothing.
        '409 200 undefined',
      ]).toContain(`${withdrawn.status} ${completed.status} ${completed.body.code}`)
      expect(await settled(run)).toMatchObject(
        withdrawn.status === 204
          ? { status: 'active', state: 'planned', no: 0, due: 11 }
          : { status: 'completed', state: 'shifted', no: 1, due: 12 },
      )
    }
  })

  test('withdrawn while the run is marked active: the stop is on the run either way', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await draft()
      const no = (await sayNo(customer)).body
      const [withdrawn, activated] = await Promise.all([
        withdraw(customer, no),
        office.admin.put(`/v1/runs/${run.runOrderID}/activate`),
      ])
      expect([withdrawn.status, activated.status]).toEqual([204, 200])
      expect(await settled(run)).toMatchObject({ status: 'active', state: 'planned', no: 0, due: 11 })
    }
  })

  test('withdrawn while the driver records: the record counts, or the office decides; the stop is on the run', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await active()
      const no = (await sayNo(customer)).body
      const device = deviceOf(office, driver, run)
      const [withdrawn, answer] = await Promise.all([withdraw(customer, no), device.send([device.done(stopOf(run)!)])])
      expect(withdrawn.status).toBe(204)
      const [verdict] = said(answer.results)
      expect(await settled(run)).toMatchObject(
        verdict === 'applied'
          ? { state: 'done', outcome: 'COLLECTED', no: 0 }
          : { state: 'planned', outcome: null, no: 0, due: 11 },
      )
      expect(['applied', 'review job_skipped']).toContain(verdict)
    }
  })

  test('withdrawn in several tabs: it happens once', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    const answers = await Promise.all([withdraw(customer, no), withdraw(customer, no), withdraw(office.admin, no)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
    expect(await settled(run)).toMatchObject({ state: 'planned', no: 0, due: 11 })
    expect((await runNow(office, run)).jobs).toHaveLength(1)
  })

  test('given in several tabs: it is one', async () => {
    const run = await active()
    const answers = await Promise.all([sayNo(customer), sayNo(customer), sayNo(customer)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await settled(run)).toMatchObject({ state: 'shifted', no: 1, due: 12 })
  })

  test('given while the run is marked active: the stop leaves the run, before or after', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await draft()
      const [given, activated] = await Promise.all([
        sayNo(customer),
        office.admin.put(`/v1/runs/${run.runOrderID}/activate`),
      ])
      expect([given.status, activated.status]).toEqual([201, 200])
      expect(await settled(run)).toMatchObject({ status: 'active', state: 'shifted', no: 1, due: 12 })
      expect((await withdraw(customer, given.body)).status).toBe(204)
      expect(await settled(run)).toMatchObject({ state: 'planned', no: 0, due: 11 })
    }
  })

  test('given while the driver records: the record counts and is flagged, or goes to the office', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await active()
      const device = deviceOf(office, driver, run)
      const [given, answer] = await Promise.all([sayNo(customer), device.send([device.done(stopOf(run)!)])])
      expect(given.status).toBe(201)
      const [verdict] = said(answer.results)
      expect(await settled(run)).toMatchObject(
        verdict === 'review job_skipped' ? { state: 'shifted', outcome: null } : { state: 'done' },
      )
      expect((await office.admin.get<{ total: number }>('/v1/runs/exceptions')).body.total).toBe(1)
    }
  })

  test('given while the office shifts the stop: it is shifted once, and withdrawing undoes only the no pickup', async () => {
    for (const _ of ROUNDS) {
      await bringBack()
      const run = await active()
      const to = { ...THIS_WEEK, weekNumber: 3 }
      const [given, shifted] = await Promise.all([
        sayNo(customer),
        office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${stopOf(run)!.assignmentID}/shift`, { to }),
      ])
      expect([given.status, shifted.status]).toEqual([201, 200])
      const { shiftedTo } = await theirs(run)
      await withdraw(customer, given.body)
      expect(await theirs(run)).toMatchObject(
        shiftedTo?.monthNumber === 12 ? { state: 'planned', shiftedTo: null } : { state: 'shifted', shiftedTo: to },
      )
    }
  })
})
