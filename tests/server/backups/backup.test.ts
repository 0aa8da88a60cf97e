import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '#server/backups/make-backup.ts'
import { giveOrder, takeOrders } from '#server/backups/orders.ts'
import type { Progress } from '#server/backups/progress.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { bothDatabases } from '../../support/databases.ts'
import { OfficeOnDisk } from '../../support/office-on-disk.ts'

interface DiaryLine {
  ended: boolean
  file: string | null
  failure: string | null
}

describe.each(bothDatabases)('a backup of %s', { timeout: 120_000 }, (kind) => {
  let office: OfficeOnDisk

  beforeAll(async () => {
    office = await OfficeOnDisk.open(kind)
    await office.driverWithRun(2)
    await (
      await office.fixtures()
    ).product({ name: 'Line\u2028separated, “quoted”, \\back\\slashed', features: ['null'] })
  }, 120_000)
  afterAll(() => office.close())

  const query = async <T extends object>(text: string) => (await office.composed.deps.database.pool.query<T>(text)).rows
  const lastLine = async () =>
    (
      await query<DiaryLine>(
        'select ended_at is not null as ended, file_name as file, failure from backups order by backup_id desc limit 1',
      )
    )[0]
  const backedUpThrough = async () =>
    (await query<{ value: string }>("select value from installation where key = 'backedUpThrough'"))[0]?.value

  test('holds every row, is readable by its owner alone, and holds no secret key', async () => {
    const { folder, sha256 } = await office.backup()
    expect(await lastLine()).toEqual({ ended: true, file: path.basename(folder), failure: null })
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
      tables: { name: string; rows: number }[]
    }
    for (const { name, rows } of manifest.tables)
      if (!['backups', 'installation'].includes(name))
        expect([name, await query(`select count(*)::int as rows from ${name}`)]).toEqual([name, [{ rows }]])
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(folder, name)).isFile(),
    )
    for (const name of files)
      expect(readFileSync(path.join(folder, name)).includes(office.environment['SECRET_KEY']!)).toBe(false)
    if (process.platform === 'linux') {
      expect(files.map((name) => statSync(path.join(folder, name)).mode & 0o077)).toEqual(files.map(() => 0))
      execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
    }
  })

  test('holds no link that still lets anybody in, and no other program’s table', async () => {
    const { driverID } = await (await office.fixtures()).driver({ email: `gus-${kind}@bagrun.example` })
    // A mail that an earlier version queued.
    await query(
      `insert into mails (mail_id, dedupe_key, to_address, subject, text, state, created_at)
       values ('${crypto.randomUUID()}', 'old ${driverID}', 'gus@bagrun.example', 'Hello', 'Old: https://rounds.example/recover?token=abc', 'queued', now())`,
    )
    await query('create table somebody_elses (text text)')
    try {
      const { folder } = await office.backup()
      const mails = gunzipSync(readFileSync(path.join(folder, 'tables/mails.jsonl.gz'))).toString()
      const mail = mails.split('\n').find((line) => line.includes(`invite ${driverID}`))
      const [sealed] = await query<{ link: string }>(
        `select encode(sealed_link, 'hex') as link from mails where dedupe_key = 'invite ${driverID}'`,
      )
      expect(sealed?.link).toMatch(/^[0-9a-f]{100,}$/)
      expect([mails.includes(sealed!.link), mails.includes('token='), mails.includes(`old ${driverID}`)]).toEqual([
        false,
        false,
        true,
      ])
      expect(mail).toContain('{link}')
      expect(mails).toContain('Old: (This link works once and is kept in no backup: ask for a new one.)')
      expect(readdirSync(path.join(folder, 'tables'))).not.toContain('somebody_elses.jsonl.gz')
    } finally {
      await query('drop table somebody_elses')
    }
  })

  test('lets phones delete photo bytes only once it is whole', async () => {
    await office.backup()
    const through = await backedUpThrough()
    expect(Date.parse(through!)).toBeLessThan(office.clock.now().getTime())
    office.clock.pass(3_600_000)
    const broken = office.backup({ openScratch: () => Promise.reject(new Error('The trial database did not open')) })
    await expect(broken).rejects.toThrow('trial')
    expect(await lastLine()).toEqual({ ended: true, file: null, failure: 'The trial database did not open' })
    expect(await backedUpThrough()).toBe(through)
    expect(readdirSync(office.config.backupDir).filter((name) => !name.startsWith('bagrun-'))).toEqual([])
    await office.backup()
    expect(await backedUpThrough()).not.toBe(through)
  })

  test('holds the data of one moment, whatever is written while it is made', async () => {
    const make = await office.fixtures()
    const [{ folder }] = await Promise.all([office.backup(), ...Array.from({ length: 10 }, () => make.customer())])
    // Each customer is also a user: the trial database would refuse a part of the two rows, and the counts would differ
    // here.
    const rowsOf = Object.fromEntries(
      (
        JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as {
          tables: { name: string; rows: number }[]
        }
      ).tables.map(({ name, rows }) => [name, rows]),
    )
    expect(rowsOf['users']).toBe(rowsOf['customers']! + rowsOf['drivers']! + 1)
  })

  test('is made once at a time', async () => {
    const both = await Promise.allSettled([office.backup(), office.backup()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is made once a night, and a failed one is made again', async () => {
    const count = async () => (await query('select 1 from backups')).length
    office.clock.pass(24 * 3_600_000)
    const before = await count()
    await office.nightly({ openScratch: () => Promise.reject(new Error('no')) })
    await office.nightly()
    await office.nightly()
    expect((await count()) - before).toBe(2)
  })

  test('is listed as unfinished while it is made, and deletes what a killed server left', async () => {
    const left = path.join(office.config.backupDir, '.unfinished-bagrun-20260101T000000Z-0a1b2c', 'tables')
    mkdirSync(left, { recursive: true })
    let atTrial: DiaryLine | undefined
    const broken = office.backup({
      openScratch: async () => {
        atTrial = await lastLine()
        throw new Error('no')
      },
    })
    await expect(broken).rejects.toThrow('no')
    expect([atTrial, existsSync(left)]).toEqual([{ ended: false, file: null, failure: null }, false])
  })

  test('is kept until there are fourteen newer ones', async () => {
    const dir = office.config.backupDir
    for (const name of readdirSync(dir).slice(1)) rmSync(path.join(dir, name), { recursive: true })
    const [real] = readdirSync(dir)
    for (let day = 1; day <= 15; day += 1)
      execFileSync('cp', [
        '-r',
        path.join(dir, real!),
        path.join(dir, `bagrun-201901${String(day).padStart(2, '0')}T033000Z-0a1b2c`),
      ])
    const { folder } = await office.backup()
    const left = readdirSync(dir).toSorted()
    expect([left.length, left.at(-1), left[0]]).toEqual([14, path.basename(folder), 'bagrun-20190104T033000Z-0a1b2c'])
  })
})

