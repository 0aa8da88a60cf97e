import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { LEFT_OUT_SHOWN, type previewRun } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { countedLeftOut } from '#domain/run-plan.ts'
import { pickupRequests } from '#server/db/tables/runs.ts'
import { databases } from '../../support/databases.ts'
import { keepJournal } from '../../support/table-changes.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, customersOf, generated, NEVER, deviceOf, suburbAndPackage } from '../../fixtures/runs.ts'

type Preview = OutputOf<typeof previewRun> & { code?: string; fields?: Record<string, string> }

describe.each(databases)('the preview of a run on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const ask = (body: object = {}, person = office.admin) =>
    person.post<Preview>('/v1/runs/preview', { ...THIS_WEEK, ...body })
  const preview = async (body: object = {}): Promise<Preview> => {
    const answer = await ask(body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const leftOut = (shown: Preview) =>
    Object.fromEntries(
      shown.leftOut.map(({ reason, customers }) => [reason, customers.map(({ customerID }) => customerID)]),
    )
  const request = (customerID: string, week: object = THIS_WEEK) =>
    office.deps.database.db
      .insert(pickupRequests)
      .values({ pickupRequestID: newID(), customerID, ...THIS_WEEK, ...week, createdAt: office.clock.now() })

  test('shows every stop as it would be, and says why the customer is due', async () => {
    const home = await suburbAndPackage(office)
    const driver = await office.make.driver({ firstName: 'Dan', lastName: 'Dawson' })
    const suburb = await office.make.suburb({ label: 'Ashfield' })
    const removal = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 180,
    })
    const turn = await office.make.customer({
      ...home,
      suburbID: suburb.suburbID,
      firstName: 'Anna',
      lastName: 'Abbott',
      address: '7 Banksia Street',
      amount: 27.5,
    })
    const once = await office.make.customer({
      suburbID: suburb.suburbID,
      productID: removal.productID,
      collectionScheme: 'ONE_OFF',
      address: '9 Banksia Street',
      runNumber: 2,
    })
    await request(once.customerID)
    await office.make.noPickup({ customerID: turn.customerID, ...THIS_WEEK, reason: 'Away' })
    const shown = await preview({ drivers: [{ runNumber: 1, driverID: driver.driverID }] })
    expect(shown).toEqual({
      ...THIS_WEEK,
      fromDate: '2026-11-09',
      toDate: '2026-11-15',
      cannot: null,
      stops: [
        {
          customerID: turn.customerID,
          refId: turn.refId,
          customer: 'Anna Abbott',
          address: '7 Banksia Street',
          suburb: 'Ashfield',
          runNumber: 1,
          stopOrder: 1,
          serviceType: 'GARDEN_BAG',
          amount: 27.5,
          driverID: driver.driverID,
          driver: 'Dan Dawson',
          because: 'in_turn',
          noPickup: { reason: 'Away', late: true },
        },
        {
          customerID: once.customerID,
          refId: once.refId,
          customer: once.fullName,
          address: '9 Banksia Street',
          suburb: 'Ashfield',
          runNumber: 2,
          stopOrder: 1,
          serviceType: 'RUBBISH_REMOVAL',
          amount: 180,
          driverID: driver.driverID,
          driver: 'Dan Dawson',
          because: 'requested',
          noPickup: null,
        },
      ],
      rounds: [
        { runNumber: 1, stops: 1, driverID: driver.driverID, driver: 'Dan Dawson' },
        { runNumber: 2, stops: 1, driverID: driver.driverID, driver: 'Dan Dawson' },
      ],
      leftOut: [],
    })
  })

  test('one shifted to this week is due because of it', async () => {
    const { run } = await activeRun(office, 1)
    const to = { ...THIS_WEEK, weekNumber: 4 }
    await act(office.admin, run, `assignments/${run.jobs[0]!.assignmentID}/shift`, { to })
    expect((await preview(to)).stops).toMatchObject([{ customerID: run.jobs[0]!.customerID, because: 'shifted' }])
  })

  test('customers left out are listed by reason; requests and cancelled customers are not listed', async () => {
    const home = await suburbAndPackage(office)
    const bare = await office.make.suburb({ weekNumber: null })
    const removal = await office.make.product({ serviceType: 'RUBBISH_REMOVAL' })
    const make = async (some: object = {}) => (await office.make.customer({ ...home, ...some })).customerID
    const expected = {
      blocked: [await make()],
      not_started: [await make({ startDate: '2026-11-16' })],
      wrong_service: [await make({ productID: removal.productID })],
      no_request: [await make({ collectionScheme: 'FLEXIBLE', due: undefined })],
      wrong_week: [
        await make({ lastName: 'Aa', weekNumber: 3 }),
        await make({ lastName: 'Bb', suburbID: bare.suburbID, due: undefined }),
      ],
      not_yet: [await make({ due: { yearNumber: 2027, monthNumber: 1 } })],
    }
    await office.admin.put(`/v1/users/customers/${expected.blocked[0]}/block`, { reason: 'Does not pay' })
    await make({ status: 'PENDING' })
    await office.admin.delete(`/v1/users/customers/${await make()}/cancel`, { reason: 'Moved' })
    const due = await make()
    const shown = await preview()
    expect(shown.stops.map(({ customerID }) => customerID)).toEqual([due])
    expect(leftOut(shown)).toEqual(expected)
    for (const { reason, message, count, customers } of shown.leftOut) {
      expect([reason, message, count]).toEqual([reason, countedLeftOut[reason], customers.length])
      expect(Object.keys(customers[0]!).sort()).toEqual(['address', 'customer', 'customerID', 'refId', 'suburb'])
    }
  })

  test('a customer with a stop in this week’s run, or in an earlier run that makes them due later, is listed as that', async () => {
    const { run, driver } = await activeRun(office, 1, { collectionScheme: 'QUARTERLY' })
    const { customerID } = run.jobs[0]!
    const [other] = await customersOf(office, 1)
    expect(await preview()).toMatchObject({
      cannot: null,
      stops: [{ customerID: other!.customerID }],
      leftOut: [{ reason: 'has_stop', count: 1, customers: [{ customerID }] }],
    })
    expect(leftOut(await preview({ monthNumber: 12 }))).toEqual({ open_stop: [customerID] })
    const device = deviceOf(office, driver, run)
    await device.send([device.not(run.jobs[0]!, 'UNSAFE')])
    expect((await preview({ monthNumber: 12 })).stops.map((stop) => stop.customerID)).toContain(customerID)
  })

  test('a reason lists at most two hundred names; its count has no limit', async () => {
    const home = await suburbAndPackage(office)
    const one = await office.make.customer({ ...home, weekNumber: 3 })
    await office.deps.database.pool.query({
      text: `with twins as (select gen_random_uuid() as id, n from generate_series(1, 210) n),
        people as (insert into users select (jsonb_populate_record(u, jsonb_build_object('user_id', t.id, 'email', null))).* from users u, twins t where u.user_id = $1 returning user_id)
        insert into customers select (jsonb_populate_record(c, jsonb_build_object('customer_id', t.id, 'ref_number', 90000 + t.n))).* from customers c, twins t where c.customer_id = $1`,
      values: [one.customerID],
    })
    const [wrong] = (await preview()).leftOut
    expect([wrong?.count, wrong?.customers.length]).toEqual([211, LEFT_OUT_SHOWN])
  })

  test('of those left out for one reason the first by name are shown, whatever else differs in them', async () => {
    const home = await suburbAndPackage(office)
    const alike = [
      await office.make.customer({ ...home, weekNumber: 3, due: { yearNumber: 2026, monthNumber: 11 } }),
      await office.make.customer({ ...home, weekNumber: 4, due: { yearNumber: 2027, monthNumber: 2 } }),
      await office.make.customer({ ...home, due: { yearNumber: 2027, monthNumber: 3 } }),
    ]
    for (const [at, { customerID }] of alike.entries())
      await office.deps.database.pool.query({
        text: `with twins as (select gen_random_uuid() as id, $2 + 3 * n as n from generate_series(1, 110) n),
          people as (insert into users select (jsonb_populate_record(u, jsonb_build_object('user_id', t.id, 'email', null, 'full_name', 'Twin ' || t.n))).* from users u, twins t where u.user_id = $1 returning user_id)
          insert into customers select (jsonb_populate_record(c, jsonb_build_object('customer_id', t.id, 'ref_number', 90000 + t.n, 'name_key', 'a twin ' || lpad(t.n::text, 4, '0')))).* from customers c, twins t where c.customer_id = $1`,
        values: [customerID, at],
      })
    const numbers = (from: readonly number[]) =>
      Array.from({ length: 110 }, (_, n) => from.map((at) => `Twin ${at + 3 * (n + 1)}`)).flat()
    const shown = (await preview()).leftOut.map(({ reason, count, customers }) => ({
      reason,
      count,
      names: customers.map(({ customer }) => customer),
    }))
    expect(shown).toEqual([
      { reason: 'wrong_week', count: 222, names: numbers([0, 1]).slice(0, LEFT_OUT_SHOWN) },
      { reason: 'not_yet', count: 111, names: [...numbers([2]), alike[2]!.fullName] },
    ])
  })

  test('everybody current is either on the run or left out for one reason, however they stand', async () => {
    const home = await suburbAndPackage(office)
    const { run, driver } = await activeRun(office, 3)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!), device.not(run.jobs[1]!, 'OVERWEIGHT')])
    const to = { ...THIS_WEEK, weekNumber: 4 }
    await act(office.admin, run, `assignments/${run.jobs[2]!.assignmentID}/shift`, { to })
    const due = { yearNumber: 2026, monthNumber: 11 }
    for (const some of [
      { collectionScheme: 'FORTNIGHTLY', due: { ...due, weekNumber: 2 } },
      { collectionScheme: 'FORTNIGHTLY', weekNumber: 4, due: { ...due, weekNumber: 4 } },
      { collectionScheme: 'FORTNIGHTLY', weekNumber: 1, due: { ...due, weekNumber: 3 } },
      { collectionScheme: 'FLEXIBLE', due: undefined },
      { collectionScheme: 'QUARTERLY', due: { ...due, monthNumber: 12 } },
      { weekNumber: 4 },
    ] as const)
      await office.make.customer({ ...home, ...some })
    const asked = await office.make.customer({ ...home, collectionScheme: 'FLEXIBLE', due: undefined })
    for (const week of [THIS_WEEK, to, { ...THIS_WEEK, monthNumber: 12 }]) {
      await request(asked.customerID, week)
      const shown = await preview(week)
      const listed = [...shown.stops, ...shown.leftOut.flatMap(({ customers }) => customers)].map(
        ({ customerID }) => customerID,
      )
      expect([listed.length, new Set(listed).size]).toEqual([10, 10])
      expect(shown.stops.map(({ customerID }) => customerID)).toContain(asked.customerID)
    }
  })

  test('one without a due period who is on an open run is due after it, in the preview and in the run', async () => {
    const home = await suburbAndPackage(office)
    await customersOf(office, 1)
    const added = await office.make.customer({ ...home, weekNumber: null, due: undefined })
    await office.deps.database.pool.query({
      text: 'update customers set due_year = null, due_month = null where customer_id = $1',
      values: [added.customerID],
    })
    const run = await generated(office)
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { add: [added.customerID] } })
    const shown = await preview({ monthNumber: 12 })
    expect(shown.stops.map(({ customerID }) => customerID)).toContain(added.customerID)
    const next = await generated(office, { monthNumber: 12 })
    expect(next.jobs.map(({ customerID }) => customerID)).toEqual(shown.stops.map(({ customerID }) => customerID))
  })

  test('a generated run equals its preview: the same stops, places and drivers', async () => {
    const home = await suburbAndPackage(office)
    const bexley = await office.make.suburb({ label: 'Bexley' })
    const [named] = [await office.make.driver(), await office.make.driver({ weekNumbers: [1] })]
    for (const [runNumber, stopOrder, address, suburbID] of [
      [2, null, '5 Zed St', home.suburbID],
      [1, 7, '5 Zed St', home.suburbID],
      [1, null, '7 Zed St', home.suburbID],
      [1, 3, '1 Ada St', bexley.suburbID],
      [1, null, '1 Boyd St', bexley.suburbID],
      [3, null, '1 Ada St', bexley.suburbID],
    ] as const)
      await office.make.customer({
        ...home,
        suburbID,
        address,
        runNumber,
        ...(stopOrder === null ? {} : { stopOrder }),
      })
    const asked = { drivers: [{ runNumber: 2, driverID: named.driverID }] }
    const shown = await preview(asked)
    const run = await generated(office, asked)
    const plan = ({
      customerID,
      runNumber,
      stopOrder,
      driverID,
      driver,
      amount,
      address,
    }: Preview['stops'][number] | Run['jobs'][number]) => ({
      customerID,
      runNumber,
      stopOrder,
      driverID,
      driver,
      amount,
      address,
    })
    expect(run.jobs.map(plan)).toEqual(shown.stops.map(plan))
    expect(run.warnings).toEqual(shown.warnings)
  })

  test('says why generating would be refused, and shows the rest', async () => {
    const refused = async () => (await office.admin.post<{ reason?: string }>('/v1/runs', THIS_WEEK)).body.reason
    const both = async () => {
      const { cannot } = await preview()
      expect(cannot).toBe(await refused())
      return cannot
    }
    expect(await preview()).toEqual({
      ...THIS_WEEK,
      fromDate: null,
      toDate: null,
      cannot: 'Week 2 of 11/2026 isn’t in the calendar.',
      stops: [],
      rounds: [],
      leftOut: [],
    })
    expect(await both()).toBe('Week 2 of 11/2026 isn’t in the calendar.')
    await office.make.calendarYear()
    expect(await both()).toBe('No customers are due in the week from 09/11/2026 to 15/11/2026.')
    const draft = await office.make.run()
    expect(await both()).toBe('There’s already a draft for this week: Week 2, November · 9–15 Nov 2026.')
    const [more] = await customersOf(office, 1)
    expect(await preview()).toMatchObject({
      stops: [{ customerID: more!.customerID }],
      leftOut: [{ reason: 'has_stop', count: 1 }],
    })
    await act(office.admin, draft, 'activate')
    await office.admin.put(`/v1/users/customers/${more!.customerID}/block`, { reason: 'Does not pay' })
    expect(await both()).toBe('All customers due this week already have a stop.')
  })

  test('a driver who does not work that week gives a warning; an unknown one is refused by the field’s name', async () => {
    await customersOf(office, 1)
    const away = await office.make.driver({ firstName: 'Joe', lastName: 'Away', weekNumbers: [1] })
    expect((await ask({ drivers: [{ runNumber: 1, driverID: NEVER }] })).body).toMatchObject({
      code: 'fields_invalid',
      fields: { 'drivers.0.driverID': 'This driver doesn’t exist' },
    })
    const shown = await preview({ drivers: [{ runNumber: 1, driverID: away.driverID }] })
    expect(shown.warnings).toEqual([{ code: 'driver_week', message: 'Joe Away doesn’t work in week 2.' }])
  })

  test.each([
    ['weekNumber', { weekNumber: 6 }],
    ['monthNumber', { monthNumber: 0 }],
    ['yearNumber', { yearNumber: 'soon' }],
    ['drivers.0.runNumber', { drivers: [{ runNumber: 0, driverID: NEVER }] }],
    ['drivers.0.driverID', { drivers: [{ runNumber: 1, driverID: 'Dan' }] }],
  ])('a wrong %s is refused by name', async (field, body) => {
    const answer = await ask(body)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test('an unknown field is refused, and a driver may not call it', async () => {
    expect((await ask({ everybody: true })).status).toBe(422)
    expect((await ask({}, await office.driver())).status).toBe(403)
  })

  test('stores nothing: no run, no number, no audit entry', async () => {
    await customersOf(office, 2)
    const journal = await keepJournal(office)
    await journal.turnPage()
    await preview()
    await preview({ monthNumber: 12 })
    expect(await journal.written()).toEqual([])
    expect((await generated(office)).refId).toBe('R00001')
  })

  test('two previews while an admin generates are each right for their moment', async () => {
    await customersOf(office, 2)
    const [before, made, meanwhile] = await Promise.all([
      preview(),
      office.admin.post<Run>('/v1/runs', THIS_WEEK),
      preview(),
    ])
    expect(made.status).toBe(201)
    for (const shown of [before, meanwhile])
      expect([shown.stops.length, shown.cannot]).toEqual(
        shown.cannot === null
          ? [2, null]
          : [0, 'There’s already a draft for this week: Week 2, November · 9–15 Nov 2026.'],
      )
  })
})
