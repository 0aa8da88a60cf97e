import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, generated, NEVER, deviceOf, runNow, said, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/no-pickups'
/** The cut-off of the week from Monday 09/11/2026: Sunday 23:59 has passed at midnight in Sydney (UTC+11). */
const CUTOFF = '2026-11-08T13:00:00.000Z'
/** Monday morning; the admin, signed in on Sunday afternoon, is still signed in. */
const LATE = '2026-11-08T18:00:00.000Z'
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

describe.each(databases)('no pickups on %s', (kind) => {
  let office: Office
  let customer: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    customer = await office.customer(await suburbAndPackage(office))
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const say = (person: Person, body: object = {}) =>
    person.post<Body & { noPickupID: string; version: number }>(PATH, { ...THIS_WEEK, ...body })
  const etag = (version: number) => ({ 'if-match': `"${version}"` })

  test('a customer makes one for the own week, with a reason, and sees it', async () => {
    const said = await say(customer, { reason: 'Away' })
    expect(said).toMatchObject({
      status: 201,
      body: { refId: '1', customerID: customer.userID, reason: 'Away', late: false, ...THIS_WEEK },
    })
    expect((await customer.get<{ items: object[] }>(PATH)).body.items).toMatchObject([
      { noPickupID: said.body.noPickupID },
    ])
    expect((await customer.get(`${PATH}/${said.body.noPickupID}`)).headers.get('etag')).toBe('"1"')
  })

  test('a customer sees only their own: another customer’s does not exist for them', async () => {
    const mine = await say(customer)
    const other = await office.customer(await suburbAndPackage(office))
    const path = `${PATH}/${mine.body.noPickupID}`
    expect([
      (await other.get(path)).status,
      (await other.delete(path)).status,
      (await say(other, { customerID: customer.userID })).status,
    ]).toEqual([404, 404, 404])
    expect((await other.get<{ total: number }>(PATH)).body.total).toBe(0)
    expect((await other.get(`${PATH}?customerID=${customer.userID}`)).status).toBe(404)
    expect((await other.put(path, { reason: 'x' })).status).toBe(404)
  })

  test('there is one for each week, in a calendar week that is not over', async () => {
    await say(customer)
    expect(await say(customer)).toMatchObject({ status: 409, body: { code: 'no_pickup_taken' } })
    expect((await say(customer, { yearNumber: 2031 })).body.fields).toEqual({
      weekNumber: 'This week isn’t in the calendar',
    })
    expect(await say(customer, { monthNumber: 10, weekNumber: 4 })).toMatchObject({
      status: 409,
      body: { code: 'week_over' },
    })
  })

  test('an admin makes one for any customer, and has to name the customer', async () => {
    expect((await say(office.admin)).body.fields).toEqual({ customerID: 'This field is mandatory' })
    expect((await say(office.admin, { customerID: NEVER })).body.fields).toEqual({
      customerID: 'This customer doesn’t exist',
    })
    expect((await say(office.admin, { customerID: customer.userID })).status).toBe(201)
    const list = async (query: string) => (await office.admin.get<{ total: number }>(`${PATH}${query}`)).body.total
    expect([
      await list(`?customerID=${customer.userID}`),
      await list('?monthNumber=12'),
      await list('?keyword=Abbott'),
      await list('?from=2026-11-08&to=2026-11-08'),
    ]).toEqual([1, 0, 1, 1])
  })

  test('says who gave it and when; the office’s person is named to the office only', async () => {
    await say(customer, { reason: 'Away' })
    office.clock.set(CUTOFF)
    await say(office.admin, { customerID: customer.userID, monthNumber: 12 })
    const list = async (person: Person) =>
      (await person.get<{ items: object[] }>(`${PATH}?sort=monthNumber`)).body.items
    const times = [
      { from: '2026-11-09', to: '2026-11-15', cutoff: '2026-11-08T13:00:00.000Z' },
      { from: '2026-12-14', to: '2026-12-20', cutoff: '2026-12-13T13:00:00.000Z' },
    ]
    const names = await Promise.all(
      [customer, office.admin].map(
        async (person) => (await person.get<{ fullName: string }>('/v1/users/profile')).body.fullName,
      ),
    )
    expect(await list(office.admin)).toMatchObject([
      { ...times[0], by: 'CUSTOMER', createdBy: names[0], createdAt: '2026-11-08T08:00:00.000Z' },
      { ...times[1], by: 'OFFICE', createdBy: names[1], createdAt: '2026-11-08T13:00:00.000Z' },
    ])
    const own = await list(customer)
    expect(own).toMatchObject([
      { ...times[0], by: 'CUSTOMER' },
      { ...times[1], by: 'OFFICE' },
    ])
    for (const one of own) expect(one).not.toHaveProperty('createdBy')
  })

  test('it is in time until Sunday 23:59, late until the week is over', async () => {
    const home = await suburbAndPackage(office)
    const others = [await office.customer(home), await office.customer(home), await office.customer(home)]
    const late = async (person: Person, at: string) => {
      office.clock.set(at)
      const { body } = await say(person)
      return body.code ?? body.late
    }
    expect(await late(customer, before(CUTOFF))).toBe(false)
    expect(await late(others[0]!, CUTOFF)).toBe(true)
    expect(await late(others[1]!, '2026-11-15T12:59:59Z')).toBe(true)
    expect(await late(others[2]!, '2026-11-15T13:00:00Z')).toBe('week_over')
  })

  test('the customer withdraws their own until the cut-off, the office at any time', async () => {
    const { noPickupID } = (await say(customer)).body
    office.clock.set(before(CUTOFF))
    expect((await customer.delete(`${PATH}/${noPickupID}`)).status).toBe(204)
    const again = (await say(customer)).body
    office.clock.set(CUTOFF)
    expect(await customer.delete(`${PATH}/${again.noPickupID}`)).toMatchObject({
      status: 409,
      body: { code: 'cutoff_passed' },
    })
    expect((await office.admin.delete(`${PATH}/${again.noPickupID}`, undefined, etag(9))).status).toBe(412)
    expect((await office.admin.delete(`${PATH}/${again.noPickupID}`, undefined, etag(1))).status).toBe(204)
  })

  test('the customer changes their own until the cut-off, to a week that is still possible', async () => {
    const { noPickupID } = (await say(customer)).body
    const change = (body: object, version?: number) =>
      customer.put<Body & { version: number }>(`${PATH}/${noPickupID}`, body, version ? etag(version) : undefined)
    expect(await change({ reason: 'Away until Friday' }, 1)).toMatchObject({
      status: 200,
      body: { reason: 'Away until Friday', version: 2, late: false },
    })
    expect((await change({ reason: 'x' }, 1)).status).toBe(412)
    expect(await change({ monthNumber: 12 })).toMatchObject({
      status: 200,
      body: { monthNumber: 12, weekNumber: 2, late: false },
    })
    office.clock.set(LATE)
    expect(await change({ monthNumber: 11 })).toMatchObject({ status: 409, body: { code: 'cutoff_passed' } })
    expect(await change({ monthNumber: 10, weekNumber: 4 })).toMatchObject({ status: 409, body: { code: 'week_over' } })
    expect((await customer.get<{ items: object[] }>(PATH)).body.items).toMatchObject([
      { monthNumber: 12, reason: 'Away until Friday' },
    ])
    const second = (await say(customer)).body
    expect(second).toMatchObject({ late: true })
    const late = (body: object) => customer.put<Body>(`${PATH}/${second.noPickupID}`, body)
    expect([
      (await late({ reason: 'x' })).body.code,
      (await late({ monthNumber: 12, weekNumber: 3 })).body.code,
    ]).toEqual(['cutoff_passed', 'cutoff_passed'])
  })

  test('sent again unchanged it changes nothing: no new version, no audit entry', async () => {
    const { noPickupID } = (await say(customer, { reason: 'Away' })).body
    const again = (body: object) => customer.put(`${PATH}/${noPickupID}`, body)
    expect((await again({ reason: 'Away', ...THIS_WEEK })).body).toMatchObject({ version: 1 })
    expect((await again({ reason: null })).body).toMatchObject({ version: 2, reason: null })
    expect((await again({ reason: '' })).body).toMatchObject({ version: 2 })
    // After the cut-off, a request that changes nothing is not refused.
    office.clock.set(LATE)
    expect((await again({ reason: null })).status).toBe(200)
    const { body } = await office.admin.get<{ items: { action: string }[] }>('/v1/audit?subjectKind=no_pickup')
    expect(body.items.map(({ action }) => action).sort()).toEqual(['no_pickup.create', 'no_pickup.update'])
  })

  test('made by the office for a requested pickup: the stop is grey, and leaves the run when it is activated', async () => {
    const flexible = await office.make.customer({ ...(await suburbAndPackage(office)), collectionScheme: 'FLEXIBLE' })
    const { customerID } = flexible
    await office.admin.post('/v1/runs/pickup-requests', { customerID, ...THIS_WEEK })
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: (await office.driver()).userID }] })
    await say(office.admin, { customerID, reason: 'Sold the house' })
    const stop = (run: Run) => run.jobs.find((other) => other.customerID === customerID)
    expect(stop(await runNow(office, draft))).toMatchObject({
      state: 'planned',
      noPickup: { reason: 'Sold the house' },
    })
    expect(stop(await act<Run>(office.admin, draft, 'activate'))).toMatchObject({
      state: 'shifted',
      shiftedTo: { monthNumber: 12, weekNumber: 2 },
    })
  })

  async function activeWith(person: Person): Promise<{ run: Run; driver: Person }> {
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    expect(draft.jobs.map(({ customerID }) => customerID)).toContain(person.userID)
    return { run: await act<Run>(office.admin, draft, 'activate'), driver }
  }

  test('in a draft the stop is grey, with the reason', async () => {
    const draft = await generated(office)
    const { noPickupID } = (await say(customer, { reason: 'Nothing to collect' })).body
    expect((await runNow(office, draft)).jobs[0]).toMatchObject({
      state: 'planned',
      noPickup: { noPickupID, reason: 'Nothing to collect', late: false },
    })
  })

  test('late, in an active run: the driver reads "customer cancelled", until it is withdrawn', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    const { noPickupID } = (await say(customer, { reason: 'Forgot' })).body
    const seen = async () => (await driver.get<{ items: Run[] }>('/v1/runs')).body.items[0]!.jobs[0]!
    expect(await seen()).toMatchObject({
      customerCancelledAt: LATE,
      noPickup: { late: true, reason: 'Forgot' },
      version: run.jobs[0]!.version + 2,
    })
    await office.admin.delete(`${PATH}/${noPickupID}`)
    expect(await seen()).toMatchObject({ customerCancelledAt: null, noPickup: null })
  })

  test('late, and the driver went there nevertheless: the record counts and the office decides', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    await say(customer)
    const device = deviceOf(office, driver, run)
    const tap = device.done(run.jobs[0]!, 2)
    expect(said((await device.send([tap])).results)).toEqual(['applied customer_cancelled'])
    expect(said((await device.send([tap])).results)).toEqual(['duplicate customer_cancelled'])
    expect((await runNow(office, run)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    const open = await office.admin.get<{ items: object[] }>('/v1/runs/exceptions')
    expect(open.body.items).toMatchObject([
      { eventID: tap.eventID, code: 'customer_cancelled', result: 'applied', decision: 'open' },
    ])
    await office.admin.put(`/v1/runs/exceptions/${tap.eventID}`, {
      decision: 'dismiss',
      reason: 'The customer had said no',
    })
    expect((await runNow(office, run)).jobs[0]).toMatchObject({ outcome: null, pu: 0, state: 'planned' })
    expect((await office.admin.get<{ total: number }>('/v1/pays')).body.total).toBe(0)
  })

  test.each(['active', 'completed'])(
    'late, after the driver had been there, in a run that is %s: the record counts and the office decides',
    async (status) => {
      const { run, driver } = await activeWith(customer)
      office.clock.set(LATE)
      const device = deviceOf(office, driver, run)
      const [first, second] = [device.done(run.jobs[0]!, 1), device.done(run.jobs[0]!, 2)]
      await device.send([first, device.note(run.jobs[0]!, 'Side gate'), second])
      if (status === 'completed') await act(office.admin, run, 'complete')
      expect(await openCases()).toEqual([])
      await say(customer)
      expect((await runNow(office, run)).jobs[0]).toMatchObject({
        outcome: 'COLLECTED',
        pu: 2,
        noPickup: { late: true },
      })
      expect(await openCases()).toMatchObject([
        {
          eventID: second.eventID,
          code: 'customer_cancelled',
          message: 'The customer said “no pickup”.',
          result: 'applied',
          decision: 'open',
        },
      ])
      expect(said((await device.send([second])).results)).toEqual(['duplicate customer_cancelled'])
      await decide(second, 'accept')
      expect(await openCases()).toEqual([])
      expect((await runNow(office, run)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    },
  )

  test('late, after the driver had been there, and the record is dismissed: the stop is open again, without income', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    const device = deviceOf(office, driver, run)
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    await say(customer)
    await decide(tap, 'dismiss')
    expect((await runNow(office, run)).jobs[0]).toMatchObject({
      outcome: null,
      outcomeEventID: null,
      pu: 0,
      state: 'planned',
    })
    expect((await office.admin.get<{ total: number }>('/v1/pays')).body.total).toBe(0)
  })

  test('late, after the driver had been there: a later correction goes to the office too', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    await say(customer)
    expect(said((await device.send([device.done(run.jobs[0]!, 3)])).results)).toEqual(['applied customer_cancelled'])
  })

  test('late, after the driver had been there, then withdrawn: nothing is left to decide', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    const device = deviceOf(office, driver, run)
    const tap = device.done(run.jobs[0]!)
    await device.send([tap])
    const { noPickupID } = (await say(customer)).body
    expect(await openCases()).toHaveLength(1)
    await office.admin.delete(`${PATH}/${noPickupID}`)
    expect(await openCases()).toEqual([])
    expect((await runNow(office, run)).jobs[0]).toMatchObject({
      outcome: 'COLLECTED',
      customerCancelledAt: null,
      noPickup: null,
      events: [{ eventID: tap.eventID, code: null, decision: null }],
    })
  })

  test('late, after the driver recorded that the customer cancelled: no exception, both say the same', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    const device = deviceOf(office, driver, run)
    await device.send([device.not(run.jobs[0]!, 'CUSTOMER_CANCELLED')])
    await say(customer)
    expect(await openCases()).toEqual([])
  })

  const openCases = async () => (await office.admin.get<{ items: object[] }>('/v1/runs/exceptions')).body.items
  const decide = (event: { eventID: string }, decision: string) =>
    office.admin.put(`/v1/runs/exceptions/${event.eventID}`, { decision, reason: 'The customer had said no' })

  test('"the customer cancelled", recorded by the driver, is no exception', async () => {
    const { run, driver } = await activeWith(customer)
    office.clock.set(LATE)
    await say(customer)
    const device = deviceOf(office, driver, run)
    expect(
      said(
        (await device.send([device.not(run.jobs[0]!, 'CUSTOMER_CANCELLED'), device.note(run.jobs[0]!, 'Saw it')]))
          .results,
      ),
    ).toEqual(['applied', 'applied'])
  })

  test('an admin moves one to another week, and the driver of the first week sees the stop again', async () => {
    const { run } = await activeWith(customer)
    office.clock.set(LATE)
    const { noPickupID } = (await say(customer)).body
    const moved = await office.admin.put<Body>(
      `${PATH}/${noPickupID}`,
      { monthNumber: 12, reason: 'In December' },
      etag(1),
    )
    expect(moved.body).toMatchObject({ monthNumber: 12, weekNumber: 2, reason: 'In December', late: false, version: 2 })
    expect((await runNow(office, run)).jobs[0]).toMatchObject({ customerCancelledAt: null, noPickup: null })
    expect((await office.admin.put(`${PATH}/${noPickupID}`, { reason: 'x' }, etag(1))).status).toBe(412)
    await say(office.admin, { customerID: customer.userID })
    expect((await office.admin.put(`${PATH}/${noPickupID}`, { monthNumber: 11 })).body).toMatchObject({
      code: 'no_pickup_taken',
    })
  })
})