describe('the photos of a backup', { timeout: 120_000 }, () => {
  let office: OfficeOnDisk
  let place: string

  beforeAll(async () => {
    office = await OfficeOnDisk.open('embedded')
    const { driver, runOrderID } = await office.driverWithRun(1)
    place = await office.photograph(driver, runOrderID)
  }, 120_000)
  afterAll(() => office.close())

  test('are counted whenever they are read: saved, and twice for their checksums', async () => {
    const told: Progress[] = []
    const { folder, rows } = await office.backup({ onProgress: (far) => void told.push(far) })
    const files = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n').length
    expect([...new Map(told.map((far) => [far.step, far])).values()]).toEqual([
      { step: 'save', done: rows, of: null },
      { step: 'photos', done: 1, of: 1 },
      { step: 'checksums', done: 2 * files, of: 2 * files },
      { step: 'load', done: rows, of: rows },
      { step: 'compare', done: rows, of: rows },
    ])
    expect(told.filter(({ step }) => step === 'checksums')).toHaveLength(2 * files)
  })

  test('take the space of one copy in all backups, and a damaged copy is not passed on', async () => {
    const copyIn = (folder: string) => path.join(folder, place)
    const [first, second] = [copyIn((await office.backup()).folder), copyIn((await office.backup()).folder)]
    expect(statSync(second).ino).toBe(statSync(first).ino)
    const whole = readFileSync(first)
    rmSync(second)
    writeFileSync(second, 'damaged')
    const { folder, copiedAnew } = await office.backup()
    expect([readFileSync(copyIn(folder)).equals(whole), copiedAnew]).toEqual([true, [path.basename(place)]])
  })

  test('are put back into a store that has lost one, also from a backup that is not the newest', async () => {
    const older = await office.backup()
    const newest = await office.backup()
    const whole = readFileSync(path.join(older.folder, place))
    rmSync(path.join(newest.folder, place))
    rmSync(path.join(office.dataDir, place))
    const { healed, photos, folder } = await office.backup()
    expect([
      healed,
      photos.missing,
      readFileSync(path.join(office.dataDir, place)).equals(whole),
      existsSync(path.join(folder, place)),
    ]).toEqual([[path.basename(place)], 0, true, true])
    writeFileSync(path.join(office.dataDir, place), 'damaged')
    expect((await office.backup()).healed).toEqual([path.basename(place)])
    expect(readFileSync(path.join(office.dataDir, place)).equals(whole)).toBe(true)
  })

  test('that are missing everywhere keep phones from deleting theirs, with an alert for as long as they are missing', async () => {
    const { pool } = office.composed.deps.database
    const told = async () => {
      await checkAlerts(office.composed.deps)
      const { body } = await (await office.admin()).get<{ items: { kind: string; title: string }[] }>('/v1/alerts')
      return body.items.filter(({ kind }) => kind === 'backup-failed').map(({ title }) => title)
    }
    const mark = async () =>
      (await pool.query<{ value: string }>("select value from installation where key = 'backedUpThrough'")).rows[0]!
        .value
    const failure = async () =>
      (await pool.query<{ failure: string | null }>('select failure from backups order by backup_id desc limit 1'))
        .rows[0]!.failure
    const { rows } = await pool.query<{ at: Date }>('select created_at as at from photos')
    const whole = readFileSync(path.join(office.dataDir, place))
    for (const name of readdirSync(office.config.backupDir))
      rmSync(path.join(office.config.backupDir, name), { recursive: true })
    rmSync(path.join(office.dataDir, place))
    for (let night = 0; night < 2; night += 1) {
      office.clock.pass(24 * 3_600_000)
      const { photos, folder } = await office.backup()
      const { missing } = (
        JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as { photos: { missing: string[] } }
      ).photos
      expect([photos.count, photos.missing, missing]).toEqual([0, 1, [path.basename(place)]])
      expect(Date.parse(await mark())).toBeLessThanOrEqual(rows[0]!.at.getTime())
      expect(await failure()).toBe(
        '1 photo is missing from the photo store and every backup. Everything else was saved.',
      )
      expect(await told()).toEqual(['A photo is missing from the backup'])
    }
    writeFileSync(path.join(office.dataDir, place), whole)
    await office.backup()
    expect([await failure(), await told()]).toEqual([null, []])
    expect(Date.parse(await mark())).toBeGreaterThan(rows[0]!.at.getTime())
  })
})

test(
  'a running server makes the backup it is ordered to, and no other user of the machine can order one',
  { timeout: 120_000 },
  async () => {
    const office = await OfficeOnDisk.open('embedded')
    try {
      expect(await giveOrder(office.dataDir, { order: 'backup', photosOfS3: false })).toBe(null)
      const orders = await takeOrders(office.dataDir, () => office.backup())
      const said = await giveOrder(office.dataDir, { order: 'backup', photosOfS3: false })
      expect(said).toMatchObject({ done: { folder: expect.stringContaining(office.config.backupDir) } })
      if (process.platform !== 'win32')
        expect(
          [office.dataDir, path.join(office.dataDir, 'orders.sock')].map((name) => statSync(name).mode & 0o077),
        ).toEqual([0, 0])
      await orders.stop()
      const failing = await takeOrders(office.dataDir, () =>
        makeBackup({ ...office.composed.deps, dir: path.join(office.dataDir, 'database/PG_VERSION') }),
      )
      expect(await giveOrder(office.dataDir, { order: 'backup', photosOfS3: false })).toEqual({
        failed: expect.stringMatching(/^The folder of the backups could not be used \(E[A-Z]+\)\.$/),
      })
      await failing.stop()
    } finally {
      await office.close()
    }
  },
)
