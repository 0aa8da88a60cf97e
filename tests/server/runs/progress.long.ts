import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runProgress } from '#contract/v1/progress.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, customersOf, generated, NEVER, nextPeriod, deviceOf, photograph } from '../../fixtures/runs.ts'

type Progress = OutputOf<typeof runProgress>

describe.each(databases)('watching a run on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  /**
   * Stop -> its last reported state. While others write, also to another database of the server, a stop may be reported
   * again unchanged.
   */
  const told = new Map<string, string>()
  async function watch(run: { runOrderID: string }, since?: string): Promise<Progress> {
    const answer = await office.call(office.admin, runProgress, {
      runOrderID: run.runOrderID,
      ...(since === undefined ? {} : { since }),
    })
    const stops = answer.jobs.filter((stop) => answer.whole || told.get(stop.assignmentID) !== JSON.stringify(stop))
    for (const stop of stops) told.set(stop.assignmentID, JSON.stringify(stop))
    return { ...answer, jobs: stops }
  }
  const edit = (run: { runOrderID: string }, stops: object) =>
    office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: stops })
  const ids = (stops: readonly { assignmentID: string }[]) => stops.map(({ assignmentID }) => assignmentID).sort()

  test('the first request is answered with everything, the next with nothing while nothing happens', async () => {
    const { run, driver } = await activeRun(office, 3)
    const first = await watch(run)
    expect(first).toMatchObject({
      whole: true,
      assignmentIDs: null,
      exceptions: 0,
      run: { status: 'active', stops: 3, done: 0, totalBags: 0 },
    })
    expect(ids(first.jobs)).toEqual(ids(run.jobs))
    expect(first.drivers).toMatchObject([{ driverID: driver.userID, stops: 3, done: 0, open: 3, bags: 0, phones: [] }])
    const second = await watch(run, first.cursor)
    expect(second).toMatchObject({ whole: false, jobs: [], assignmentIDs: null, run: { stops: 3 } })
  })

  test('a driver’s record comes once, with its events, the counts and the phone', async () => {
    const { run, driver } = await activeRun(office, 3)
    const { cursor } = await watch(run)
    const device = deviceOf(office, driver, run)
    const photo = await photograph(office, driver, device, run.jobs[1]!)
    await device.send([device.done(run.jobs[1]!, 2), photo])
    const seen = await watch(run, cursor)
    expect(seen.jobs).toMatchObject([
      {
        assignmentID: run.jobs[1]!.assignmentID,
        outcome: 'COLLECTED',
        pu: 2,
        photos: [{}],
        events: [{ type: 'photo' }, { type: 'done' }],
      },
    ])
    expect(seen.run).toMatchObject({ done: 1, totalBags: 2 })
    expect(seen.drivers).toMatchObject([
      { stops: 3, done: 1, open: 2, bags: 2, phones: [{ deviceID: device.deviceID, state: 'ok', unsent: 0 }] },
    ])
    expect((await watch(run, seen.cursor)).jobs).toEqual([])
  })

  test('an exception comes with its stop, and so does the decision', async () => {
    const { run, driver } = await activeRun(office, 2)
    const other = await office.driver()
    const stop = run.jobs[0]!
    await edit(run, { assign: [{ assignmentIDs: [stop.assignmentID], driverID: other.userID }] })
    const { cursor } = await watch(run)
    const device = deviceOf(office, driver, run)
    const late = device.done(stop)
    await device.send([late])
    const waiting = await watch(run, cursor)
    expect(waiting.exceptions).toBe(1)
    expect(waiting.jobs).toMatchObject([
      {
        assignmentID: stop.assignmentID,
        outcome: null,
        version: waiting.jobs[0]!.version,
        events: [{ eventID: late.eventID, decision: 'open' }],
      },
    ])
    await office.admin.put(`/v1/runs/exceptions/${late.eventID}`, { decision: 'dismiss', reason: 'Not their street' })
    const decided = await watch(run, waiting.cursor)
    expect(decided).toMatchObject({
      exceptions: 0,
      jobs: [
        { assignmentID: stop.assignmentID, version: waiting.jobs[0]!.version + 1, events: [{ decision: 'dismiss' }] },
      ],
    })
  })

  test('a phone whose driver’s stops were all given away is listed until it has sent what it holds', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    await device.send([], { reconcile: { highestSeq: 1, unsent: [NEVER] } })
    const other = await office.driver()
    await edit(run, { assign: [{ assignmentIDs: ids(run.jobs), driverID: other.userID }] })
    expect((await watch(run)).drivers).toMatchObject([
      { driverID: other.userID, stops: 1, phones: [] },
      {
        driverID: driver.userID,
        stops: 0,
        open: 0,
        phones: [{ deviceID: device.deviceID, unsent: 1, state: 'waiting' }],
      },
    ])
    await device.send([device.done(run.jobs[0]!)], { reconcile: { highestSeq: 1, unsent: [] } })
    expect((await watch(run)).drivers.map(({ driverID }) => driverID)).toEqual([other.userID])
  })

  test('a no pickup, its reason and its end show on a draft’s stop', async () => {
    office.clock.set('2026-11-05T00:00:00Z')
    const [customer] = await customersOf(office, 2)
    const run = await generated(office)
    let { cursor } = await watch(run)
    const next = async () => {
      const answer = await watch(run, cursor)
      cursor = answer.cursor
      return answer.jobs.map(({ customerID, noPickup }) => [customerID, noPickup?.reason ?? null])
    }
    const { noPickupID } = await office.make.noPickup({
      ...THIS_WEEK,
      customerID: customer!.customerID,
      reason: 'Away',
    })
    expect(await next()).toEqual([[customer!.customerID, 'Away']])
    await office.admin.put(`/v1/runs/no-pickups/${noPickupID}`, { reason: 'Back on Monday' })
    expect(await next()).toEqual([[customer!.customerID, 'Back on Monday']])
    await office.admin.delete(`/v1/runs/no-pickups/${noPickupID}`)
    expect(await next()).toEqual([[customer!.customerID, null]])
    expect(await next()).toEqual([])
  })

  test('stops added to a draft come, stops removed from it are reported as gone, also once it is active', async () => {
    await customersOf(office, 3)
    const driver = await office.driver()
    const run = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const { cursor } = await watch(run)
    await edit(run, { remove: [run.jobs[0]!.assignmentID] })
    const gone = await watch(run, cursor)
    expect(gone).toMatchObject({ jobs: [], run: { stops: 2 } })
    expect(gone.assignmentIDs?.toSorted()).toEqual(ids(run.jobs.slice(1)))
    await edit(run, { add: [run.jobs[0]!.customerID] })
    const added = await watch(run, gone.cursor)
    expect(added.jobs).toMatchObject([{ customerID: run.jobs[0]!.customerID }])
    expect(added.assignmentIDs).toHaveLength(3)
    await edit(run, { remove: [run.jobs[1]!.assignmentID] })
    await act(office.admin, run, 'activate')
    const active = await watch(run, added.cursor)
    expect(active).toMatchObject({ run: { status: 'active', stops: 2 } })
    expect(active.assignmentIDs?.toSorted()).toEqual(ids([...added.jobs, run.jobs[2]!]))
  })

  test('a shifted stop is shown as shifted, and as new in the draft it went to', async () => {
    const { run } = await activeRun(office, 2)
    await customersOf(office, 1, { due: { yearNumber: 2026, monthNumber: 12 } })
    const draft = await generated(office, nextPeriod)
    const there = draft.jobs.find(({ customerID }) => customerID === run.jobs[0]!.customerID)
    if (there) await edit(draft, { remove: [there.assignmentID] })
    const [here, next] = [await watch(run), await watch(draft)]
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${run.jobs[0]!.assignmentID}/shift`, {
      reason: 'Flooded',
    })
    expect(await watch(run, here.cursor)).toMatchObject({
      assignmentIDs: null,
      run: { stops: 1 },
      jobs: [{ state: 'shifted', reason: 'Flooded' }],
    })
    expect((await watch(draft, next.cursor)).jobs).toMatchObject([
      { customerID: run.jobs[0]!.customerID, state: 'planned' },
    ])
  })

  test('a transaction open over two requests is reported after its commit, never missed', async (context) => {
    if (kind === 'embedded') return context.skip()
    const { run, driver } = await activeRun(office, 3)
    const [slow, quick] = [run.jobs[0]!.assignmentID, run.jobs[1]!]
    let { cursor } = await watch(run)
    const next = async () => {
      const answer = await watch(run, cursor)
      cursor = answer.cursor
      return ids(answer.jobs)
    }
    let commit = () => undefined as void
    const held = new Promise<void>((resolve) => (commit = resolve))
    let begun = () => undefined as void
    const written = new Promise<void>((resolve) => (begun = resolve))
    const open = inTransaction(
      office.deps.database.db,
      async (tx) => {
        await tx.execute(sql`update jobs set version = version + 1 where assignment_id = ${slow}`)
        begun()
        await held
      },
      { isolation: 'read committed' },
    )
    try {
      await written
      const device = deviceOf(office, driver, run)
      await device.send([device.done(quick)])
      expect(await next()).toEqual([quick.assignmentID])
      await device.send([device.not(run.jobs[2]!, 'NOT_OUT')])
      expect(await next()).toContain(run.jobs[2]!.assignmentID)
    } finally {
      commit()
    }
    await open
    expect(await next()).toContain(slow)
    expect(await next()).toEqual([])
  })

  test('a cursor of another database, before a restore, from the future or missing is answered with everything', async () => {
    const { run } = await activeRun(office, 2)
    const { cursor } = await watch(run)
    const [epoch, table, xid, stops] = cursor.split('.')
    const wrong = [
      ['another', table, xid, stops].join('.'),
      [epoch, '1', xid, stops].join('.'),
      [epoch, table, '9000000000000000000', stops].join('.'),
      [epoch, table, '99999999999999999999999', stops].join('.'),
      `${cursor}.more`,
      'x',
      '....',
      'ä💥\u0001',
      '1'.repeat(100),
    ]
    for (const since of wrong) {
      const answer = await office.admin.get<Progress>(
        `/v1/runs/${run.runOrderID}/progress?since=${encodeURIComponent(since)}`,
      )
      expect([since, answer.status, answer.body.whole, answer.body.jobs.length]).toEqual([since, 200, true, 2])
    }
    expect((await office.admin.get(`/v1/runs/${run.runOrderID}/progress?since=${'1'.repeat(101)}`)).status).toBe(422)
    expect((await watch(run, cursor)).whole).toBe(false)
    await office.deps.database.db.execute(sql`update installation set value = 'restored' where key = 'dataEpoch'`)
    expect((await watch(run, cursor)).whole).toBe(true)
  })

  test('only the office may call it, and only for a run that exists', async () => {
    const { run, driver } = await activeRun(office, 1)
    expect((await driver.get(`/v1/runs/${run.runOrderID}/progress`)).status).toBe(403)
    expect((await office.admin.get(`/v1/runs/${NEVER}/progress`)).status).toBe(404)
  })
})
