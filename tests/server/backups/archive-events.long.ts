import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Device as DeviceShown } from '#contract/v1/devices.ts'
import type { Run } from '#contract/v1/runs.ts'
import { type ArchiveAct, archiveEvents } from '#server/archive/archive-events.ts'
import type { Progress } from '#server/backups/progress.ts'
import { addUpTotals } from '#server/db/kept-totals.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { archived, finishedRun } from '../../fixtures/old-records.ts'
import { act, type Device, deviceOf, NEVER, runNow } from '../../fixtures/runs.ts'
import { databases, inFull } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import { OfficeOnDisk } from '../../support/office-on-disk.ts'
import type { Body, Person } from '../../support/person.ts'
import { settableClock } from '../../support/settable-clock.ts'

describe.each(databases)('old records on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  let dir: string
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))
  beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'bagrun-archive-'))))
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const ordered = <Act extends ArchiveAct>(order: Act, at?: string) => archived(office, dir, order, at)
  const rowsOf = async (table: string) =>
    (await office.deps.database.pool.query<object>(`select * from ${table} order by 1`)).rows
  const foldersLeft = () => readdirSync(dir).filter((name) => name.startsWith('events-'))
  const phone = async () => (await office.admin.get<DeviceShown>(`/v1/devices/${device.deviceID}`)).body.reconciliation

  const aFinishedRun = () => finishedRun({ office, run, driver, device })

  test('are looked at before they are moved: how many, how large, and nothing is changed', async () => {
    await aFinishedRun()
    const before = await rowsOf('events')
    expect(await ordered({ act: 'look' })).toMatchObject({
      before: '2027-11-20',
      rows: 4,
      stops: 2,
      bytes: expect.any(Number),
      oldest: office.clock.now().toISOString(),
      archives: [],
    })
    expect(await rowsOf('events')).toEqual(before)
    expect(readdirSync(dir)).toEqual([])
  })

  test('stay until they are older than the setting says, and as long as their run or a decision is open', async () => {
    const look = async (at?: string) => (await ordered({ act: 'look' }, at)).rows
    await device.send([device.done(run.jobs[0]!), device.done(run.jobs[1]!)])
    expect(await look()).toBe(0)
    await act(office.admin, run, 'complete')
    expect(await look()).toBe(2)
    expect([await look('2033-11-10T02:00:00Z'), await look('2033-11-20T02:00:00Z')]).toEqual([0, 2])
    await office.admin.put('/v1/settings/keep.years', { value: 2 })
    expect([await look('2028-11-10T02:00:00Z'), await look('2028-11-20T02:00:00Z')]).toEqual([0, 2])
    // A late record of one stop holds back all records of that stop.
    const late = device.done(run.jobs[0]!, 5)
    await device.send([late])
    expect(await look()).toBe(1)
    await office.admin.put(`/v1/runs/exceptions/${late.eventID}`, { decision: 'dismiss', reason: 'Twice' })
    expect(await look()).toBe(3)
  })

  test('are in the file whole, and read back they are what they were, however often that is done', async () => {
    await aFinishedRun()
    const [before, stops, pays] = [await rowsOf('events'), await rowsOf('jobs'), await rowsOf('incomes')]
    const { folder, rows } = await ordered({ act: 'move' })
    expect([rows, await rowsOf('events'), await rowsOf('jobs'), await rowsOf('incomes')]).toEqual([4, [], stops, pays])
    const lines = gunzipSync(readFileSync(path.join(folder!, 'tables/events.jsonl.gz'))).toString()
    expect(lines.trimEnd().split('\n')).toHaveLength(4)
    expect(await ordered({ act: 'move' })).toMatchObject({ folder: null, rows: 0 })
    const name = path.basename(folder!)
    expect(await ordered({ act: 'read-back', folder: name })).toEqual({ act: 'read-back', rows: 4, added: 4 })
    expect([await rowsOf('events'), await rowsOf('moved_events')]).toEqual([before, []])
    expect(await ordered({ act: 'read-back', folder: folder! })).toEqual({ act: 'read-back', rows: 4, added: 0 })
    expect(await rowsOf('events')).toEqual(before)
    // Moved once more, and what is there already stays while the rest comes back.
    await ordered({ act: 'move' }, '2034-11-21T02:00:00Z')
    expect([(await rowsOf('events')).length, foldersLeft().length]).toEqual([0, 2])
    expect(await ordered({ act: 'read-back', folder: name })).toMatchObject({ added: 4 })
    expect([await rowsOf('events'), await rowsOf('moved_events')]).toEqual([before, []])
    expect((await ordered({ act: 'look' })).archives).toMatchObject([
      { rows: 4, readBackAt: expect.any(String) },
      { rows: 4 },
    ])
  })

  test('tell how far moving them is, and reading them back', async () => {
    await aFinishedRun()
    const told: Progress[] = []
    const last = () => [...new Map(told.splice(0).map((far) => [far.step, far])).values()]
    const settings = {
      database: office.deps.database,
      clock: settableClock('2034-11-20T02:00:00Z'),
      dir,
      onProgress: (far: Progress) => void told.push(far),
    }
    await archiveEvents(settings, { act: 'move' })
    expect(last()).toEqual([
      { step: 'records', done: 4, of: null },
      { step: 'file', done: 4, of: 4 },
      { step: 'remove', done: 4, of: 4 },
    ])
    await archiveEvents(settings, { act: 'read-back', folder: foldersLeft()[0]! })
    expect(last()).toEqual([
      { step: 'file', done: 4, of: 4 },
      { step: 'putBack', done: 4, of: 4 },
    ])
  })

  test('count once when the phone sends them again from its old memory, and get the answer they got', async () => {
    const { batch, results } = await aFinishedRun()
    await ordered({ act: 'move' })
    const before = [
      await rowsOf('jobs'),
      await rowsOf('incomes'),
      await rowsOf('billing_lines'),
      await rowsOf('photos'),
    ]
    // The photo's bytes are not asked for again.
    const again = await device.send(batch, {
      reconcile: { highestSeq: 4, unsent: batch.map(({ eventID }) => eventID), accounted: [] },
    })
    expect(again.results).toEqual(results.map((verdict) => ({ ...verdict, result: 'duplicate' })))
    expect(again.reconcile).toMatchObject({ holes: [], equal: true })
    expect(again.reconcile!.known?.toSorted()).toEqual(batch.map(({ eventID }) => eventID).toSorted())
    expect([
      await rowsOf('jobs'),
      await rowsOf('incomes'),
      await rowsOf('billing_lines'),
      await rowsOf('photos'),
    ]).toEqual(before)
    expect(await rowsOf('events')).toEqual([])
    expect((await office.admin.get<{ total: number }>('/v1/runs/exceptions')).body.total).toBe(0)
    const [first] = batch
    expect((await device.send([{ ...first!, pu: 9 }])).results).toMatchObject([
      { result: 'rejected', code: 'event_differs' },
    ])
    expect((await device.send([{ ...first!, appBuild: 'a newer app' }])).results).toMatchObject([
      { result: 'duplicate' },
    ])
    const other = await office.driver()
    expect((await deviceOf(office, other, run).send([first!])).results).toMatchObject([
      { result: 'rejected', code: 'actor_wrong' },
    ])
  })

  test('leave no holes in the numbers of their phone, and its counts as they were', async () => {
    await aFinishedRun()
    const counts = { reconcile: { highestSeq: 4, unsent: [], accounted: [] } }
    await device.send([], counts)
    const before = await phone()
    expect(before).toEqual({ stops: 2, photos: 1, equal: true, holes: [] })
    const { folder } = await ordered({ act: 'move' })
    const { reconcile } = await device.send([], { reconcile: { highestSeq: 6, unsent: [], accounted: [6] } })
    expect(reconcile).toMatchObject({ holes: [5], equal: false })
    await device.send([], { reconcile: { highestSeq: 6, unsent: [], accounted: [5, 6] } })
    expect(await phone()).toEqual(before)
    await ordered({ act: 'read-back', folder: folder! })
    expect(await phone()).toEqual(before)
  })

  test('may have any number that a phone may give them', async () => {
    await device.send([2_147_483_646, 2_147_483_647].map((seq) => ({ ...device.done(run.jobs[0]!), seq })))
    const { items } = (await office.admin.get<{ items: { eventID: string }[] }>('/v1/runs/exceptions')).body
    for (const { eventID } of items)
      await office.admin.put(`/v1/runs/exceptions/${eventID}`, { decision: 'dismiss', reason: 'No such number' })
    await device.send([device.done(run.jobs[1]!)])
    await act(office.admin, run, 'complete')
    const before = await rowsOf('events')
    const { folder, rows } = await ordered({ act: 'move' })
    expect([rows, await rowsOf('events')]).toEqual([3, []])
    await ordered({ act: 'read-back', folder: folder! })
    expect(await rowsOf('events')).toEqual(before)
  })

  test('that filled a hole in the numbers of their phone are not reported as missing', async () => {
    const [one, two] = run.jobs
    const late = device.done(one!)
    await device.send([device.done(two!)], { reconcile: { highestSeq: 2, unsent: [], accounted: [] } })
    const told = async () => {
      await checkAlerts(office.deps)
      const { items } = (await office.admin.get<{ items: { kind: string }[] }>('/v1/alerts')).body
      return items.filter(({ kind }) => kind === 'records-missing').length
    }
    expect([(await phone()).holes, await told()]).toEqual([[1], 1])
    // As when a file brings it: the phone does not count again.
    await device.send([late])
    await act(office.admin, run, 'complete')
    const filled = { stops: 2, photos: 0, equal: true, holes: [] }
    expect([await phone(), await told()]).toEqual([filled, 0])
    const { folder } = await ordered({ act: 'move' })
    expect([await phone(), await told()]).toEqual([filled, 0])
    expect((await office.admin.post(`/v1/devices/${device.deviceID}/settle`, {})).status).toBe(409)
    await ordered({ act: 'read-back', folder: folder! })
    expect([await phone(), await told()]).toEqual([filled, 0])
  })

  test('of a stop that no run knows go together, so that the phone has recorded it once all along', async () => {
    await aFinishedRun()
    const nowhere = { ...run.jobs[0]!, assignmentID: NEVER }
    const [one, two] = [device.done(nowhere), device.done(nowhere, 3)]
    await device.send([one, two])
    const dismiss = ({ eventID }: { eventID: string }) =>
      office.admin.put(`/v1/runs/exceptions/${eventID}`, { decision: 'dismiss', reason: 'No such stop' })
    await dismiss(one)
    const counted = { stops: 3, photos: 1 }
    expect(await phone()).toMatchObject(counted)
    expect([(await ordered({ act: 'move' })).rows, await phone()]).toMatchObject([4, counted])
    await dismiss(two)
    const { rows, folder } = await ordered({ act: 'move' }, '2034-11-21T02:00:00Z')
    expect([rows, await rowsOf('events'), await phone()]).toMatchObject([2, [], counted])
    await ordered({ act: 'read-back', folder: folder! })
    expect([(await rowsOf('events')).length, await phone()]).toMatchObject([2, counted])
    // The nightly maintenance adds up what the triggers noted.
    await addUpTotals(office.deps.database.db)
    expect(await phone()).toMatchObject(counted)
  })

  test('leave the stop as it is: a late record of it waits until they are read back, then all are added up', async () => {
    await aFinishedRun()
    const { folder } = await ordered({ act: 'move' })
    const late = device.tap(run.jobs[0]!, { type: 'done', pu: 3 })
    expect((await device.send([late])).results).toMatchObject([{ result: 'review', code: 'job_completed' }])
    const stop = async () => {
      const { outcome, pu, driverNotes, photos } = (await runNow(office, run)).jobs.find(
        ({ assignmentID }) => assignmentID === run.jobs[0]!.assignmentID,
      )!
      return { outcome, pu, driverNotes, photos: photos.length }
    }
    const before = await stop()
    const accept = () => office.admin.put<Body>(`/v1/runs/exceptions/${late.eventID}`, { decision: 'accept' })
    const refused = await accept()
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('moved to a file')])
    expect((await office.admin.get<{ items: object[] }>('/v1/runs/exceptions')).body.items).toMatchObject([
      { decision: 'open', accepting: null },
    ])
    expect(await stop()).toEqual(before)
    await ordered({ act: 'read-back', folder: folder! })
    expect((await accept()).status).toBe(200)
    expect(await stop()).toEqual({ ...before, pu: 3 })
    expect(await phone()).toMatchObject({ stops: 2, photos: 1 })
  })

  test('leave the ledger right, and their decisions named in the log of changes', async () => {
    const { batch } = await aFinishedRun()
    const late = device.done(run.jobs[0]!, 5)
    await device.send([late])
    await office.admin.put(`/v1/runs/exceptions/${late.eventID}`, { decision: 'dismiss', reason: 'Twice' })
    const logged = async () =>
      (await office.admin.get<{ items: object[] }>(`/v1/audit?subjectID=${late.eventID}`)).body.items
    const [before, sums] = [await logged(), await auditAllLedgers(office.deps.database.db)]
    expect(before).toMatchObject([{ subject: run.jobs[0]!.capturedCustomerName }])
    expect(await ordered({ act: 'move' })).toMatchObject({ rows: batch.length + 1 })
    expect([await logged(), await auditAllLedgers(office.deps.database.db)]).toEqual([before, sums])
    expect(sums.difference).toBe(null)
  })

  test('are not deleted unless they are what the file holds, and an end in between loses and doubles nothing', async () => {
    await aFinishedRun()
    const before = await rowsOf('events')
    const { pool } = office.deps.database
    const failing = async (table: string, what: string, when: string) => {
      await pool.query(
        `create function at_that_point() returns trigger language plpgsql as $$ begin ${what}; return new; end $$`,
      )
      await pool.query(
        `create trigger at_that_point ${when} on ${table} for each statement execute function at_that_point()`,
      )
      const failed = await ordered({ act: 'move' }).then(
        () => 'moved',
        (error: unknown) => String(error),
      )
      await pool.query('drop function at_that_point() cascade')
      return failed
    }
    // While the table is read for the file, the file is there, and nothing is deleted.
    expect(
      await failing(
        'event_archives',
        `update events set decision_reason = 'other' where type = 'note'`,
        'after insert',
      ),
    ).toContain('changed meanwhile')
    expect(await failing('events', `raise 'the power went'`, 'before delete')).toContain('delete from "events"')
    expect([await rowsOf('events'), await rowsOf('moved_events'), await rowsOf('event_archives')]).toEqual([
      before,
      [],
      [],
    ])
    const left = foldersLeft()
    expect(left).toHaveLength(2)
    // What a killed process left of a file that was not complete.
    mkdirSync(path.join(dir, '.unfinished-events-20260101T000000Z-0a1b2c'))
    expect(await ordered({ act: 'read-back', folder: left[0]! })).toMatchObject({ rows: 4, added: 0 })
    expect(await rowsOf('events')).toEqual(before)
    const { folder, rows } = await ordered({ act: 'move' }, '2034-11-21T02:00:00Z')
    expect([rows, await rowsOf('events')]).toEqual([4, []])
    expect(readdirSync(dir).toSorted()).toEqual([...left, path.basename(folder!)].toSorted())
    for (const each of [...left, folder!]) await ordered({ act: 'read-back', folder: each })
    expect([await rowsOf('events'), await rowsOf('moved_events')]).toEqual([before, []])
  })

  test('are read back from a copy of their folder, whatever its name and wherever it is', async () => {
    await aFinishedRun()
    const { folder } = await ordered({ act: 'move' })
    const copy = path.join(dir, 'elsewhere', 'copy')
    cpSync(folder!, copy, { recursive: true })
    const typed = path.relative(process.cwd(), copy)
    expect(await ordered({ act: 'read-back', folder: typed })).toMatchObject({ rows: 4, added: 4 })
    expect(await ordered({ act: 'look' })).toMatchObject({
      archives: [{ folder: path.basename(folder!), readBackAt: expect.any(String) as string }],
    })
  })

  test('are not read back from a damaged file, nor from a folder that holds none', async () => {
    await aFinishedRun()
    const { folder } = await ordered({ act: 'move' })
    const file = path.join(folder!, 'tables/events.jsonl.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length - 12]! ^= 1
    writeFileSync(file, bytes)
    await expect(ordered({ act: 'read-back', folder: folder! })).rejects.toThrow('is not what was saved')
    await expect(ordered({ act: 'read-back', folder: `events-${randomUUID()}` })).rejects.toThrow(
      'is no folder of moved records: npm run archive-events lists them.',
    )
    expect([await rowsOf('events'), existsSync(file)]).toEqual([[], true])
  })
})

