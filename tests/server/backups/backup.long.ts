import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases, databases } from '../../support/databases.ts'
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
    // A restore would have a file removed that a record after the backup names.
    expect(manifest.tables.map(({ name }) => name)).not.toContain('uploads')
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

  // When a backup is made and kept depends on no database.
  if (databases.includes(kind)) {
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
  }
})
