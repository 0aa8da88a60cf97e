import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { DriverRun, Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, type Person, signedIn } from '../../support/person.ts'
import {
  act,
  customersOf,
  deviceOf,
  generated,
  nextPeriod,
  runNow,
  said,
  suburbAndPackage,
} from '../../fixtures/runs.ts'

const PATH = '/v1/runs/no-pickups'
/** The week from Monday 09/11/2026 ends, in Sydney. */
const WEEK_OVER = '2026-11-15T13:00:00Z'
const CUTOFF = '2026-11-08T13:00:00Z'

/** Sunday 08/11/2026, 19:00 in Sydney: the cut-off of the coming week is at midnight. */
describe.each(databases)('withdrawing a no pickup on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    home = await suburbAndPackage(office)
    await office.make.calendarYear(2027)
    customer = await office.customer(home)
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  type Said = Body & { noPickupID: string; late: boolean }
  const sayNo = (person: Person, body: object = {}) => person.post<Said>(PATH, { ...THIS_WEEK, ...body })
  const withdraw = (person: Person, { noPickupID }: { noPickupID: string }) =>
    person.delete<Body>(`${PATH}/${noPickupID}`)
  const draft = (asked: object = {}) =>
    generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }], ...asked })
  const active = async (asked: object = {}) => act<Run>(office.admin, await draft(asked), 'activate')
  const stopOf = (run: Run, { userID } = customer) => run.jobs.find(({ customerID }) => customerID === userID)
  const theirs = async (run: Run, person = customer) => stopOf(await runNow(office, run), person)!
  const onRun = async (run: Run) =>
    (await runNow(office, run)).jobs
      .filter(({ state }) => state !== 'shifted' && state !== 'cancelled')
      .map(({ customerID }) => customerID)
  const card = async ({ userID }: { userID: string } = customer) =>
    (
      await office.admin.get<{ due: { monthNumber: number } | null; nextPickUp: string | null }>(
        `/v1/users/customers/${userID}`,
      )
    ).body
  const due = async (person: { userID: string } = customer) => (await card(person)).due?.monthNumber
  const week = async (headers: Record<string, string> = {}) => driver.get<{ items: DriverRun[] }>('/v1/runs', headers)
  const schedule = async (person: Person) =>
    (await person.get<ScheduledWeek[]>('/v1/runs/customer-schedules')).body.map(({ from, state }) => `${from} ${state}`)
  const others = async (count: number) => customersOf(office, count, home)

  /** The first weeks of the schedule once this week is skipped. */
  const SKIPPED = {
    MONTHLY: ['2026-11-09 skipped', '2026-12-14 upcoming', '2027-01-11 upcoming'],
    SECOND_MONTHLY: ['2026-11-09 skipped', '2026-12-14 upcoming', '2027-02-08 upcoming'],
    FORTNIGHTLY: ['2026-11-09 skipped', '2026-11-23 upcoming', '2026-12-14 upcoming'],
    FLEXIBLE: ['2026-11-09 skipped', '2026-12-14 upcoming'],
  }

  test.each(['no run', 'a draft', 'a draft, active when withdrawn', 'an active run'] as const)(
    'before the cut-off it does the same whatever the run is, and withdrawing undoes it: %s',
    async (moment) => {
      const schemes = Object.keys(SKIPPED) as (keyof typeof SKIPPED)[]
      const made = []
      for (const collectionScheme of schemes) made.push(await office.make.customer({ ...home, collectionScheme }))
      const ids = made.map(({ customerID }) => customerID)
      await office.admin.post('/v1/runs/pickup-requests', { ...THIS_WEEK, customerID: ids[3] })
      const run = moment === 'no run' ? null : await draft()
      if (run && moment === 'an active run') await act(office.admin, run, 'activate')
      const look = async () => {
        const seen = []
        for (const customerID of ids) {
          const { body } = await office.admin.get<ScheduledWeek[]>(
            `/v1/runs/customer-schedules?customerID=${customerID}`,
          )
          const { nextPickUp } = await card({ userID: customerID })
          seen.push({ nextPickUp, weeks: body.slice(0, 3).map(({ from, state }) => `${from} ${state}`) })
        }
        return seen
      }
      const before = await look()
      expect(before.map(({ nextPickUp }) => nextPickUp)).toEqual(ids.map(() => '2026-11-09'))
      const given = []
      for (const customerID of ids) given.push((await sayNo(office.admin, { customerID, reason: 'Away' })).body)
      const skipped = schemes.map((scheme) => ({
        nextPickUp: SKIPPED[scheme][1]!.slice(0, 10),
        weeks: SKIPPED[scheme],
      }))
      expect(await look()).toEqual(skipped)
      if (run && moment === 'a draft, active when withdrawn') {
        await act(office.admin, run, 'activate')
        expect(await look()).toEqual(skipped)
      }
      for (const no of given) expect((await withdraw(office.admin, no)).status).toBe(204)
      expect(await look()).toEqual(before)
      if (run) expect(await onRun(run)).toEqual(expect.arrayContaining(ids))
    },
  )

  test('given before the run was marked active, withdrawn after: the stop is back at its round’s end, and completing it counts from its own week', async () => {
    await others(2)
    const run = await draft()
    const no = (await sayNo(customer)).body
    await act(office.admin, run, 'activate')
    expect(await theirs(run)).toMatchObject({ state: 'shifted', reason: 'No pickup', customerCancelledAt: null })
    expect(await due()).toBe(12)
    const { version } = await runNow(office, run)
    expect((await withdraw(customer, no)).status).toBe(204)
    const now = await runNow(office, run)
    expect(now.version).toBe(version + 1)
    expect(stopOf(now)).toMatchObject({
      assignmentID: stopOf(run)!.assignmentID,
      state: 'planned',
      reason: null,
      shiftedTo: null,
      noPickup: null,
      driverID: driver.userID,
      stopOrder: Math.max(...now.jobs.map(({ stopOrder }) => stopOrder)),
    })
    expect(stopOf(now)!.stopOrder).toBeGreaterThan(stopOf(run)!.stopOrder)
    expect(await due()).toBe(11)
    const device = deviceOf(office, driver, run)
    expect(said((await device.send(now.jobs.map((stop) => device.done(stop)))).results)).toEqual(
      now.jobs.map(() => 'applied'),
    )
    await act(office.admin, run, 'complete')
    expect(await due()).toBe(12)
  })

  test('given while the run is active: the driver has the stop struck through at the next sync, and off the counts, until it is withdrawn', async () => {
    await others(2)
    const run = await active()
    const etag = async () => (await week()).headers.get('etag') ?? ''
    const [planned, no] = [await etag(), (await sayNo(customer, { reason: 'Away' })).body]
    expect((await week({ 'if-none-match': planned })).status).toBe(200)
    const [seen] = (await week()).body.items
    expect(seen).toMatchObject({ stops: 2, done: 0 })
    expect(seen!.jobs).toHaveLength(3)
    expect(seen!.jobs.find(({ customerID }) => customerID === customer.userID)).toMatchObject({
      state: 'shifted',
      customerCancelledAt: '2026-11-08T08:00:00.000Z',
      reason: 'No pickup: Away',
      noPickup: { late: false, reason: 'Away' },
      shiftedTo: nextPeriod,
    })
    expect((await driver.get<Run>(`/v1/runs/${run.runOrderID}`)).body.jobs).toHaveLength(3)
    const struck = await etag()
    expect((await week({ 'if-none-match': struck })).status).toBe(304)

    await customer.put(`${PATH}/${no.noPickupID}`, { reason: 'Away until Friday' })
    expect((await week({ 'if-none-match': struck })).status).toBe(200)
    expect(await theirs(run)).toMatchObject({ reason: 'No pickup: Away until Friday' })

    const renamed = await etag()
    await withdraw(customer, no)
    const [back] = (await week({ 'if-none-match': renamed })).body.items
    expect(back).toMatchObject({ stops: 3 })
    expect(back!.jobs.at(-1)).toMatchObject({
      customerID: customer.userID,
      state: 'planned',
      customerCancelledAt: null,
      noPickup: null,
    })
    expect(back!.jobs.at(-1)!.version).toBeGreaterThan(run.jobs[0]!.version)
  })

  test('the run stays on the driver’s phone when every stop of theirs is skipped', async () => {
    const run = await active()
    const before = (await week()).headers.get('etag') ?? ''
    const no = (await sayNo(customer, { reason: 'Away' })).body
    const [seen] = (await week({ 'if-none-match': before })).body.items
    expect(seen).toMatchObject({ runOrderID: run.runOrderID, stops: 0, done: 0, totalBags: 0 })
    expect(seen!.jobs).toMatchObject([{ state: 'shifted', noPickup: { reason: 'Away' } }])
    expect(await driver.get(`/v1/runs/${run.runOrderID}`)).toMatchObject({ status: 200, body: { stops: 0 } })
    await withdraw(customer, no)
    expect((await week()).body.items).toMatchObject([{ stops: 1, jobs: [{ state: 'planned' }] }])
  })

  test('a skipped stop counts as finished field work, and no longer once it is back', async () => {
    await others(1)
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.filter((stop) => stop.customerID !== customer.userID).map((stop) => device.done(stop)))
    const no = (await sayNo(customer)).body
    expect(await runNow(office, run)).toMatchObject({ stops: 1, done: 1, doneAt: expect.any(String) as string })
    await withdraw(customer, no)
    expect(await runNow(office, run)).toMatchObject({ stops: 2, done: 1, doneAt: null })
    expect(await office.admin.put(`/v1/runs/${run.runOrderID}/complete`)).toMatchObject({
      status: 409,
      body: { code: 'outcome_missing' },
    })
  })

  test('the drafts of later weeks follow: every second month the customer joins the next month’s, and leaves it again', async () => {
    const second = await office.customer({ ...home, collectionScheme: 'SECOND_MONTHLY' })
    const run = await active()
    const [december, january] = [await draft({ monthNumber: 12 }), await draft({ yearNumber: 2027, monthNumber: 1 })]
    const drafts = async () => [
      (await onRun(december)).includes(second.userID),
      (await onRun(january)).includes(second.userID),
    ]
    expect(await drafts()).toEqual([false, true])
    const no = (await sayNo(second)).body
    expect([await drafts(), await due(second)]).toEqual([[true, false], 12])
    await withdraw(second, no)
    expect([await drafts(), await due(second)]).toEqual([[false, true], 11])
    expect(await onRun(run)).toContain(second.userID)
    // The monthly customer is in each of them all the time.
    const monthly = (await sayNo(customer)).body
    await withdraw(customer, monthly)
    for (const one of [run, december, january]) expect(await onRun(one)).toContain(customer.userID)
  })

  test('recorded by the driver all the same it goes to the office; accepted it counts, and withdrawing changes nothing more', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    const device = deviceOf(office, driver, run)
    const tap = device.done(stopOf(run)!, 2)
    expect(said((await device.send([tap])).results)).toEqual(['review job_skipped'])
    await office.admin.put(`/v1/runs/exceptions/${tap.eventID}`, { decision: 'accept' })
    expect(await theirs(run)).toMatchObject({ state: 'done', outcome: 'COLLECTED', pu: 2, shiftedTo: null })
    expect((await schedule(customer))[0]).toBe('2026-11-09 done')
    expect((await withdraw(customer, no)).status).toBe(204)
    expect(await theirs(run)).toMatchObject({ state: 'done', outcome: 'COLLECTED', noPickup: null })
    await act(office.admin, run, 'complete')
    expect(await due()).toBe(12)
  })

  test('recorded by the driver before it was given: the record counts, the stop stays, and withdrawing leaves nothing to decide', async () => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run)!)])
    const no = (await sayNo(customer)).body
    const open = async () => (await office.admin.get<{ total: number }>('/v1/runs/exceptions')).body.total
    expect(await theirs(run)).toMatchObject({ state: 'done', outcome: 'COLLECTED' })
    expect(await open()).toBe(1)
    await withdraw(customer, no)
    expect(await open()).toBe(0)
  })

  test('recorded while it was skipped, and withdrawn before the office decided: the stop is back, and the record can be accepted', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    const device = deviceOf(office, driver, run)
    const tap = device.done(stopOf(run)!, 1)
    await device.send([tap])
    expect((await office.admin.get<{ items: Body[] }>('/v1/runs/exceptions')).body.items).toMatchObject([
      { message: 'The customer said “no pickup”, and the stop was off the run.' },
    ])
    await withdraw(customer, no)
    expect(await theirs(run)).toMatchObject({ state: 'planned', outcome: null })
    await office.admin.put(`/v1/runs/exceptions/${tap.eventID}`, { decision: 'accept' })
    expect(await theirs(run)).toMatchObject({ state: 'done', outcome: 'COLLECTED' })
  })

  test('once the run is completed it is refused, and nothing changes', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    await act(office.admin, run, 'complete')
    for (const person of [customer, office.admin])
      expect(await withdraw(person, no)).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', message: 'The run of this week is already completed.' },
      })
    expect([(await sayNo(customer)).body.code, await due()]).toEqual(['no_pickup_taken', 12])
  })

  test('the office withdraws one until the week is over, while the run is active', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    office.clock.set(new Date(Date.parse(WEEK_OVER) - 1).toISOString())
    expect(await withdraw(customer, no)).toMatchObject({ status: 409, body: { code: 'cutoff_passed' } })
    office.clock.set(WEEK_OVER)
    expect(await withdraw(await signedIn(office.fetch, office.admin), no)).toMatchObject({
      status: 409,
      body: { code: 'week_over' },
    })
    office.clock.set(new Date(Date.parse(WEEK_OVER) - 1).toISOString())
    expect((await withdraw(await signedIn(office.fetch, office.admin), no)).status).toBe(204)
    office.clock.set('2026-11-08T08:00:00Z')
    expect(await theirs(run)).toMatchObject({ state: 'planned' })
  })

  test('moved by the customer to another week, the stop of the first week is back', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    const moved = await customer.put<Said>(`${PATH}/${no.noPickupID}`, { monthNumber: 12 })
    expect(moved).toMatchObject({ status: 200, body: { monthNumber: 12, late: false } })
    expect(await theirs(run)).toMatchObject({ state: 'planned', customerCancelledAt: null, noPickup: null })
    const december = await active({ monthNumber: 12 })
    expect(await theirs(december)).toMatchObject({ state: 'shifted', reason: 'No pickup' })
    // And back again, in one call.
    await customer.put<Said>(`${PATH}/${no.noPickupID}`, { monthNumber: 11, reason: 'Sick' })
    expect(await theirs(run)).toMatchObject({ state: 'shifted', reason: 'No pickup: Sick' })
    expect(await theirs(december)).toMatchObject({ state: 'planned' })
  })

  test('a stop the office had shifted itself stays shifted', async () => {
    const run = await active()
    const to = { ...THIS_WEEK, weekNumber: 3 }
    await act(office.admin, run, `assignments/${stopOf(run)!.assignmentID}/shift`, { to, reason: 'Asked for it' })
    const no = (await sayNo(customer)).body
    await withdraw(customer, no)
    expect(await theirs(run)).toMatchObject({ state: 'shifted', shiftedTo: to, reason: 'Asked for it' })
    expect((await card()).nextPickUp).toBe('2026-11-16')
  })

  test('a next collection that the office has named since stays', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    const cycles = { collectionScheme: 'MONTHLY', weekNumber: 2, runNumber: 1 }
    await office.admin.put(`/v1/users/customers/${customer.userID}/cycles`, {
      ...cycles,
      due: { yearNumber: 2027, monthNumber: 2 },
    })
    await withdraw(customer, no)
    expect(await theirs(run)).toMatchObject({ state: 'planned' })
    expect((await card()).due).toMatchObject({ yearNumber: 2027, monthNumber: 2 })
  })

  test('of a customer who was blocked since, nothing is put back', async () => {
    const run = await active()
    const no = (await sayNo(customer)).body
    await office.admin.put(`/v1/users/customers/${customer.userID}/block`, { reason: 'Gate locked' })
    expect((await withdraw(customer, no)).status).toBe(204)
    expect(await theirs(run)).toMatchObject({ state: 'shifted' })
  })

  test('a stop that comes back gets the driver who has its round by then', async () => {
    await others(1)
    const [other, run] = [await office.driver(), await active()]
    const no = (await sayNo(customer)).body
    const rest = run.jobs.filter(({ customerID }) => customerID !== customer.userID)
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: rest.map(({ assignmentID }) => assignmentID), driverID: other.userID }] },
    })
    await withdraw(customer, no)
    expect(await theirs(run)).toMatchObject({ state: 'planned', driverID: other.userID })
    expect((await other.get<{ items: DriverRun[] }>('/v1/runs')).body.items[0]).toMatchObject({ stops: 2 })
  })

  test('on a further run of the week by then, the customer is not put on the first one too', async () => {
    await others(1)
    const run = await active()
    const no = (await sayNo(customer)).body
    await others(1)
    const further = await draft()
    await office.admin.put(`/v1/runs/${further.runOrderID}`, { jobs: { add: [customer.userID] } })
    expect((await withdraw(customer, no)).status).toBe(204)
    expect(await onRun(run)).not.toContain(customer.userID)
    expect(await onRun(further)).toContain(customer.userID)
  })

  test('the office can’t add a customer to an active run while the no pickup stands', async () => {
    await others(1)
    const run = await active()
    await sayNo(customer)
    const add = await office.admin.put<Body>(`/v1/runs/${run.runOrderID}`, { jobs: { add: [customer.userID] } })
    expect(add).toMatchObject({
      status: 409,
      body: { code: 'cannot_generate_pickup', reason: 'There’s a no pickup for this week. Withdraw it first.' },
    })
  })

  test('late it is the office’s to withdraw, even if the week moves later', async () => {
    await active()
    office.clock.set(CUTOFF)
    const no = (await sayNo(customer)).body
    expect(no.late).toBe(true)
    const { items } = (
      await office.admin.get<{ items: { calendarSettingID: string; monthNumber: number; weekNumber: number }[] }>(
        '/v1/settings/calendars?yearNumber=2026&perPage=100',
      )
    ).body
    const row = items.find((one) => one.monthNumber === 11 && one.weekNumber === 2)!
    const moved = await office.admin.put(`/v1/settings/calendars/${row.calendarSettingID}/move`, {
      from: '2026-11-16',
      to: '2026-11-22',
      following: 'push',
    })
    expect(moved.status).toBe(200)
    expect(await withdraw(customer, no)).toMatchObject({ status: 409, body: { code: 'cutoff_passed' } })
    expect((await withdraw(office.admin, no)).status).toBe(204)
  })

  test('late while the run is a draft: it leaves the run when that is marked active, and the office can put it back', async () => {
    await others(1)
    const run = await draft()
    office.clock.set(CUTOFF)
    const no = (await sayNo(customer)).body
    expect(no.late).toBe(true)
    await act(office.admin, run, 'activate')
    expect(await theirs(run)).toMatchObject({ state: 'shifted' })
    expect((await schedule(customer)).slice(0, 2)).toEqual(['2026-11-09 skipped', '2026-12-14 upcoming'])
    expect((await withdraw(customer, no)).body.code).toBe('cutoff_passed')
    expect((await withdraw(office.admin, no)).status).toBe(204)
    expect(await theirs(run)).toMatchObject({ state: 'planned', driverID: driver.userID })
  })
})
