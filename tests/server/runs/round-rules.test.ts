import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getOwnRoundRules, getRoundRules } from '#contract/v1/round-rules.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { activeRun, customersOf, deviceOf, generated, NEVER, runNow } from '../../fixtures/runs.ts'

type Rules = OutputOf<typeof getRoundRules>

describe.each(databases)('what the order of a run depends on, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const rulesOf = async ({ runOrderID }: { runOrderID: string }) =>
    (await office.admin.get<Rules>(`/v1/runs/${runOrderID}/round-rules`)).body

  test('are the firm’s places, the drivers’, the customers’ wishes and the streets of their suburbs', async () => {
    const [customer, other] = await customersOf(office, 2)
    const driver = await office.driver()
    const former = await office.driver()
    await office.admin.put(`/v1/users/drivers/${former.userID}`, { employmentEndDate: '2026-11-01' })
    const home = { latitude: -33.7, longitude: 151.1 }
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, {
      startsAt: 'home',
      endsAt: 'tip',
      home,
      truckBags: 40,
    })
    await office.admin.put('/v1/settings/route.tip', { value: '-33.8, 151.2' })
    await office.admin.put('/v1/settings/route.startTime', { value: '06:30' })
    await office.admin.put(`/v1/users/customers/${customer!.customerID}`, {
      orderWish: '09:00',
      driverID: driver.userID,
    })
    await office.admin.put(`/v1/users/suburbs/${customer!.suburbID}`, {
      streets: [{ name: 'High Street', way: 'one-side-and-back' }],
    })
    const rules = await rulesOf(await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }))
    expect(rules).toMatchObject({ depot: null, tip: { latitude: -33.8, longitude: 151.2 }, startTime: '06:30' })
    expect(rules.drivers.map(({ driverID }) => driverID)).not.toContain(former.userID)
    expect(rules.drivers).toContainEqual(
      expect.objectContaining({
        driverID: driver.userID,
        startsAt: 'home',
        endsAt: 'tip',
        home,
        truckBags: 40,
        longestDay: null,
      }),
    )
    const { customerID, suburbID } = customer!
    expect(rules.customers).toHaveLength(2)
    expect(rules.customers).toContainEqual({
      customerID,
      suburbID,
      orderWish: '09:00',
      driverID: driver.userID,
      bags: 1,
    })
    expect(rules.customers).toContainEqual(
      expect.objectContaining({ customerID: other!.customerID, orderWish: null, driverID: null }),
    )
    expect(rules.streets).toEqual([{ suburbID, name: 'High Street', way: 'one-side-and-back' }])
  })

  test('bags to be expected are the mean of the latest collections, rounded up', async () => {
    const { run, driver } = await activeRun(office, 2)
    const phone = deviceOf(office, driver, run)
    await phone.send([phone.done(run.jobs[0]!, 4)])
    const rules = await rulesOf(run)
    const bags = new Map(rules.customers.map((one) => [one.customerID, one.bags]))
    expect([bags.get(run.jobs[0]!.customerID), bags.get(run.jobs[1]!.customerID)]).toEqual([4, 1])
  })

  test('a run that does not exist has none, and only the office asks', async () => {
    const { run, driver } = await activeRun(office, 1)
    expect(await office.admin.get(`/v1/runs/${NEVER}/round-rules`)).toMatchObject({ status: 404 })
    expect(await driver.get(`/v1/runs/${run.runOrderID}/round-rules`)).toMatchObject({ status: 403 })
  })

  test('a division changes drivers, run numbers and the order in one request, against the version seen', async () => {
    await customersOf(office, 4)
    const [one, other] = [await office.driver(), await office.driver()]
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: one.userID }] })
    const [a, b, c, d] = draft.jobs.map(({ assignmentID }) => assignmentID)
    const jobs = {
      assign: [{ assignmentIDs: [b!, d!], driverID: other.userID }],
      edit: [b!, d!].map((assignmentID) => ({ assignmentID, runNumber: 2 })),
      order: [c!, a!, d!, b!],
    }
    const path = `/v1/runs/${draft.runOrderID}`
    const seen = { 'if-match': `"${draft.version}"` }
    const wrong = { ...jobs, assign: [{ assignmentIDs: [b!], driverID: NEVER }] }
    expect(await office.admin.put(path, { jobs: wrong }, seen)).toMatchObject({ status: 422 })
    expect(await runNow(office, draft)).toMatchObject({ version: draft.version, jobs: draft.jobs })

    const rounds = ({ jobs: stops }: Run) =>
      stops.map(({ assignmentID, runNumber, stopOrder, driverID }) => [assignmentID, runNumber, stopOrder, driverID])
    const divided = await office.admin.put<Run>(path, { jobs }, seen)
    expect(rounds(divided.body)).toEqual([
      [c, 1, 1, one.userID],
      [a, 1, 2, one.userID],
      [d, 2, 1, other.userID],
      [b, 2, 2, other.userID],
    ])
    expect(await office.admin.put(path, { jobs }, seen)).toMatchObject({ status: 412 })

    const nobodys = await office.admin.put<Run>(path, {
      jobs: { assign: [{ assignmentIDs: [b!], driverID: null }], edit: [{ assignmentID: b!, runNumber: 1 }] },
    })
    expect(nobodys.body.jobs.find(({ assignmentID }) => assignmentID === b)).toMatchObject({
      runNumber: 1,
      driverID: null,
    })

    const back = {
      assign: [{ assignmentIDs: [b!, d!], driverID: one.userID }],
      edit: [b!, d!].map((assignmentID) => ({ assignmentID, runNumber: 1 })),
      order: [a!, b!, c!, d!],
    }
    const undone = await office.admin.put<Run>(path, { jobs: back }, { 'if-match': `"${nobodys.body.version}"` })
    expect(rounds(undone.body)).toEqual(rounds(draft))
  })

  test('a driver gets those of their own stops, with their own start and end, and no other driver’s', async () => {
    const { run, driver } = await activeRun(office, 2)
    const other = await office.driver()
    const depot = { latitude: -33.8, longitude: 151.2 }
    await office.admin.put('/v1/settings/route.depot', { value: '-33.8, 151.2' })
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { startsAt: 'depot', endsAt: 'tip' })
    const path = `/v1/runs/${run.runOrderID}/own-round-rules`
    const { status, body } = await driver.get<OutputOf<typeof getOwnRoundRules>>(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      start: depot,
      startsAt: 'depot',
      end: null,
      endsAt: 'tip',
      travel: { speed: 30, atStop: 2 },
      streets: [],
    })
    expect(body.customers.map(({ customerID }) => customerID).toSorted()).toEqual(
      run.jobs.map(({ customerID }) => customerID).toSorted(),
    )
    expect((await other.get(path)).status).toBe(404)
    expect((await office.admin.get(path)).status).toBe(403)
  })
})
