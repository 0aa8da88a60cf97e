import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listOwnOrders } from '#contract/v1/own-orders.ts'
import type { ownSchedule } from '#contract/v1/own-schedule.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { act, deviceOf, generated, NEVER, suburbAndPackage } from '../../fixtures/runs.ts'

describe.each(databases)('the driver’s own order, on %s', (kind) => {
  let office: Office
  let driver: Person
  let first: Person
  let run: Run
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.clock.set('2026-11-10T00:00:00Z')
    const home = await suburbAndPackage(office)
    const customers = []
    for (let n = 0; n < 6; n++) customers.push(await office.customer({ ...home, address: `${n + 1} High St` }))
    first = customers[0]!
    driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    run = await act<Run>(office.admin, draft, 'activate')
  })

  const path = (id = run.runOrderID) => `/v1/runs/${id}/own-order`
  const ids = () => run.jobs.map(({ assignmentID }) => assignmentID)
  const told = async () =>
    (await office.admin.get<OutputOf<typeof listOwnOrders>>(`/v1/runs/${run.runOrderID}/own-orders`)).body.items
  const arrival = async () =>
    (await first.get<OutputOf<typeof ownSchedule>>('/v1/runs/own-schedule')).body.underWay?.arrival ?? null

  test('is told by the phone, replaced by a later one, and given up by an empty one', async () => {
    expect(await told()).toEqual([])
    expect((await driver.put(path(), { assignmentIDs: ids() })).status).toBe(204)
    const back = ids().toReversed()
    expect((await driver.put(path(), { assignmentIDs: back })).status).toBe(204)
    expect(await told()).toEqual([{ driverID: driver.userID, assignmentIDs: back }])
    await driver.put(path(), { assignmentIDs: [] })
    expect(await told()).toEqual([])
  })

  test('is the caller’s own: another driver, and a run that does not exist, have none', async () => {
    const other = await office.driver()
    expect((await other.put(path(), { assignmentIDs: ids() })).status).toBe(404)
    expect((await driver.put(path(NEVER), { assignmentIDs: [] })).status).toBe(404)
    expect((await office.admin.get(`/v1/runs/${NEVER}/own-orders`)).status).toBe(404)
    expect((await driver.get(`/v1/runs/${run.runOrderID}/own-orders`)).status).toBe(403)
  })

  test('says when the first customer is reached by a driver who drives the other way round', async () => {
    const phone = deviceOf(office, driver, run)
    await phone.send([phone.done(run.jobs.at(-1)!)])
    expect(await arrival()).toBeNull()
    await driver.put(path(), { assignmentIDs: ids().toReversed() })
    expect(await arrival()).not.toBeNull()
  })

  test('what the office records says nothing of where the driver is', async () => {
    await driver.put(path(), { assignmentIDs: ids().toReversed() })
    const desk = deviceOf(office, office.admin, run)
    await desk.send([desk.done(run.jobs.at(-1)!)])
    expect(await arrival()).toBeNull()
  })
})
