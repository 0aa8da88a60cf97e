import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { statementsOf } from '../../support/statements.ts'
import { activeRun, act, customersOf, generated, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

describe.each(databases)('a run from draft to archive on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const put = (run: { runOrderID: string }, action: string, body: object = {}) =>
    office.admin.put<Run & { code?: string; count?: number }>(`/v1/runs/${run.runOrderID}/${action}`, body)
  const dueOf = async (customerID: string) =>
    (await office.admin.get<{ due: object | null }>(`/v1/users/customers/${customerID}`)).body.due
  const dueIn = (monthNumber: number, more: object = {}) => ({ yearNumber: 2026, monthNumber, ...more })
  const drivers = async () => [{ runNumber: 1, driverID: (await office.make.driver()).driverID }]
  const refuse = (customerID: string, reason?: string) =>
    office.make.noPickup({ ...THIS_WEEK, customerID, ...(reason ? { reason } : {}) })
  const before = '2026-11-05T00:00:00Z'

  test('it is not activated while a stop has no driver', async () => {
    await customersOf(office, 2)
    const draft = await generated(office)
    expect(await put(draft, 'activate')).toMatchObject({ status: 409, body: { code: 'driver_missing' } })
    expect((await runNow(office, draft)).status).toBe('draft')
  })

  test('activating shifts customers with a no pickup to the next period, same week and interval, and off the list', async () => {
    office.clock.set(before)
    const home = await suburbAndPackage(office)
    const wishes: Partial<CallOf<typeof createCustomer>>[] = [
      { collectionScheme: 'MONTHLY' },
      { collectionScheme: 'SECOND_MONTHLY' },
      { collectionScheme: 'QUARTERLY' },
      { collectionScheme: 'FORTNIGHTLY', due: { ...dueIn(11), weekNumber: 2 } },
      { collectionScheme: 'MONTHLY' },
    ]
    const customers = []
    for (const wish of wishes) customers.push(await office.make.customer({ ...home, ...wish }))
    const draft = await generated(office, { drivers: await drivers() })
    for (const { customerID } of customers.slice(0, 4)) await refuse(customerID, 'Away')
    const grey = await runNow(office, draft)
    expect(grey.jobs.filter(({ noPickup }) => noPickup?.reason === 'Away')).toHaveLength(4)

    const active = await act<Run>(office.admin, draft, 'activate')
    expect(active).toMatchObject({ status: 'active', stops: 1 })
    const stop = (customerID: string) => active.jobs.find((one) => one.customerID === customerID)
    expect(stop(customers[1]!.customerID)).toMatchObject({
      state: 'shifted',
      reason: 'No pickup: Away',
      shiftedTo: { yearNumber: 2026, monthNumber: 12, weekNumber: 2 },
    })
    expect(stop(customers[3]!.customerID)).toMatchObject({
      state: 'shifted',
      shiftedTo: { yearNumber: 2026, monthNumber: 11, weekNumber: 4 },
    })
    expect(stop(customers[4]!.customerID)).toMatchObject({ state: 'planned' })
    for (const { customerID } of customers.slice(0, 3)) expect(await dueOf(customerID)).toMatchObject(dueIn(12))
    expect(await dueOf(customers[3]!.customerID)).toMatchObject(dueIn(11, { weekNumber: 4 }))
  })

  test('a second-monthly customer with a no pickup in May comes in June and every second month after that', async () => {
    office.clock.set('2025-12-20T00:00:00Z')
    const home = await suburbAndPackage(office)
    const { customerID } = await office.make.customer({ ...home, collectionScheme: 'SECOND_MONTHLY', due: dueIn(1) })
    await office.make.noPickup({ customerID, yearNumber: 2026, monthNumber: 5, weekNumber: 2 })
    const driver = await office.driver()
    const weeks: string[] = []
    for (let monthNumber = 1; monthNumber <= 12; monthNumber++) {
      const answer = await office.admin.post<Run>('/v1/runs', {
        yearNumber: 2026,
        monthNumber,
        weekNumber: 2,
        drivers: [{ runNumber: 1, driverID: driver.userID }],
      })
      if (answer.status !== 201) continue
      const run = await act<Run>(office.admin, answer.body, 'activate')
      weeks.push(run.stops === 0 ? `(${run.fromDate} no)` : run.fromDate)
      const device = deviceOf(office, driver, run)
      if (run.stops > 0) await device.send([device.done(run.jobs[0]!)])
      await act(office.admin, run, 'complete')
    }
    expect(weeks).toEqual([
      '2026-01-12',
      '2026-03-09',
      '(2026-05-11 no)',
      '2026-06-08',
      '2026-08-10',
      '2026-10-12',
      '2026-12-14',
    ])
  })

  test('completing needs every outcome, or shifts the rest; due periods follow the outcomes', async () => {
    const home = await suburbAndPackage(office)
    const made = []
    for (let n = 0; n < 5; n++)
      made.push(await office.make.customer({ ...home, collectionScheme: 'SECOND_MONTHLY', stopOrder: n + 1 }))
    const driver = await office.driver()
    const run = await act<Run>(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }),
      'activate',
    )
    const device = deviceOf(office, driver, run)
    const [collected, empty, unsafe, gone] = run.jobs
    await device.send([
      device.done(collected!, 3),
      device.bagMt(empty!),
      device.not(unsafe!, 'UNSAFE'),
      device.not(gone!, 'CUSTOMER_CANCELLED'),
    ])

    expect(await put(run, 'complete')).toMatchObject({ status: 409, body: { code: 'outcome_missing' } })
    const completed = await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(completed).toMatchObject({ status: 'completed', totalBags: 3, stops: 4, done: 2, notDone: 2 })
    expect(completed.jobs.map(({ state }) => state)).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
      'shifted',
    ])
    const pointers = await Promise.all(made.map(({ customerID }) => dueOf(customerID)))
    expect(pointers).toMatchObject([
      { monthNumber: 1, yearNumber: 2027 },
      { monthNumber: 1 },
      { monthNumber: 12 },
      { monthNumber: 1 },
      { monthNumber: 12 },
    ])
  })

  test('completing reads the run’s customers once, and locks their accounts once', async () => {
    const { run, driver } = await activeRun(office, 4)
    const device = deviceOf(office, driver, run)
    const [collected, unsafe, other] = run.jobs
    await device.send([device.done(collected!, 3), device.not(unsafe!, 'UNSAFE'), device.not(other!, 'OTHER')])
    const statements = await statementsOf(() => act<Run>(office.admin, run, 'complete', { outstanding: 'shift' }))
    expect(statements.filter((text) => /"do_not_remind".* from "customers"/s.test(text))).toHaveLength(1)
    expect(statements.filter((text) => /from "customer_accounts".* for update/s.test(text))).toHaveLength(1)
  })

  test('an unsafe removal on request is due again in the next period, a collected one is not', async () => {
    const home = await suburbAndPackage(office)
    const { productID } = await office.make.product({ serviceType: 'RUBBISH_REMOVAL', collectionScheme: 'ONE_OFF' })
    const { run, driver } = await activeRun(office, 1)
    const [safe, unsafe] = [
      await office.make.customer({ ...home, productID, due: undefined }),
      await office.make.customer({ ...home, productID, due: undefined }),
    ]
    const added = await office.admin.put<Run>(`/v1/runs/${run.runOrderID}`, {
      jobs: { add: [safe.customerID, unsafe.customerID] },
    })
    const device = deviceOf(office, driver, run)
    const outcome = (stop: Run['jobs'][number]) =>
      stop.customerID === unsafe.customerID ? device.not(stop, 'UNSAFE') : device.done(stop)
    await device.send(added.body.jobs.map(outcome))
    await act(office.admin, run, 'complete')
    const december = await generated(office, { monthNumber: 12 })
    expect(december.jobs.map(({ customerID }) => customerID).sort()).toEqual(
      [run.jobs[0]!.customerID, unsafe.customerID].sort(),
    )
  })

  test('each step called again in its target state changes nothing; from another state it is refused', async () => {
    const { run, driver } = await activeRun(office, 1)
    expect((await put(run, 'activate')).body).toMatchObject({ status: 'active', version: run.version })
    expect((await put(run, 'archive')).body.code).toBe('wrong_state')
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    const completed = await act<Run>(office.admin, run, 'complete')
    expect((await put(run, 'complete')).body).toMatchObject({
      version: completed.version,
      completedAt: completed.completedAt,
    })
    expect((await put(run, 'activate')).body.code).toBe('wrong_state')
    await act(office.admin, run, 'archive')
    expect((await put(run, 'archive')).body.status).toBe('archived')
    expect((await put(run, 'complete')).body.code).toBe('wrong_state')
  })

  test('two admins activating, and completing, at the same moment do it once', async () => {
    office.clock.set(before)
    const [stays, goes] = await customersOf(office, 2, { collectionScheme: 'QUARTERLY' })
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    await refuse(goes!.customerID)
    const activations = await Promise.all(Array.from({ length: 4 }, () => put(draft, 'activate')))
    expect(activations.map(({ status, body }) => [status, body.version])).toEqual(
      Array.from({ length: 4 }, () => [200, 2]),
    )
    expect(await dueOf(goes!.customerID)).toMatchObject(dueIn(12))

    const device = deviceOf(office, driver, draft)
    await device.send([
      device.done(
        draft.jobs.find(({ customerID }) => customerID === stays!.customerID)!,
        2,
      ),
    ])
    const completions = await Promise.all(Array.from({ length: 4 }, () => put(draft, 'complete')))
    expect(completions.map(({ status, body }) => [status, body.version])).toEqual(
      Array.from({ length: 4 }, () => [200, 3]),
    )
    expect(await dueOf(stays!.customerID)).toMatchObject({ yearNumber: 2027, monthNumber: 2 })
    expect((await office.admin.get<{ items: object[] }>('/v1/pays')).body.items).toMatchObject([
      { status: 'payable', pu: 2, amount: 8 },
    ])
  })

  test('an admin who completes while the driver sends never loses a record', async () => {
    const { run, driver } = await activeRun(office, 6)
    const device = deviceOf(office, driver, run)
    const [completion, ...sent] = await Promise.all([
      put(run, 'complete', { outstanding: 'shift' }),
      ...run.jobs.map((stop) => device.send([device.done(stop, 2)])),
    ])
    expect(completion.status).toBe(200)
    const after = await runNow(office, run)
    const verdicts = sent.map(({ results }) => results[0]!)
    for (const [at, stop] of run.jobs.entries()) {
      const now = after.jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)!
      const verdict = verdicts[at]!
      expect(now.events).toHaveLength(1)
      expect([verdict.result, verdict.code, now.state]).toEqual(
        verdict.result === 'applied' ? ['applied', undefined, 'completed'] : ['review', 'job_shifted', 'shifted'],
      )
    }
  })

  test('the list counts stops, done and bags; archived runs are listed only on request', async () => {
    const { run, driver } = await activeRun(office, 3)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!, 4), device.bagMt(run.jobs[1]!)])
    const list = (query = '') => office.admin.get<{ items: Run[]; total: number }>(`/v1/runs${query}`)
    expect((await list()).body.items).toMatchObject([{ stops: 3, done: 2, totalBags: 4 }])
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    await act(office.admin, run, 'archive')
    for (const [query, total] of [
      ['', 0],
      ['?status=all', 0],
      ['?status=archived', 1],
      ['?status=archived&weekNumber=3', 0],
      ['?status=archived&keyword=R00001', 1],
      ['?status=archived&keyword=2026-11-W2', 1],
      ['?status=archived&from=2026-11-10', 0],
      ['?status=archived&to=2026-11-09', 1],
    ] as const) {
      expect([query, (await list(query)).body.total]).toEqual([query, total])
    }
    expect((await list('?keyword=R0')).body).toMatchObject({ code: 'keyword_too_short' })
    expect((await list('?sort=nonsense')).body).toMatchObject({ fields: { sort: expect.any(String) as string } })
  })
})
