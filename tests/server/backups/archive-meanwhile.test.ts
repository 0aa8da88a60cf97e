import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import type { ArchiveAct } from '#server/archive/archive-events.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { archived, finishedRun } from '../../fixtures/old-records.ts'
import type { Device } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { inTime } from '../../support/in-time.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

// The embedded database has one connection: there a phone waits for its turn.
describe.runIf(databases.includes('postgres'))('old records on postgres', () => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  let dir: string
  withActiveRun('postgres', 2, (opened) => void ({ office, run, driver, device } = opened))
  beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'bagrun-archive-'))))
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const ordered = <Act extends ArchiveAct>(order: Act) => archived(office, dir, order)
  const rowsOf = async (table: string) =>
    (await office.deps.database.pool.query<object>(`select * from ${table} order by 1`)).rows
  const aFinishedRun = () => finishedRun({ office, run, driver, device })

  /** Does `act` while `work` is held up at a statement, as in `after insert on events`. */
  async function heldUpAt<Worked, Acted>(statement: string, work: () => Promise<Worked>, act: () => Promise<Acted>) {
    const { pool } = office.deps.database
    await pool.query(
      `create function wait_there() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return null; end $$`,
    )
    await pool.query(`create trigger wait_there ${statement} for each statement execute function wait_there()`)
    const holder = await pool.connect()
    try {
      await holder.query('select pg_advisory_lock(4711)')
      const working = work()
      try {
        const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
          and database = (select oid from pg_database where datname = current_database())`
        await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1)
        return { acted: await act(), worked: () => working }
      } finally {
        await holder.query('select pg_advisory_unlock(4711)')
        await Promise.allSettled([working])
      }
    } finally {
      holder.release()
      await pool.query('drop function wait_there() cascade')
    }
  }

  test.each([
    ['moved', 'after insert on moved_events'],
    ['moved', 'before delete on events'],
    ['read back', 'after insert on events'],
    ['read back', 'after delete on moved_events'],
  ])('are %s while their phone makes contact, and neither waits for the other (%s)', async (what, statement) => {
    await aFinishedRun()
    const folder = what === 'moved' ? null : (await ordered({ act: 'move' })).folder!
    const counts = { reconcile: { highestSeq: 4, unsent: [], accounted: [] } }
    office.clock.pass(60_000)
    const { acted, worked } = await heldUpAt(
      statement,
      () => ordered<ArchiveAct>(folder === null ? { act: 'move' } : { act: 'read-back', folder }),
      () => inTime(device.send([], counts), 5_000, 'The phone waited'),
    )
    expect([acted.reconcile, await worked()]).toMatchObject([{ holes: [], equal: true }, { rows: 4 }])
    expect(await office.admin.get(`/v1/devices/${device.deviceID}`)).toMatchObject({
      body: {
        lastSeenAt: office.clock.now().toISOString(),
        reconciliation: { stops: 2, photos: 1, equal: true, holes: [] },
      },
    })
    expect(readdirSync(dir)).toHaveLength(1)
  })

  test('are moved while a late record of one of their stops arrives, which waits', async () => {
    await aFinishedRun()
    const late = device.note(run.jobs[0]!, 'Behind the shed')
    const { acted, worked } = await heldUpAt(
      'before delete on events',
      () => ordered({ act: 'move' }),
      () => inTime(device.send([late]), 5_000, 'The phone waited'),
    )
    expect([acted.results, await worked()]).toMatchObject([[{ result: 'review' }], { rows: 4 }])
    expect(await rowsOf('events')).toMatchObject([{ event_id: late.eventID, decision: 'open' }])
  })

  test('are not moved when one is changed while they are compared with the file', async () => {
    await aFinishedRun()
    const before = await rowsOf('events')
    const { pool } = office.deps.database
    const changing = await pool.connect()
    try {
      await changing.query('begin')
      await changing.query(`update events set decision_reason = 'other' where type = 'note'`)
      const moving = ordered({ act: 'move' }).then(
        () => 'moved',
        (error: unknown) => String(error),
      )
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`
      await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1)
      await changing.query('commit')
      expect(await moving).toContain('changed meanwhile')
    } finally {
      await changing.query('rollback')
      changing.release()
    }
    expect((await rowsOf('events')).length).toBe(before.length)
    expect(await rowsOf('moved_events')).toEqual([])
  })
})
