import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Device as DeviceShown } from '#contract/v1/devices.ts'
import { fillDatabase } from '#server/backups/fill-database.ts'
import { checkedManifest } from '#server/db/backup/backup-files.ts'
import type { Queryable } from '#server/db/database.ts'
import { bothDatabases, databases, freshDatabase } from '../../support/databases.ts'
import { OfficeOnDisk } from '../../support/office-on-disk.ts'
import { aDevice } from '../../support/device.ts'

describe.each(databases)('after a restore of %s', { timeout: 120_000 }, (kind) => {
  let office: OfficeOnDisk

  beforeEach(async () => {
    office = await OfficeOnDisk.open(kind)
  })
  afterEach(() => office.close())

  test('the phone sends again what was acknowledged after the backup: every record is there once, photos too', async () => {
    const { driver, runOrderID } = await office.driverWithRun(4)
    const device = await aDevice(office, driver)
    const stops = (await device.run()).jobs
    await device.finish(stops[0]!, 1)
    await device.photograph(stops[0]!)
    await device.settles()
    const { folder } = await office.backup()
    await device.passes(60_000)
    await device.finish(stops[1]!, 2, { extraAmount: 5, notes: 'Gate was open' })
    await device.photograph(stops[1]!)
    const wrong = await device.bagMT(stops[2]!)
    await device.settles()
    await device.undo(wrong)
    await device.couldNot(stops[2]!, 'NO_ACCESS')
    await device.settles()
    const before = await asTheOfficeSees(office, runOrderID)

    const restored = await office.restore(folder)
    expect((await asTheOfficeSees(office, runOrderID)).outcomes).not.toEqual(before.outcomes)
    await device.clock.during(device.sync.pullNow())
    // The phone's drain looks once a minute when nothing happens.
    await device.settles(180_000)
    expect(await asTheOfficeSees(office, runOrderID)).toEqual(before)
    expect([restored.photosMissing, restored.manifest.photos.count]).toEqual([[], 1])
    await device.close()
  })
})

describe.each(databases)('after a restore of %s, from several backups', { timeout: 120_000 }, (kind) => {
  let office: OfficeOnDisk

  beforeEach(async () => {
    office = await OfficeOnDisk.open(kind)
  })
  afterEach(() => office.close())

  test('a photo that the phone deleted because a newer backup had it is found there', async () => {
    const { driver, runOrderID } = await office.driverWithRun(1)
    const device = await aDevice(office, driver)
    const [stop] = (await device.run()).jobs
    const { folder: older } = await office.backup()
    await device.passes(60_000)
    await device.photograph(stop!)
    await device.settles()
    await device.passes(10 * 60_000)
    const { folder: younger } = await office.backup()
    await device.passes(60_000)
    await device.clock.during(device.sync.pullNow())
    await device.passes(120_000)
    const before = await asTheOfficeSees(office, runOrderID)

    const { photosPut } = await office.restore(older)
    expect([photosPut, existsSync(path.join(younger, 'manifest.json'))]).toEqual([0, true])
    await device.clock.during(device.sync.pullNow())
    await device.settles(180_000)
    expect(await asTheOfficeSees(office, runOrderID)).toEqual(before)
    await device.close()
  })
})

