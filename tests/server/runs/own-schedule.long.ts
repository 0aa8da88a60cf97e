import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ownSchedule } from '#contract/v1/own-schedule.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, type Nobody, type Person, signedIn } from '../../support/person.ts'
import { act, deviceOf, generated, photograph, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/own-schedule'
type Schedule = OutputOf<typeof ownSchedule>

/** Tuesday 10/11/2026, in the week from Monday 09/11/2026. */
describe.each(databases)('what the portal shows a customer on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let customer: Person
  let driver: Person
  let admin: Person
  let bringBack: () => Promise<void>
  let people: { customer: Person; driver: Person }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await suburbAndPackage(office)
    await office.make.calendarYear(2027)
    customer = await office.customer(home)
    driver = await office.driver()
    people = { customer, driver }
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await bringBack()
    ;({ customer, driver } = people)
    ;({ admin } = office)
  })

  const ask = (person: Nobody, query = '') => person.get<Schedule & Body>(`${PATH}${query}`)
  const mine = async (query = '') => (await ask(customer, query)).body as Schedule
  const set = (key: string, value: unknown) => admin.put(`/v1/settings/${key}`, { value })
  const draft = () => generated(officeThen(), { drivers: [{ runNumber: 1, driverID: driver.userID }] })
  const active = async () => act<Run>(admin, await draft(), 'activate')
  const stopOf = (run: Run, { userID } = customer) => run.jobs.find(({ customerID }) => customerID === userID)!
  /** With the admin of that time. */
  const officeThen = (): Office => ({ ...office, admin })
  /** Everyone signs in again: their sessions have ended by then. */
  async function at(instant: string): Promise<void> {
    office.clock.set(instant)
    customer = await signedIn(office.fetch, customer)
    admin = await signedIn(office.fetch, admin)
    driver = await signedIn(office.fetch, driver)
  }

  test('is the coming weeks, earliest first, with the time by which the bag is put out', async () => {
    const { status, coming, past, pastTotal, usually, underWay, requestable } = await mine()
    expect({ status, past, pastTotal, usually, underWay, requestable }).toEqual({
      status: 'ACTIVE',
      past: [],
      pastTotal: 0,
      usually: null,
      underWay: null,
      requestable: null,
    })
    expect(coming).toHaveLength(13)
    expect(coming[0]).toEqual({
      ...THIS_WEEK,
      from: '2026-11-09',
      to: '2026-11-15',
      cutoff: '2026-11-08T13:00:00.000Z',
      serviceType: 'GARDEN_BAG',
      state: 'upcoming',
      putOut: { day: '2026-11-09', time: '06:00' },
    })
    expect((await set('collection.putOut', 'BEFORE 18:00')).status).toBe(200)
    expect((await mine()).coming[0]!.putOut).toEqual({ day: '2026-11-08', time: '18:00' })
    expect((await set('collection.putOut', 'SUN 18:00')).status).toBe(422)
  })

  test('has past collections latest first, with outcome, bags and photos that only the customer can open', async () => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    const photo = await photograph(office, driver, device, stopOf(run))
    await device.send([device.done(stopOf(run), 2), photo, device.note(stopOf(run), 'Grumpy today')])
    await act(admin, run, 'complete')
    const { coming, past, pastTotal } = await mine()
    expect(coming[0]).toMatchObject({ from: '2026-12-14', state: 'upcoming' })
    expect(pastTotal).toBe(1)
    expect(past).toEqual([
      {
        ...THIS_WEEK,
        from: '2026-11-09',
        to: '2026-11-15',
        cutoff: '2026-11-08T13:00:00.000Z',
        serviceType: 'GARDEN_BAG',
        state: 'done',
        outcome: 'COLLECTED',
        pu: 2,
        photos: [{ photoID: expect.any(String), url: expect.any(String), takenAt: expect.any(String) }] as unknown,
        assignmentID: stopOf(run).assignmentID,
      },
    ])
    const { url } = past[0]!.photos![0]!
    expect((await customer.get(url)).status).toBe(302)
    expect((await (await office.customer(home)).get(url)).status).toBe(404)
  })

  test('tells a customer whom the completed run did not reach, in the past ones at once', async () => {
    await act(admin, await active(), 'complete', { outstanding: 'shift' })
    const { coming, past } = await mine()
    const moved = { yearNumber: 2026, monthNumber: 12, weekNumber: 2 }
    expect(past).toMatchObject([{ ...THIS_WEEK, state: 'not-reached', shiftedTo: moved }])
    expect(coming[0]).toMatchObject({ ...moved, state: 'upcoming' })
  })

  test('shows as many past ones as asked for, and says how many there are', async () => {
    await at('2026-08-31T02:00:00Z')
    for (const monthNumber of [9, 10, 11]) await customer.post('/v1/runs/no-pickups', { ...THIS_WEEK, monthNumber })
    await at('2027-01-04T02:00:00Z')
    expect((await mine()).past.map(({ from, state }) => `${from} ${state}`)).toEqual([
      '2026-11-09 skipped',
      '2026-10-12 skipped',
      '2026-09-14 skipped',
    ])
    const two = await mine('?past=2')
    expect([two.past.length, two.pastTotal]).toEqual([2, 3])
    for (const wrong of ['0', '101', '1.5', 'all'])
      expect((await ask(customer, `?past=${wrong}`)).body).toMatchObject({ fields: { past: expect.any(String) } })
  })

  test('is the caller’s own: it takes no other customer’s id, and no other role has one', async () => {
    const other = await office.customer(home)
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run, other), 3)])
    expect((await mine()).past).toEqual([])
    expect([
      (await ask(customer, `?customerID=${other.userID}`)).status,
      (await ask(office.admin)).status,
      (await ask(driver)).status,
      (await ask(office.nobody)).status,
    ]).toEqual([422, 403, 403, 401])
  })

  test('tells of the run on its way in figures only, until it has been there, and only today', async () => {
    const others = [await office.customer(home), await office.customer(home)]
    const run = await active()
    const device = deviceOf(office, driver, run)
    expect((await mine()).underWay).toBeNull()
    const order = [others[0], customer, others[1]].map((person) => stopOf(run, person).assignmentID)
    await driver.put(`/v1/runs/${run.runOrderID}/own-order`, { assignmentIDs: order })
    await device.send([device.done(stopOf(run, others[0]), 1)])
    const { underWay, ...rest } = await mine()
    const { arrival, ...figures } = underWay!
    expect(figures).toEqual({ stops: 3, done: 1, lastHeardAt: office.clock.now().toISOString() })
    const [from, to] = [Date.parse(arrival!.from), Date.parse(arrival!.to)]
    expect(to - from).toBe(3_600_000)
    expect(from).toBeLessThanOrEqual(office.clock.now().getTime())
    expect(to).toBeGreaterThan(office.clock.now().getTime())
    const said = JSON.stringify(rest)
    for (const other of others)
      for (const secret of [other.userID, stopOf(run, other).assignmentID]) expect(said).not.toContain(secret)
    expect(said).not.toContain(run.runOrderID)
    await device.send([device.done(stopOf(run), 1)])
    expect((await mine()).underWay).toBeNull()
    const waiting = await signedIn(office.fetch, others[1]!)
    expect((await ask(waiting)).body.underWay).toMatchObject({ stops: 3, done: 2 })
    office.clock.set(new Date(office.clock.now().getTime() + 24 * 3_600_000).toISOString())
    expect((await ask(await signedIn(office.fetch, others[1]!))).body.underWay).toBeNull()
  })

  test('counts only the customer’s own round of the run', async () => {
    const far = await office.customer({ ...home, runNumber: 2 })
    const run = await act<Run>(
      admin,
      await generated(officeThen(), {
        drivers: [
          { runNumber: 1, driverID: driver.userID },
          { runNumber: 2, driverID: driver.userID },
        ],
      }),
      'activate',
    )
    const near = await office.customer(home)
    await admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { add: [near.userID] } })
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run, far), 1)])
    expect((await mine()).underWay).toBeNull()
  })

  test('knows the usual time from the third collection at this address on', async () => {
    const collect = async (instant: string, monthNumber: number) => {
      await at(instant)
      const run = await act<Run>(
        admin,
        await generated(officeThen(), { monthNumber, drivers: [{ runNumber: 1, driverID: driver.userID }] }),
        'activate',
      )
      const device = deviceOf(office, driver, run)
      await device.send([monthNumber === 12 ? device.bagMt(stopOf(run)) : device.done(stopOf(run), 1)])
      await act(admin, run, 'complete')
    }
    await collect('2026-11-09T23:05:00Z', 11)
    expect((await mine()).usually).toBeNull()
    await collect('2026-12-14T22:45:00Z', 12)
    expect((await mine()).usually).toBeNull()
    await at('2027-01-11T23:15:00Z')
    const run = await act<Run>(
      admin,
      await generated(officeThen(), {
        yearNumber: 2027,
        monthNumber: 1,
        drivers: [{ runNumber: 1, driverID: driver.userID }],
      }),
      'activate',
    )
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run), 1)])
    // 10:05, 9:45 and 10:15 in Sydney, each on a Tuesday.
    expect((await mine()).usually).toEqual({ weekday: 2, from: 570, to: 630 })
    const { body } = await admin.get<Body & { version: number }>(`/v1/users/customers/${customer.userID}`)
    expect(body).toHaveProperty('address')
    expect((await admin.put(`/v1/users/customers/${customer.userID}`, { address: '1 Another Street' })).status).toBe(
      200,
    )
    expect((await mine()).usually).toBeNull()
  })

  test('has the weeks that a customer on request can ask for, and the open requests', async () => {
    await at('2026-11-08T08:00:00Z')
    const flexible = await office.customer({ ...home, collectionScheme: 'FLEXIBLE' })
    const first = (await ask(flexible)).body
    expect(first.coming).toEqual([])
    expect(first.requestable?.reason).toBeNull()
    expect(first.requestable?.weeks.slice(0, 2)).toEqual([
      { ...THIS_WEEK, from: '2026-11-09', to: '2026-11-15', own: true },
      { ...THIS_WEEK, weekNumber: 3, from: '2026-11-16', to: '2026-11-22', own: false },
    ])
    const { pickupRequestID } = (
      await flexible.post<Body & { pickupRequestID: string }>('/v1/runs/pickup-requests', THIS_WEEK)
    ).body
    const second = (await ask(flexible)).body
    expect(second.coming).toMatchObject([{ from: '2026-11-09', state: 'upcoming', pickupRequestID }])
    expect(second.requestable?.weeks[0]).toMatchObject({ from: '2026-11-16' })
    await draft()
    const third = (await ask(flexible)).body
    expect(third.coming).toMatchObject([{ from: '2026-11-09', state: 'upcoming' }])
    expect(third.coming[0]).not.toHaveProperty('pickupRequestID')
    expect(third.requestable?.weeks[0]).toMatchObject({ from: '2026-11-16' })
    await admin.put(`/v1/users/customers/${flexible.userID}/block`, { reason: 'Does not pay' })
    expect((await ask(flexible)).body).toMatchObject({
      status: 'BLOCKED',
      requestable: { weeks: [], reason: 'Your service is on hold. Please call us.' },
    })
  })

  test('marks a no pickup that came after the cut-off as late', async () => {
    await customer.post('/v1/runs/no-pickups', THIS_WEEK)
    await customer.post('/v1/runs/no-pickups', { ...THIS_WEEK, monthNumber: 12 })
    expect((await mine()).coming.slice(0, 2)).toMatchObject([
      { from: '2026-11-09', state: 'skipped', late: true },
      { from: '2026-12-14', state: 'skipped', late: false },
    ])
  })
})
