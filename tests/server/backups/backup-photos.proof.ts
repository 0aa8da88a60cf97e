import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup } from '#server/backups/make-backup.ts'
import { giveOrder, takeOrders } from '#server/backups/orders.ts'
import type { Progress } from '#server/backups/progress.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { OfficeOnDisk } from '../../support/office-on-disk.ts'

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
