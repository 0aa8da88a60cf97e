import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, type Nobody, type Person, signedIn } from '../../support/person.ts'
import { act, generated, NEVER, deviceOf, photograph, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/customer-schedules'

/** Tuesday 10/11/2026. */
describe.each(databases)('a customer’s schedule on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await suburbAndPackage(office)
    await office.make.calendarYear(2027)
    customer = await office.customer(home)
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const ask = (person: Nobody, query = '') => person.get<ScheduledWeek[] & Body>(`${PATH}${query}`)
  const mine = async () => (await ask(customer)).body as ScheduledWeek[]
  const seenByOffice = async (customerID = customer.userID) =>
    (await ask(office.admin, `?customerID=${customerID}`)).body as ScheduledWeek[]
  const short = (weeks: readonly ScheduledWeek[]) => weeks.map(({ from, state }) => `${from} ${state}`)
  const somebody = async (some: Partial<CallOf<typeof createCustomer>> = {}) =>
    (await office.make.customer({ ...home, ...some })).customerID
  const draft = (asked: object = {}) =>
    generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }], ...asked })
  const active = async () => act<Run>(office.admin, await draft(), 'activate')
  const stopOf = (run: Run, customerID = customer.userID) =>
    run.jobs.find((stop) => stop.customerID === customerID && stop.state !== 'cancelled')!
  const shift = (run: Run, body: object) =>
    office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${stopOf(run).assignmentID}/shift`, body)
  const sayNo = async (body: object = {}) =>
    (await customer.post<Body & { noPickupID: string }>('/v1/runs/no-pickups', { ...THIS_WEEK, ...body })).body

  test('is the weeks of the coming year by the cycle, each with its cut-off, earliest first', async () => {
    const weeks = await mine()
    expect(weeks[0]).toEqual({
      ...THIS_WEEK,
      from: '2026-11-09',
      to: '2026-11-15',
      cutoff: '2026-11-08T13:00:00.000Z',
      serviceType: 'GARDEN_BAG',
      state: 'upcoming',
    })
    expect(weeks.map(({ from }) => from)).toEqual([
      '2026-11-09',
      '2026-12-14',
      '2027-01-11',
      '2027-02-08',
      '2027-03-08',
      '2027-04-12',
      '2027-05-10',
      '2027-06-14',
      '2027-07-12',
      '2027-08-09',
      '2027-09-13',
      '2027-10-11',
      '2027-11-08',
    ])
    // Summer time in Sydney, then winter.
    expect(weeks.map(({ cutoff }) => cutoff.slice(11, 13)).filter((hour, i, all) => all.indexOf(hour) === i)).toEqual([
      '13',
      '14',
    ])
  })

  test('of every second month continues from the stop in a run, whether or not it is completed yet', async () => {
    const second = await somebody({ collectionScheme: 'SECOND_MONTHLY' })
    const before = short(await seenByOffice(second))
    const run = await active()
    expect(short(await seenByOffice(second))).toEqual(before)
    expect((await seenByOffice(second))[0]).toMatchObject({ state: 'upcoming', runOrderID: run.runOrderID })
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop, 2)))
    await act(office.admin, run, 'complete')
    expect(short(await seenByOffice(second))).toEqual([before[0]!.replace('upcoming', 'done'), ...before.slice(1)])
  })

  test('says what became of past stops, with bags and photos the customer may open, and nothing of the office’s', async () => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    const photo = await photograph(office, driver, device, stopOf(run))
    await device.send([device.done(stopOf(run), 3), photo, device.note(stopOf(run), 'Grumpy today')])
    const { photoID } = photo as { photoID: string }
    const [week] = await mine()
    expect(week).toEqual({
      ...THIS_WEEK,
      from: '2026-11-09',
      to: '2026-11-15',
      cutoff: '2026-11-08T13:00:00.000Z',
      serviceType: 'GARDEN_BAG',
      state: 'done',
      assignmentID: stopOf(run).assignmentID,
      outcome: 'COLLECTED',
      pu: 3,
      photos: [{ photoID, url: `/v1/photos/${photoID}`, takenAt: expect.any(String) as string }],
    })
    expect((await customer.get(week!.photos![0]!.url)).status).toBe(302)
    expect((await (await office.customer(home)).get(week!.photos![0]!.url)).status).toBe(404)
    expect((await seenByOffice())[0]).toMatchObject({ runOrderID: run.runOrderID, state: 'done' })
  })

  test.each([
    ['bag-mt', 'EMPTY'],
    ['missed', 'NOT_OUT'],
    ['missed', 'UNSAFE'],
    ['cancelled', 'CUSTOMER_CANCELLED'],
  ] as const)('says "%s" after %s', async (state, outcome) => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([outcome === 'EMPTY' ? device.bagMt(stopOf(run)) : device.not(stopOf(run), outcome)])
    expect((await mine())[0]).toMatchObject({ state, outcome })
    await act(office.admin, run, 'complete')
    expect((await mine())[0]).toMatchObject({ from: '2026-11-09', state, outcome })
    expect((await mine())[1]).toMatchObject({ from: '2026-12-14', state: 'upcoming' })
  })

  test('a week with a no pickup is skipped: before the run, in its draft, and once it is active', async () => {
    office.clock.set('2026-11-03T00:00:00Z')
    const { noPickupID } = await sayNo({ reason: 'Away' })
    const skipped = { ...THIS_WEEK, state: 'skipped', reason: 'Away', noPickupID }
    expect((await mine()).slice(0, 2)).toMatchObject([skipped, { from: '2026-12-14', state: 'upcoming' }])
    await somebody()
    const run = await draft()
    expect((await mine()).slice(0, 2)).toMatchObject([skipped, { from: '2026-12-14', state: 'upcoming' }])
    await act(office.admin, run, 'activate')
    expect((await mine()).slice(0, 2)).toMatchObject([
      { ...skipped, shiftedTo: { ...THIS_WEEK, monthNumber: 12 } },
      { from: '2026-12-14', state: 'upcoming' },
    ])
    expect(await mine()).toHaveLength(12)
  })

  test('a late no pickup is cancelled, unless the driver had been there', async () => {
    const other = await somebody()
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run, other))])
    await sayNo({ reason: 'Forgot' })
    await office.make.noPickup({ ...THIS_WEEK, customerID: other })
    expect((await mine())[0]).toMatchObject({ state: 'cancelled', reason: 'Forgot' })
    expect((await seenByOffice(other))[0]).toMatchObject({ state: 'done' })
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    expect((await mine()).slice(0, 2)).toMatchObject([
      { state: 'cancelled', shiftedTo: { monthNumber: 12 } },
      { from: '2026-12-14', state: 'upcoming' },
    ])
  })

  test('a stop shifted to a named week is in that week, week 5 included, with the week it came from', async () => {
    const run = await draft()
    const to = { ...THIS_WEEK, weekNumber: 5 }
    await shift(run, { to, reason: 'The dog is louder than the truck' })
    const weeks = await mine()
    expect(weeks.slice(0, 3)).toMatchObject([
      { ...THIS_WEEK, state: 'shifted', shiftedTo: to },
      { ...to, from: '2026-11-30', state: 'upcoming' },
      { from: '2026-12-14' },
    ])
    expect(weeks[0]).not.toHaveProperty('reason')
    expect((await seenByOffice())[0]).toMatchObject({
      reason: 'The dog is louder than the truck',
      runOrderID: run.runOrderID,
    })
  })

  test('a stop the office removed is cancelled; added again it is one week, and upcoming', async () => {
    await somebody()
    const run = await active()
    const edit = (stops: object) => office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: stops })
    await edit({ remove: [stopOf(run).assignmentID] })
    expect(short(await mine()).slice(0, 2)).toEqual(['2026-11-09 cancelled', '2026-12-14 upcoming'])
    await edit({ add: [customer.userID] })
    expect(short(await mine()).slice(0, 2)).toEqual(['2026-11-09 upcoming', '2026-12-14 upcoming'])
    expect(stopOf(await runNow(office, run))).toMatchObject({ state: 'planned' })
    expect(new Set((await mine()).map(({ from }) => from)).size).toBe((await mine()).length)
  })

  test('every fortnight is two weeks a month; on request it is the requested weeks only', async () => {
    const fortnightly = await somebody({ collectionScheme: 'FORTNIGHTLY' })
    expect(short(await seenByOffice(fortnightly)).slice(0, 4)).toEqual([
      '2026-11-09 upcoming',
      '2026-11-23 upcoming',
      '2026-12-14 upcoming',
      '2026-12-28 upcoming',
    ])
    const flexible = await somebody({ collectionScheme: 'FLEXIBLE' })
    expect(await seenByOffice(flexible)).toEqual([])
    for (const weekNumber of [2, 4])
      await office.admin.post('/v1/runs/pickup-requests', { customerID: flexible, ...THIS_WEEK, weekNumber })
    expect(short(await seenByOffice(flexible))).toEqual(['2026-11-09 upcoming', '2026-11-23 upcoming'])
    await draft()
    expect(short(await seenByOffice(flexible))).toEqual(['2026-11-09 upcoming', '2026-11-23 upcoming'])
  })

  test('goes back a year, and no further', async () => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run))])
    await act(office.admin, run, 'complete')
    const first = async (at: string) => {
      office.clock.set(at)
      return short((await ask(await signedIn(office.fetch, customer))).body as ScheduledWeek[])[0]
    }
    expect(await first('2027-11-15T02:00:00Z')).toBe('2026-11-09 done')
    expect(await first('2027-11-17T02:00:00Z')).not.toBe('2026-11-09 done')
  })

  test('is the customer’s own: the office names the customer, and another’s does not exist for a customer', async () => {
    const other = await somebody()
    expect((await ask(customer, `?customerID=${customer.userID}`)).body).toEqual(await mine())
    expect((await ask(customer, `?customerID=${other}`)).status).toBe(404)
    expect((await ask(office.admin)).body.fields).toEqual({ customerID: 'This field is mandatory' })
    expect((await ask(office.admin, '?customerID=x')).body.fields).toHaveProperty('customerID')
    expect([
      (await ask(office.admin, `?customerID=${NEVER}`)).status,
      (await ask(office.admin, `?customerID=${driver.userID}`)).status,
      (await ask(driver)).status,
      (await ask(office.nobody)).status,
    ]).toEqual([404, 404, 403, 401])
  })

  test('of a customer who is not served has only past weeks', async () => {
    const run = await active()
    const device = deviceOf(office, driver, run)
    await device.send([device.done(stopOf(run))])
    await act(office.admin, run, 'complete')
    await office.make.noPickup({ customerID: customer.userID })
    const path = `/v1/users/customers/${customer.userID}`
    expect((await office.admin.put(`${path}/block`, { reason: 'Does not pay' })).status).toBe(200)
    expect(short(await mine())).toEqual(['2026-11-09 done'])
    expect((await office.admin.delete(`${path}/cancel`)).status).toBe(204)
    expect(short(await seenByOffice())).toEqual(['2026-11-09 done'])
    expect(await seenByOffice(await somebody({ status: 'PENDING', due: undefined }))).toEqual([])
  })

  test('counts in thirteen periods where the year has them', async () => {
    const list = await office.admin.get<{ items: { calendarSettingID: string; from: string }[] }>(
      '/v1/settings/calendars?yearNumber=2027&perPage=100',
    )
    for (const { calendarSettingID } of list.body.items)
      await office.admin.delete(`/v1/settings/calendars/${calendarSettingID}`)
    expect(
      (
        await office.admin.post('/v1/settings/calendars/year', {
          yearNumber: 2027,
          mode: 'FOUR_WEEKLY',
          start: '2027-01-04',
        })
      ).status,
    ).toBe(201)
    const weeks = (await mine()).filter(({ yearNumber }) => yearNumber === 2027)
    expect(weeks.slice(0, 3).map(({ monthNumber, from }) => [monthNumber, from])).toEqual([
      [1, '2027-01-11'],
      [2, '2027-02-08'],
      [3, '2027-03-08'],
    ])
    expect(weeks).toHaveLength(11)
  })
})