describe.each(databases)('a backup of %s after records were moved', { timeout: 120_000 }, (kind) => {
  let office: OfficeOnDisk
  beforeEach(async () => {
    office = await OfficeOnDisk.open(kind)
  }, 120_000)
  afterEach(() => office.close())

  test('has their photos, and once it is restored a phone that sends them again is still known', async () => {
    const { driver, runOrderID } = await office.driverWithRun(1)
    const place = await office.photograph(driver, runOrderID)
    const completed = await (await office.admin()).put(`/v1/runs/${runOrderID}/complete`, { outstanding: 'shift' })
    expect(completed.status).toBe(200)
    const { rows: sent } = await office.composed.deps.database.pool.query<{ payload: object }>(
      'select payload from events',
    )
    const later = {
      database: office.composed.deps.database,
      clock: settableClock('2034-11-20T02:00:00Z'),
      dir: office.config.backupDir,
    }
    const moved = await archiveEvents(later, { act: 'move' })
    expect(moved).toMatchObject({ rows: 1 })
    const { folder, photos } = await office.backup()
    expect([photos, existsSync(path.join(folder, place))]).toEqual([{ lie: 'here', count: 1, missing: 0 }, true])
    const [archive] = readdirSync(office.config.backupDir).filter((name) => name.startsWith('events-'))
    await expect(office.restoreNow(archive!)).rejects.toThrow('npm run archive-events -- --read-back events-')
    await office.restore(folder)
    const { body } = await driver.put<{ results: object[] }>(`/v1/runs/${runOrderID}/done`, {
      events: sent.map(({ payload }) => payload),
    })
    expect(body.results).toMatchObject([{ result: 'duplicate' }])
    const restored = { ...later, database: office.composed.deps.database }
    expect(await archiveEvents(restored, { act: 'read-back', folder: archive! })).toMatchObject({ rows: 1, added: 1 })
  })

  test.runIf(inFull)(
    'is not read back as one of their folders, although it was made before and holds them',
    async () => {
      const { driver, runOrderID } = await office.driverWithRun(1)
      await office.photograph(driver, runOrderID)
      await (await office.admin()).put(`/v1/runs/${runOrderID}/complete`, { outstanding: 'shift' })
      const { folder } = await office.backup()
      const { database } = office.composed.deps
      const later = { database, clock: settableClock('2034-11-20T02:00:00Z'), dir: office.config.backupDir }
      await archiveEvents(later, { act: 'move' })
      await expect(archiveEvents(later, { act: 'read-back', folder })).rejects.toThrow(`${folder} is a backup`)
      expect((await database.pool.query('select from events')).rows).toEqual([])
      expect(await archiveEvents(later, { act: 'look' })).toMatchObject({ archives: [{ rows: 1, readBackAt: null }] })
    },
  )
})
