import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { type DueCustomer, isDue } from '#domain/due.ts'
import { newID } from '#domain/identifiers.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'
import { pickupRequests } from '#server/db/tables/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import {
  act,
  activeRun,
  customersOf,
  generated,
  NEVER,
  deviceOf,
  runNow,
  suburbAndPackage,
} from '../../fixtures/runs.ts'

const ROW = { ...THIS_WEEK, from: '2026-11-09', to: '2026-11-15' }

describe.each(databases)('generating a run on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const generate = (body: object = THIS_WEEK) =>
    office.admin.post<Run & { reason?: string; code?: string }>('/v1/runs', body)
  const names = (run: Run) => run.jobs.map(({ capturedCustomerName }) => capturedCustomerName)

  test('takes exactly the customers that the due rule takes', async () => {
    // Created at an earlier date: the due periods of the customers missed since then were still to come.
    office.clock.set('2026-09-28T00:00:00Z')
    const home = await suburbAndPackage(office)
    const expected: string[] = []
    for (const collectionScheme of COLLECTION_SCHEMES) {
      for (const [weekNumber, monthNumber, startDate, status] of [
        [2, 11, '2026-01-01', 'ACTIVE'],
        [2, 10, '2026-11-15', 'ACTIVE'],
        [2, 12, '2026-01-01', 'ACTIVE'],
        [2, 11, '2026-11-16', 'ACTIVE'],
        [3, 11, '2026-01-01', 'ACTIVE'],
        [4, 11, '2026-01-01', 'ACTIVE'],
        [2, 11, '2026-01-01', 'PENDING'],
      ] as const) {
        const onRequest = collectionScheme === 'FLEXIBLE' || collectionScheme === 'ONE_OFF'
        const due = onRequest
          ? null
          : {
              yearNumber: 2026,
              monthNumber,
              ...(collectionScheme === 'FORTNIGHTLY' ? { weekNumber: weekNumber === 3 ? 1 : 2 } : {}),
            }
        const wish = {
          ...home,
          collectionScheme,
          weekNumber,
          startDate,
          status,
          ...(due ? { due } : { due: undefined }),
        } as Partial<CallOf<typeof createCustomer>>
        const { customerID } = await office.make.customer(wish)
        const customer: DueCustomer = {
          collectionScheme,
          weekNumber,
          startDate,
          status,
          due,
          serviceType: 'GARDEN_BAG',
        }
        if (isDue(customer, ROW).due) expected.push(customerID)
      }
    }
    expect(expected.length).toBeGreaterThan(5)
    const run = await generated(office)
    expect(run.jobs.map(({ customerID }) => customerID).sort()).toEqual(expected.sort())
  })

  test.each([
    ['MONTHLY', 12, null, true],
    ['SECOND_MONTHLY', 12, null, false],
    ['SECOND_MONTHLY', 12, 'NO_ACCESS', false],
    ['SECOND_MONTHLY', 12, 'UNSAFE', true],
    ['QUARTERLY', 12, 'EMPTY', false],
  ] as const)(
    'before the last run is completed a %s customer has a stop in %i/2026 as its completion (%s) will make due: %s',
    async (collectionScheme, monthNumber, outcome, expected) => {
      const { run, driver } = await activeRun(office, 1, { collectionScheme })
      const { customerID } = run.jobs[0]!
      const other = await office.make.customer({ due: { yearNumber: 2026, monthNumber } })
      const device = deviceOf(office, driver, run)
      if (outcome)
        await device.send([outcome === 'EMPTY' ? device.bagMt(run.jobs[0]!) : device.not(run.jobs[0]!, outcome)])
      const next = await generated(office, { ...THIS_WEEK, monthNumber })
      expect(next.jobs.map((one) => one.customerID).sort()).toEqual(
        [other.customerID, ...(expected ? [customerID] : [])].sort(),
      )
      if (!outcome) await device.send([device.done(run.jobs[0]!)])
      await act(office.admin, run, 'complete')
      const { due } = (
        await office.admin.get<{ due: { yearNumber: number; monthNumber: number } }>(
          `/v1/users/customers/${customerID}`,
        )
      ).body
      expect(due.yearNumber * 12 + due.monthNumber <= 2026 * 12 + monthNumber).toBe(expected)
    },
  )

  test.each([
    ['shifted', true],
    ['removed', true],
    ['planned', false],
  ])('a second-monthly customer whose stop in the last run is %s has one in the next: %s', async (what, expected) => {
    const { run } = await activeRun(office, 2, { collectionScheme: 'SECOND_MONTHLY' })
    const { assignmentID, customerID } = run.jobs[0]!
    await office.make.customer({ due: { yearNumber: 2026, monthNumber: 12 } })
    if (what === 'shifted') await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${assignmentID}/shift`, {})
    if (what === 'removed') await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [assignmentID] } })
    const next = await generated(office, { ...THIS_WEEK, monthNumber: 12 })
    expect(next.jobs.some((one) => one.customerID === customerID)).toBe(expected)
  })

  test.each(['SECOND_MONTHLY', 'FLEXIBLE'] as const)(
    'a %s customer who stays due joins the next period’s draft, beside the neighbour, when the run is completed',
    async (collectionScheme) => {
      const home = await suburbAndPackage(office)
      const customer = await office.make.customer({ ...home, address: '4 Ada St', collectionScheme, weekNumber: 2 })
      if (collectionScheme === 'FLEXIBLE')
        await office.deps.database.db.insert(pickupRequests).values({
          pickupRequestID: newID(),
          customerID: customer.customerID,
          ...THIS_WEEK,
          createdAt: office.clock.now(),
        })
      const driver = await office.driver()
      const drivers = [{ runNumber: 1, driverID: driver.userID }]
      const run = await act<Run>(office.admin, await generated(office, { drivers }), 'activate')
      for (const address of ['2 Ada St', '9 Zed St'])
        await office.make.customer({ ...home, address, due: { yearNumber: 2026, monthNumber: 12 } })
      const draft = await generated(office, { ...THIS_WEEK, monthNumber: 12, drivers })
      expect(draft.jobs.map(({ address }) => address)).toEqual(['2 Ada St', '9 Zed St'])
      const device = deviceOf(office, driver, run)
      await device.send([device.not(run.jobs[0]!, 'UNSAFE')])
      await act(office.admin, run, 'complete')
      expect((await runNow(office, draft)).jobs.map(({ address, stopOrder }) => `${stopOrder}: ${address}`)).toEqual([
        '1: 2 Ada St',
        '2: 4 Ada St',
        '3: 9 Zed St',
      ])
      await act(office.admin, run, 'complete')
      expect((await runNow(office, draft)).jobs).toHaveLength(3)
    },
  )

  test('stores name, address, price and notes of each stop; nothing is done yet', async () => {
    const [customer] = await customersOf(office, 1, {
      firstName: 'Anna',
      lastName: 'Abbott',
      address: '7 Banksia Street',
      amount: 27.5,
      adminNotes: 'Dog',
    })
    const run = await generated(office, { description: 'Spring' })
    expect(run).toMatchObject({
      status: 'draft',
      sequenceNumber: 1,
      fromDate: '2026-11-09',
      toDate: '2026-11-15',
      description: 'Spring',
      totalBags: 0,
      invoices: [],
    })
    expect(run.jobs).toMatchObject([
      {
        customerID: customer!.customerID,
        capturedCustomerName: 'Anna Abbott',
        address: '7 Banksia Street',
        amount: 27.5,
        adminNotes: 'Dog',
        pu: 0,
        state: 'planned',
        outcome: null,
      },
    ])
  })

  test('is refused with a reason without a calendar week, without a due customer, and beside a draft', async () => {
    expect((await generate()).body).toMatchObject({
      message: 'Cannot generate run',
      code: 'cannot_generate_run',
      reason: 'Week 2 of 11/2026 isn’t in the calendar.',
    })
    await office.make.calendarYear()
    expect((await generate()).body.reason).toBe('No customers are due in the week from 09/11/2026 to 15/11/2026.')
    await customersOf(office, 1)
    await generated(office)
    const again = await generate()
    expect(again.status).toBe(409)
    expect(again.body.reason).toBe('There’s already a draft for this week: Week 2, November · 9–15 Nov 2026.')
  })

  test('a further run for the week takes only customers without a stop in it, as number 2', async () => {
    const driver = await office.make.driver()
    await customersOf(office, 2)
    const first = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.driverID }] })
    await act(office.admin, first, 'activate')
    expect((await generate()).body.reason).toBe('All customers due this week already have a stop.')
    const [late] = await customersOf(office, 1)
    const second = await generated(office)
    expect(second).toMatchObject({ sequenceNumber: 2, readableID: '2026-11-W2-2' })
    expect(second.jobs.map(({ customerID }) => customerID)).toEqual([late!.customerID])
  })

  test('two calls at the same moment make one run', async () => {
    await customersOf(office, 3)
    const answers = await Promise.all([generate(), generate(), generate()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({
          code: 'cannot_generate_run',
          reason: expect.stringContaining('draft for this week') as string,
        })
    expect((await office.admin.get<{ total: number }>('/v1/runs')).body.total).toBe(1)
  })

  test('orders by round and place; a stop without a place comes beside its neighbours, or last where it has none', async () => {
    const { productID } = await suburbAndPackage(office)
    const [ashfield, bexley] = [
      await office.make.suburb({ label: 'Ashfield' }),
      await office.make.suburb({ label: 'Bexley' }),
    ]
    const live = (lastName: string, suburbID: string, address: string, more: object = {}) =>
      office.make.customer({ firstName: 'X', lastName, suburbID, productID, address, ...more })
    await live('six', ashfield.suburbID, '1 Ada St', { runNumber: 2 })
    await live('five', bexley.suburbID, '1 Ada St')
    await live('four', ashfield.suburbID, '10 Boyd St')
    await live('three', ashfield.suburbID, '9 Boyd Street')
    await live('two', bexley.suburbID, '99 Zed St', { stopOrder: 5 })
    await live('one', bexley.suburbID, '98 Zed St', { stopOrder: 4 })
    const run = await generated(office)
    expect(names(run)).toEqual(['X five', 'X one', 'X two', 'X three', 'X four', 'X six'])
    expect(run.jobs.map(({ runNumber, stopOrder }) => [runNumber, stopOrder])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [1, 4],
      [1, 5],
      [2, 1],
    ])
  })

  test('a round’s driver is the named one, else the last one to drive it, else the only one who works that week', async () => {
    const [home, only] = [await suburbAndPackage(office), await office.make.driver({ weekNumbers: [2] })]
    const other = await office.make.driver({ weekNumbers: [3] })
    await office.make.customer({ ...home, runNumber: 1 })
    const first = await generated(office)
    expect(first.jobs[0]?.driverID).toBe(only.driverID)
    await office.admin.put(`/v1/runs/${first.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [first.jobs[0]!.assignmentID], driverID: other.driverID }] },
    })
    await act(office.admin, first, 'activate')

    const december = await generated(office, { monthNumber: 12 })
    expect(december.jobs[0]).toMatchObject({
      driverID: other.driverID,
      driver: expect.stringContaining('Dan') as string,
    })
    await office.admin.delete(`/v1/runs/${december.runOrderID}`)
    const named = await generated(office, { monthNumber: 12, drivers: [{ runNumber: 1, driverID: only.driverID }] })
    expect(named.jobs[0]?.driverID).toBe(only.driverID)
  })

  test('a driver who does not work that week gives a warning; an unknown one or a round named twice is refused', async () => {
    await customersOf(office, 1)
    const away = await office.make.driver({ firstName: 'Joe', lastName: 'Away', weekNumbers: [1] })
    const unknown = await generate({ ...THIS_WEEK, drivers: [{ runNumber: 1, driverID: NEVER }] })
    expect(unknown.body).toMatchObject({
      code: 'fields_invalid',
      fields: { 'drivers.0.driverID': 'This driver doesn’t exist' },
    })
    const twice = await generate({
      ...THIS_WEEK,
      drivers: [away, away].map(({ driverID }) => ({ runNumber: 1, driverID })),
    })
    expect(twice.body).toMatchObject({ fields: { 'drivers.1.runNumber': 'This run number is listed twice' } })
    const run = await generated(office, { drivers: [{ runNumber: 1, driverID: away.driverID }] })
    expect(run.warnings).toEqual([{ code: 'driver_week', message: 'Joe Away doesn’t work in week 2.' }])
  })

  test('a customer on request has a stop by the open pickup request, once', async () => {
    const [customer] = await customersOf(office, 1, { collectionScheme: 'FLEXIBLE', due: undefined })
    expect((await generate()).body.reason).toContain('No customers are due')
    const request = {
      pickupRequestID: newID(),
      customerID: customer!.customerID,
      ...THIS_WEEK,
      createdAt: office.clock.now(),
    }
    await office.deps.database.db.insert(pickupRequests).values(request)
    const run = await generated(office)
    const [taken] = await office.deps.database.db.select().from(pickupRequests)
    expect(taken?.assignmentID).toBe(run.jobs[0]?.assignmentID)

    await office.admin.delete(`/v1/runs/${run.runOrderID}`)
    expect((await generated(office)).jobs.map(({ customerID }) => customerID)).toEqual([customer!.customerID])
  })

  test('only a draft can be deleted', async () => {
    const [draft, driver] = [await office.make.run(), await office.make.driver()]
    const stale = await office.admin.delete(`/v1/runs/${draft.runOrderID}`, undefined, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    await act(office.admin, draft, 'activate')
    expect((await office.admin.delete(`/v1/runs/${draft.runOrderID}`)).body.code).toBe('wrong_state')
    await customersOf(office, 1)
    const further = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.driverID }] })
    expect((await office.admin.delete(`/v1/runs/${further.runOrderID}`)).status).toBe(204)
    expect((await office.admin.get(`/v1/runs/${further.runOrderID}`)).status).toBe(404)
  })
})