describe.each(bothDatabases)('a restore of %s', { timeout: 120_000 }, (kind) => {
  let office: OfficeOnDisk
  let folder: string

  beforeAll(async () => {
    office = await OfficeOnDisk.open(kind)
    folder = (await office.backup()).folder
  }, 120_000)
  afterAll(() => office.close())

  test('is refused where there is data, unless that may be set aside, and then the data is kept', async () => {
    await (await office.fixtures()).product({ name: 'Made after the backup' })
    await expect(office.restore(folder, { force: false })).rejects.toThrow('There is data')
    await office.start()
    expect(await namesOfPackages(office)).toContain('Made after the backup')
    const { aside, dataEpoch } = await office.restore(folder)
    expect(aside).toContain(
      kind === 'embedded' ? path.join(office.dataDir, 'database-before-restore-') : 'public_before_restore_',
    )
    expect(await namesOfPackages(office)).not.toContain('Made after the backup')
    const { rows } = await office.composed.deps.database.pool.query(
      "select value from installation where key = 'dataEpoch'",
    )
    expect(rows).toEqual([{ value: dataEpoch }])
    if (kind === 'embedded') expect(readdirSync(office.dataDir)).not.toContain('restoring')
  })

  test('leaves everybody who was signed in at the backup signed in', async () => {
    const admin = await office.admin()
    const { folder: later } = await office.backup()
    await office.restore(later)
    expect((await admin.get('/v1/users/profile')).status).toBe(200)
  })

  test('is refused while a server runs there, and with another secret key', async () => {
    if (kind === 'postgres') await letThePoolGo(office.environment['DATABASE_URL']!)
    await expect(office.restoreNow(folder)).rejects.toThrow(
      kind === 'embedded' ? 'is in use by process' : 'A server works on this database',
    )
    await expect(office.restoreNow(folder, { SECRET_KEY: 'another key, and long enough as well' })).rejects.toThrow(
      'another secret key',
    )
  })

  test.runIf(kind === 'postgres')('may look for photos in a slow store for as long as that takes', async () => {
    const target = await freshDatabase(kind)
    const limit = async (db: Queryable) =>
      (await db.execute<{ limit: string }>(sql`select current_setting('idle_in_transaction_session_timeout') as limit`))
        .rows[0]!.limit
    try {
      let during = ''
      await fillDatabase(target, folder, await checkedManifest(folder), async (tx) => void (during = await limit(tx)))
      expect([during, await limit(target.db)]).toEqual(['0', '1min'])
    } finally {
      await target.close()
    }
  })

  test('is refused when one byte of the backup has changed', async () => {
    const damaged = path.join(office.dataDir, 'damaged')
    cpSync(folder, damaged, { recursive: true })
    const file = path.join(damaged, 'tables/users.jsonl.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length - 12]! ^= 1
    writeFileSync(file, bytes)
    await expect(office.restoreNow(damaged)).rejects.toThrow('tables/users.jsonl.gz is not what was saved')
  })
})

/** An idle server has no open connection in its pool; it still has to be detected as running. */
async function letThePoolGo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bagrun' and datname = current_database()",
  )
  await client.end()
}

/** What the office sees of a run and of the driver's pay, without change counters and times. */
async function asTheOfficeSees(office: OfficeOnDisk, runOrderID: string) {
  const admin = await office.admin()
  const { body: run } = await admin.get<{ jobs: Record<string, unknown>[] }>(`/v1/runs/${runOrderID}`)
  const { body: pays } = await admin.get<{ items: Record<string, unknown>[]; total: number; totalAmount: number }>(
    '/v1/pays',
  )
  const { body: phones } = await admin.get<{ items: DeviceShown[] }>('/v1/devices')
  const outcomes = run.jobs.map(({ assignmentID, outcome, pu, extraAmount, driverNotes, photos }) => ({
    assignmentID,
    outcome,
    pu,
    extraAmount,
    driverNotes,
    photos,
  }))
  const whole = await Promise.all(
    (outcomes.flatMap(({ photos }) => photos) as { url: string }[]).map(
      async ({ url }) => (await admin.get((await admin.get<{ url: string }>(url)).body.url)).status,
    ),
  )
  // Incomes are numbered in the order of arrival: the numbers may differ, the money may not.
  const money = pays.items
    .map(({ assignmentID, pu, amount, status }) => JSON.stringify({ assignmentID, pu, amount, status }))
    .toSorted()
  // Counted as the rows are restored, not read from them.
  const totals = {
    pays: [pays.total, pays.totalAmount],
    phones: phones.items.map(({ reconciliation: { stops, photos } }) => [stops, photos]),
  }
  return { outcomes, whole, money, totals }
}

async function namesOfPackages(office: OfficeOnDisk): Promise<string[]> {
  const { body } = await (await office.admin()).get<{ items: { name: string }[] }>('/v1/products')
  return body.items.map(({ name }) => name)
}
