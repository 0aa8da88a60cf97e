import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDepot } from '#contract/v1/depots.ts'
import type { Run } from '#contract/v1/runs.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { act, deviceOf, generated, nextPeriod, runNow, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { officeUser } from '../../support/office-user.ts'
import type { Person } from '../../support/person.ts'

/** A firm with two yards: each plans and drives its weeks by itself. */
describe.each(databases)('a firm of two depots on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  /** A depot with a driver and two customers of its suburb. */
  async function yard(name: string, runNumber: number) {
    const { depotID } = await office.call(office.admin, createDepot, { name })
    const home = await suburbAndPackage(office)
    const settled = await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { depotID })
    expect(settled).toMatchObject({ status: 200, body: { depotID } })
    const driver = await office.make.driver({ depotID })
    const customers = [
      await office.make.customer({ ...home, runNumber }),
      await office.make.customer({ ...home, runNumber }),
    ]
    return { depotID, home, driver, customers, customerIDs: customers.map(({ customerID }) => customerID).toSorted() }
  }
  const customersOn = (run: Run) =>
    run.jobs
      .filter(({ state }) => state === 'planned')
      .map(({ customerID }) => customerID)
      .toSorted()

  test('a dispatcher of one generates the run of its customers alone, and each depot has its own draft', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 2)
    const dispatcher = await officeUser(office, 'DISPATCHER', north.depotID)
    const shown = await dispatcher.post<{ stops: { customerID: string; driverID: string | null }[] }>(
      '/v1/runs/preview',
      THIS_WEEK,
    )
    expect(shown.body.stops.map(({ customerID }) => customerID).toSorted()).toEqual(north.customerIDs)
    const made = await dispatcher.post<Run>('/v1/runs', THIS_WEEK)
    expect(made).toMatchObject({ status: 201, body: { depotID: north.depotID } })
    expect(customersOn(made.body)).toEqual(north.customerIDs)
    expect(await dispatcher.post('/v1/runs', THIS_WEEK)).toMatchObject(refusal(409, 'cannot_generate_run'))
    const souths = await generated(office, { depotID: south.depotID })
    expect(customersOn(souths)).toEqual(south.customerIDs)
    expect(await dispatcher.get(`/v1/runs/${souths.runOrderID}`)).toMatchObject({ status: 404 })
    const listed = await dispatcher.get<{ items: Run[] }>('/v1/runs')
    expect(listed.body.items.map(({ runOrderID }) => runOrderID)).toEqual([made.body.runOrderID])
    const home = await dispatcher.get<{ runs: Run[]; activeCustomers: number }>('/v1/home')
    expect(home.body.runs.map(({ runOrderID }) => runOrderID)).toEqual([made.body.runOrderID])
    expect(home.body.activeCustomers).toBe(2)
  })

  test('two depots generate their drafts of one week at the same moment', async () => {
    const yards = [await yard('North', 1), await yard('South', 2)]
    const both = await Promise.all(
      yards.map(({ depotID }) => office.admin.post<Run>('/v1/runs', { ...THIS_WEEK, depotID })),
    )
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both.map(({ body }) => customersOn(body))).toEqual(yards.map(({ customerIDs }) => customerIDs))
  })

  test('a run of the whole firm takes whom the depots have not taken', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 2)
    const elsewhere = await office.make.customer()
    await generated(office, { depotID: north.depotID })
    const whole = await generated(office)
    expect(whole.depotID).toBeNull()
    expect(customersOn(whole)).toEqual([...south.customerIDs, elsewhere.customerID].toSorted())
  })

  test('only drivers of the depot are proposed, and another depot’s can’t be named', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 1)
    const asked = { depotID: north.depotID, drivers: [{ runNumber: 1, driverID: south.driver.driverID }] }
    expect(await office.admin.post('/v1/runs', { ...THIS_WEEK, ...asked })).toMatchObject(
      wrongField('drivers.0.driverID', 'This driver doesn’t drive for this depot'),
    )
    const run = await generated(office, { depotID: north.depotID })
    expect(run.jobs.map(({ driverID }) => driverID)).not.toContain(south.driver.driverID)
  })

  test('the driver of a depot’s round is proposed again, although another depot drives a round of that number', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 1)
    for (const { depotID, driver } of [north, south]) {
      const drivers = [{ runNumber: 1, driverID: driver.driverID }]
      const run = await act(office.admin, await generated(office, { depotID, drivers }), 'activate')
      await act(office.admin, run, 'complete', { outstanding: 'shift' })
    }
    for (const { depotID, driver } of [north, south]) {
      const next = await generated(office, { ...THIS_WEEK, monthNumber: 12, depotID })
      expect(new Set(next.jobs.map(({ driverID }) => driverID))).toEqual(new Set([driver.driverID]))
    }
  })

  test('a user of a depot is offered the order of its past runs only', async () => {
    const north = await yard('North', 1)
    const driver = await office.driver()
    const drivers = [{ runNumber: 1, driverID: driver.userID }]
    const ofTheFirm = await act(office.admin, await generated(office, { drivers }), 'activate')
    const device = deviceOf(office, driver, ofTheFirm)
    await device.send(ofTheFirm.jobs.map((job) => device.done(job)))
    await act(office.admin, ofTheFirm, 'complete')
    const next = await generated(office, { ...THIS_WEEK, monthNumber: 12, depotID: north.depotID })
    const dispatcher = await officeUser(office, 'DISPATCHER', north.depotID)
    const offered = async (person: Person) =>
      (await person.get<{ items: unknown[] }>(`/v1/runs/${next.runOrderID}/past`)).body.items
    expect(await offered(office.admin)).toMatchObject([{ runOrderID: ofTheFirm.runOrderID }])
    expect(await offered(dispatcher)).toEqual([])
  })

  test('of a run’s drivers to divide among only the depot’s are offered', async () => {
    const north = await yard('North', 1)
    await yard('South', 2)
    const run = await generated(office, { depotID: north.depotID })
    const { body } = await office.admin.get<{ drivers: { driverID: string }[] }>(
      `/v1/runs/${run.runOrderID}/round-rules`,
    )
    expect(body.drivers.map(({ driverID }) => driverID)).toEqual([north.driver.driverID])
  })

  test('customers in suburbs of no depot are counted', async () => {
    await yard('North', 1)
    await office.make.customer()
    expect(await office.admin.get('/v1/depots')).toMatchObject({ body: { customersOfNone: 1 } })
  })

  test('a shifted customer joins the next draft of their own depot', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 2)
    const drivers = [north, south].map(({ driver: { driverID } }, at) => ({ runNumber: at + 1, driverID }))
    const run = await act(office.admin, await generated(office, { drivers }), 'activate')
    const december = { ...THIS_WEEK, monthNumber: 12 }
    const [ofSouth, ofNorth] = [
      await office.admin.post<Run>('/v1/runs', { ...december, depotID: south.depotID }),
      await office.admin.post<Run>('/v1/runs', { ...december, depotID: north.depotID }),
    ]
    const drafts = [ofSouth, ofNorth].map(({ body }) => body.runOrderID)
    const moving = run.jobs.find(({ customerID }) => north.customerIDs.includes(customerID))!
    const before = customersOn(await runNow(office, { runOrderID: drafts[0]! }))
    await act(office.admin, run, `assignments/${moving.assignmentID}/shift`, { to: nextPeriod })
    expect(customersOn(await runNow(office, { runOrderID: drafts[1]! }))).toContain(moving.customerID)
    expect(customersOn(await runNow(office, { runOrderID: drafts[0]! }))).toEqual(before)
  })

  test('a pickup asked for joins the draft of the customer’s depot', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 2)
    const flexible = await office.make.customer({ ...north.home, runNumber: 1, collectionScheme: 'FLEXIBLE' })
    const norths = await generated(office, { depotID: north.depotID })
    await generated(office, { depotID: south.depotID })
    const asked = await office.admin.post('/v1/runs/pickup-requests', {
      ...THIS_WEEK,
      customerID: flexible.customerID,
    })
    expect(asked).toMatchObject({ status: 201 })
    expect(customersOn(await runNow(office, norths))).toContain(flexible.customerID)
  })

  test('its rounds start at the depot’s own place, else at the firm’s', async () => {
    const north = await yard('North', 1)
    await office.admin.put('/v1/settings/route.depot', { value: '-33.8, 151.1' })
    const run = await generated(office, { depotID: north.depotID })
    const depot = async () =>
      (await office.admin.get<{ depot: object }>(`/v1/runs/${run.runOrderID}/round-rules`)).body.depot
    expect(await depot()).toEqual({ latitude: -33.8, longitude: 151.1 })
    const place = { latitude: -33.7, longitude: 151.2 }
    expect(await office.admin.put(`/v1/depots/${north.depotID}`, { place })).toMatchObject({ status: 200 })
    expect(await depot()).toEqual(place)
    const round = await office.admin.get(`/v1/users/drivers/${north.driver.driverID}/round`)
    expect(round).toMatchObject({ status: 200, body: { depot: place } })
  })

  test('a depot that has anything is not deleted, and its name is unique', async () => {
    const { depotID } = await yard('North', 1)
    expect(await office.admin.delete(`/v1/depots/${depotID}`)).toMatchObject(refusal(409, 'depot_in_use'))
    expect(await office.admin.post('/v1/depots', { name: ' north ' })).toMatchObject(refusal(409, 'depot_taken'))
    const empty = await office.call(office.admin, createDepot, { name: 'East' })
    const colleague = await officeUser(office, 'OFFICE', empty.depotID)
    expect(await office.admin.delete(`/v1/depots/${empty.depotID}`)).toMatchObject(refusal(409, 'depot_in_use'))
    expect(await office.admin.delete(`/v1/users/admins/${colleague.userID}`)).toMatchObject({ status: 204 })
    expect(await office.admin.delete(`/v1/depots/${empty.depotID}`)).toMatchObject({ status: 204 })
  })

  test('an owner sees every depot; a suburb, driver or user of a depot that doesn’t exist is refused', async () => {
    const { depotID, home, driver } = await yard('North', 1)
    const owner = { firstName: 'Ola', lastName: 'Oak', email: 'ola@rounds.example', officeRole: 'OWNER', depotID }
    expect(await office.admin.post('/v1/users/admins', owner)).toMatchObject(
      wrongField('depotID', 'An owner sees every depot'),
    )
    const nowhere = { depotID: home.suburbID }
    for (const address of [`/v1/users/suburbs/${home.suburbID}`, `/v1/users/drivers/${driver.driverID}`])
      expect(await office.admin.put(address, nowhere)).toMatchObject(wrongField('depotID', 'This depot doesn’t exist'))
  })

  test('a user of a depot adds customers, suburbs and drivers to it, and moves none elsewhere', async () => {
    const north = await yard('North', 1)
    const south = await yard('South', 2)
    const user = await officeUser(office, 'OFFICE', north.depotID)
    const suburb = { label: 'Berowra', postCode: '2081', state: 'NSW', weekNumber: 2 }
    expect(await user.post('/v1/users/suburbs', suburb)).toMatchObject({
      status: 201,
      body: { depotID: north.depotID },
    })
    const address = `/v1/users/suburbs/${north.home.suburbID}`
    for (const depotID of [south.depotID, null])
      expect(await user.put(address, { depotID })).toMatchObject(refusal(404, 'not_found'))
    const customer = `/v1/users/customers/${north.customerIDs[0]}`
    expect(await user.put(customer, { notes: 'Gate code 12' })).toMatchObject({ status: 200 })
    expect(await user.put(customer, { suburbID: south.home.suburbID })).toMatchObject(refusal(404, 'not_found'))
    expect(await user.get('/v1/settings')).toMatchObject({
      ...refusal(403, 'office_role'),
      body: { message: 'This is about every depot, and your account is for one.' },
    })
  })
})
