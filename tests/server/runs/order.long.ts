import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listPastRuns } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import { audit } from '#server/db/tables/audit.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { act, generated, NEVER, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

const NEXT = { ...THIS_WEEK, monthNumber: 12 }

describe.each(databases)('the order of a run on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  type Said = Run & { code?: string; fields?: Record<string, string> }
  const change = (run: { runOrderID: string }, stops: object, headers?: Record<string, string>) =>
    office.admin.put<Said>(`/v1/runs/${run.runOrderID}`, { jobs: stops }, headers)
  const changed = async (run: { runOrderID: string }, stops: object): Promise<Run> => {
    const answer = await change(run, stops)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const addresses = (run: Run) => run.jobs.map(({ address }) => address)
  const at = (run: Run, address: string) => run.jobs.find((stop) => stop.address === address)!
  const past = async (run: { runOrderID: string }, query = '') =>
    (await office.admin.get<OutputOf<typeof listPastRuns>>(`/v1/runs/${run.runOrderID}/past${query}`)).body.items

  let home: Awaited<ReturnType<typeof suburbAndPackage>>
  /** Customers of one suburb and week, by their addresses. */
  async function street(names: readonly string[], some: object = {}): Promise<void> {
    home = await suburbAndPackage(office)
    for (const address of names) await office.make.customer({ ...home, address, ...some })
  }

  /** The week's run, driven in that order and completed; customers who are not named are shifted. */
  async function driven(order: readonly string[]): Promise<{ run: Run; driver: Person }> {
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act<Run>(office.admin, draft, 'activate')
    const device = deviceOf(office, driver, run)
    await device.send(order.map((address) => device.done(at(run, address))))
    return { run, driver }
  }

  test('a customer added to a draft comes beside the nearest neighbour, and the round is numbered again', async () => {
    await street(['2 Ada St', '8 Ada St', '1 Boyd St'])
    const draft = await generated(office)
    const [one, other] = [
      await office.make.customer({ ...home, address: '6 Ada St' }),
      await office.make.customer({ ...home, address: '3 Ada St', stopOrder: 99 }),
    ]
    const added = await changed(draft, { add: [one.customerID, other.customerID] })
    expect(addresses(added)).toEqual(['2 Ada St', '3 Ada St', '6 Ada St', '8 Ada St', '1 Boyd St'])
    expect(added.jobs.map(({ stopOrder }) => stopOrder)).toEqual([1, 2, 3, 4, 5])
    expect(at(added, '2 Ada St').version).toBe(at(draft, '2 Ada St').version)
    expect(at(added, '8 Ada St').version).toBe(at(draft, '8 Ada St').version + 1)
  })

  test('a customer added to an active run comes last in the round: the truck may have passed the street already', async () => {
    await street(['2 Ada St', '1 Boyd St'])
    const { run } = await driven([])
    const late = await office.make.customer({ ...home, address: '3 Ada St' })
    expect(addresses(await changed(run, { add: [late.customerID] }))).toEqual(['2 Ada St', '1 Boyd St', '3 Ada St'])
  })

  test('a draft takes the order a past run was driven in; new customers come beside their neighbours', async () => {
    await street(['1 Ada St', '3 Ada St', '1 Boyd St', '1 Carr St'])
    const { run } = await driven(['1 Carr St', '3 Ada St', '1 Ada St'])
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    await office.make.customer({ ...home, address: '2 Ada St' })
    await office.make.customer({ ...home, address: '9 Carr St' })
    const draft = await generated(office, NEXT)
    expect(addresses(draft)).toEqual(['1 Ada St', '2 Ada St', '3 Ada St', '1 Boyd St', '1 Carr St', '9 Carr St'])
    const taken = await changed(draft, { orderFrom: run.runOrderID })
    // 1 Boyd St was not collected: planned behind 3 Ada St, it follows it; Ada St was driven from 3 down to 1.
    expect(addresses(taken)).toEqual(['1 Carr St', '9 Carr St', '3 Ada St', '1 Boyd St', '2 Ada St', '1 Ada St'])
    expect(taken.jobs.map(({ stopOrder }) => stopOrder)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('taken a second time it changes nothing: no version, no audit entry', async () => {
    await street(['1 Ada St', '3 Ada St'])
    const { run } = await driven(['3 Ada St', '1 Ada St'])
    const draft = await generated(office, NEXT)
    const once = await changed(draft, { orderFrom: run.runOrderID })
    const audited = (await office.deps.database.db.select().from(audit)).length
    expect(await changed(draft, { orderFrom: run.runOrderID })).toEqual(once)
    expect(await changed(draft, { order: once.jobs.map(({ assignmentID }) => assignmentID) })).toEqual(once)
    expect((await office.deps.database.db.select().from(audit)).length).toBe(audited)
  })

  test('the driven order follows the corrected clock, not the time or order in which records arrived', async () => {
    await street(['1 Ada St', '3 Ada St', '5 Ada St'])
    const { run, driver } = await driven(['3 Ada St'])
    const device = deviceOf(office, driver, run)
    // A second phone whose clock is an hour slow: what it dates ten minutes ago was in fifty minutes.
    const [later, first] = [device.done(at(run, '1 Ada St')), device.done(at(run, '5 Ada St'))]
    const [now, hour] = [office.clock.now().getTime(), 3_600_000]
    const slow = { sentAt: new Date(now - hour).toISOString() }
    await device.put(
      [
        { ...later, occurredAt: new Date(now - hour - 60_000).toISOString() },
        { ...first, occurredAt: new Date(now - hour - 120_000).toISOString() },
      ],
      slow,
    )
    const done = await runNow(office, run)
    expect(at(done, '5 Ada St').doneAt! < at(done, '3 Ada St').doneAt!).toBe(true)
    const draft = await generated(office, NEXT)
    expect(addresses(await changed(draft, { orderFrom: run.runOrderID }))).toEqual(
      done.jobs.toSorted((a, b) => a.doneAt!.localeCompare(b.doneAt!)).map(({ address }) => address),
    )
  })

  test('an active run can take a past order, a completed one not; an order named in the same call comes first', async () => {
    await street(['1 Ada St', '3 Ada St', '5 Ada St'])
    const { run } = await driven(['5 Ada St', '3 Ada St', '1 Ada St'])
    const [driver] = [await office.make.driver()]
    const draft = await generated(office, { ...NEXT, drivers: [{ runNumber: 1, driverID: driver.driverID }] })
    await act(office.admin, draft, 'activate')
    expect(
      addresses(await changed(draft, { orderFrom: run.runOrderID, order: [at(draft, '3 Ada St').assignmentID] })),
    ).toEqual(['3 Ada St', '5 Ada St', '1 Ada St'])
    await act(office.admin, run, 'complete')
    expect((await change(run, { orderFrom: draft.runOrderID })).body.code).toBe('wrong_state')
    await act(office.admin, run, 'archive')
    expect(addresses(await changed(draft, { orderFrom: run.runOrderID }))).toEqual(['5 Ada St', '3 Ada St', '1 Ada St'])
  })

  test('an unknown run, one without records, or the run itself is refused by the field’s name', async () => {
    await street(['1 Ada St'])
    const draft = await generated(office)
    const other = await generated(office, NEXT)
    for (const [orderFrom, sentence] of [
      [NEVER, 'This run doesn’t exist'],
      [draft.runOrderID, 'This is the same run'],
      [other.runOrderID, 'This run hasn’t been driven yet'],
    ])
      expect((await change(draft, { orderFrom })).body).toMatchObject({
        code: 'fields_invalid',
        fields: { 'jobs.orderFrom': sentence },
      })
    expect((await change(draft, { orderFrom: 'last' })).body.fields).toHaveProperty(['jobs.orderFrom'])
    expect((await change(draft, { orderOf: NEVER })).status).toBe(422)
    expect(await runNow(office, draft)).toMatchObject({ version: 1 })
  })

  test('of two admins who take an order at the same moment each gets the requested one, one after the other', async () => {
    await street(['1 Ada St', '3 Ada St'])
    const { run } = await driven(['3 Ada St', '1 Ada St'])
    const draft = await generated(office, NEXT)
    const stale = { 'if-match': '"1"' }
    const answers = await Promise.all([
      change(draft, { orderFrom: run.runOrderID }, stale),
      change(draft, { orderFrom: run.runOrderID }, stale),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(addresses(await runNow(office, draft))).toEqual(['3 Ada St', '1 Ada St'])
  })

  test('past runs are offered with how many of the customers each has: the same week first, then the latest', async () => {
    await street(['1 Ada St', '3 Ada St', '5 Ada St'])
    await office.make.calendarYear(2027)
    const week = async (weekNumber: number, monthNumber: number, met: readonly string[]) => {
      const driver = await office.driver()
      const draft = await generated(office, {
        ...THIS_WEEK,
        weekNumber,
        monthNumber,
        drivers: [{ runNumber: 1, driverID: driver.userID }],
      })
      const run = await act<Run>(office.admin, draft, 'activate')
      const device = deviceOf(office, driver, run)
      if (met.length > 0) await device.send(met.map((address) => device.done(at(run, address))))
      await act(office.admin, run, 'complete', { outstanding: 'shift' })
      return run
    }
    const november = await week(2, 11, ['1 Ada St', '3 Ada St'])
    const december = await week(2, 12, ['1 Ada St'])
    const january = await generated(office, { yearNumber: 2027, monthNumber: 1, weekNumber: 2 })
    const named = (run: Run) => {
      const { runOrderID, readableID, fromDate, toDate, monthNumber, weekNumber } = run
      return { runOrderID, readableID, fromDate, toDate, runWeek: { fromDate, toDate, monthNumber, weekNumber } }
    }
    expect(await past(january)).toEqual([
      { ...named(december), met: 1 },
      { ...named(november), met: 2 },
    ])
    expect(await past(january, '?all=true')).toHaveLength(2)
    expect((await office.admin.get(`/v1/runs/${NEVER}/past`)).status).toBe(404)
    expect((await office.admin.get(`/v1/runs/${january.runOrderID}/past?every=true`)).status).toBe(422)
  })

  test('only the ten best past runs are offered unless all are requested, other weeks last', async () => {
    await street(['1 Ada St', '3 Ada St'])
    const { run } = await driven(['1 Ada St', '3 Ada St'])
    await office.deps.database.pool.query({
      text: `with copies as (select gen_random_uuid() as id, n from generate_series(1, 12) n),
        made as (insert into runs select (jsonb_populate_record(r, jsonb_build_object('run_order_id', c.id, 'ref_number', 900 + c.n, 'sequence_number', 10 + c.n, 'week_number', case when c.n = 12 then 3 else 2 end, 'from_day', date '2026-10-01' - c.n))).* from runs r, copies c where r.run_order_id = $1 returning run_order_id)
        insert into jobs select (jsonb_populate_record(j, jsonb_build_object('assignment_id', gen_random_uuid(), 'run_order_id', c.id))).* from jobs j, copies c where j.run_order_id = $1`,
      values: [run.runOrderID],
    })
    const draft = await generated(office, NEXT)
    const all = await past(draft, '?all=true')
    expect(all.map(({ fromDate }) => fromDate)).toEqual([
      '2026-11-09',
      ...Array.from({ length: 11 }, (_, n) => `2026-09-${String(30 - n).padStart(2, '0')}`),
      '2026-09-19',
    ])
    expect(await past(draft)).toEqual(all.slice(0, 10))
  })

  test('a stop moves to the end of another round and keeps its driver; one without a driver gets the round’s', async () => {
    await street(['1 Ada St', '3 Ada St'])
    await street(['1 Boyd St'], { runNumber: 2 })
    const [dan, eve] = [await office.make.driver(), await office.make.driver()]
    const draft = await generated(office, {
      drivers: [
        { runNumber: 1, driverID: dan.driverID },
        { runNumber: 2, driverID: eve.driverID },
      ],
    })
    await changed(draft, { assign: [{ assignmentIDs: [at(draft, '3 Ada St').assignmentID], driverID: null }] })
    const given = await changed(draft, {
      edit: [{ assignmentID: at(draft, '3 Ada St').assignmentID, runNumber: 2, amount: 12.5 }],
    })
    expect(at(given, '3 Ada St')).toMatchObject({
      runNumber: 2,
      stopOrder: 2,
      driverID: eve.driverID,
      driver: eve.fullName,
      capturedDriverName: eve.fullName,
      amount: 12.5,
    })
    const moved = await changed(draft, { edit: [{ assignmentID: at(draft, '1 Ada St').assignmentID, runNumber: 2 }] })
    expect(at(moved, '1 Ada St')).toMatchObject({ runNumber: 2, stopOrder: 3, driverID: dan.driverID, version: 2 })
    expect(addresses(moved)).toEqual(['1 Boyd St', '3 Ada St', '1 Ada St'])
  })

  test('a moved stop takes the place that the order of the same call names; moved to its own round it stays', async () => {
    await street(['1 Ada St', '3 Ada St'])
    await street(['1 Boyd St', '3 Boyd St'], { runNumber: 2 })
    const driver = await office.make.driver()
    const draft = await generated(office, {
      drivers: [1, 2].map((runNumber) => ({ runNumber, driverID: driver.driverID })),
    })
    await act(office.admin, draft, 'activate')
    const [moved, first] = [at(draft, '3 Ada St').assignmentID, at(draft, '1 Boyd St').assignmentID]
    const once = await changed(draft, { edit: [{ assignmentID: moved, runNumber: 2 }], order: [first, moved] })
    expect(addresses(once)).toEqual(['1 Ada St', '1 Boyd St', '3 Ada St', '3 Boyd St'])
    expect(once.jobs.map(({ runNumber, stopOrder }) => [runNumber, stopOrder])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [2, 3],
    ])
    expect(await changed(draft, { edit: [{ assignmentID: moved, runNumber: 2 }] })).toEqual(once)
    expect((await change(draft, { edit: [{ assignmentID: moved, runNumber: 0 }] })).body.fields).toHaveProperty([
      'jobs.edit.0.runNumber',
    ])
  })
})
