import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { embeddedStore } from '#server/adapters/storage/embedded-store.ts'
import { restorePhotos } from '#server/backups/restore-photos.ts'
import { secretsOf } from '#server/secrets.ts'
import { OfficeOnDisk } from '../../support/office-on-disk.ts'

describe('a restore of a damaged backup, or one that was cut off', { timeout: 120_000 }, () => {
  let office: OfficeOnDisk
  let place: string
  let folder: string

  beforeEach(async () => {
    office = await OfficeOnDisk.open('embedded')
    const { driver, runOrderID } = await office.driverWithRun(1)
    place = await office.photograph(driver, runOrderID)
    folder = (await office.backup()).folder
    await office.stop()
  })
  afterEach(() => office.close())

  const loseTheMachine = () => {
    for (const name of readdirSync(office.dataDir))
      if (name !== 'backups') rmSync(path.join(office.dataDir, name), { recursive: true })
  }

  test('continues without a damaged photo, and reports it as missing only when no good copy exists', async () => {
    const key = path.basename(place)
    rmSync(path.join(folder, place))
    writeFileSync(path.join(folder, place), 'damaged')
    expect(await office.restoreNow(folder)).toMatchObject({ photosDamaged: [key], photosMissing: [] })
    loseTheMachine()
    expect(await office.restoreNow(folder, {}, false)).toMatchObject({ photosDamaged: [key], photosMissing: [key] })
    await office.start()
    const { rows } = await office.composed.deps.database.pool.query<{ held: boolean }>(
      "select value::timestamptz <= (select min(created_at) from photos) as held from installation where key = 'backedUpThrough'",
    )
    expect(rows).toEqual([{ held: true }])
  })

  test('reads a photo of the store once, in however many backups it is', async () => {
    await office.start()
    const folders = [folder, (await office.backup()).folder, (await office.backup()).folder]
    await office.stop()
    const store = embeddedStore(office.dataDir, secretsOf(''))
    const read: string[] = []
    const storage = {
      ...store,
      read: (key: string) => {
        read.push(key)
        return store.read(key)
      },
    }
    expect([await restorePhotos(storage, folders), read]).toEqual([0, [path.basename(place)]])
    // One that the first backup has damaged, and the store lost, comes from the next and is not looked for again.
    rmSync(path.join(folder, place))
    writeFileSync(path.join(folder, place), 'damaged')
    rmSync(path.join(office.dataDir, place))
    expect([await restorePhotos(storage, folders), read.length]).toEqual([1, 3])
  })

  test('that failed on an empty machine can be repeated, and no server starts before it has succeeded', async () => {
    loseTheMachine()
    await expect(
      office.restoreNow(folder, {}, false, () => Promise.reject(new Error('The power went'))),
    ).rejects.toThrow('The power went')
    await expect(office.start()).rejects.toThrow('was cut off')
    await expect(
      office.restoreNow(folder, { SECRET_KEY: 'another key, and long enough as well' }, false),
    ).rejects.toThrow('another secret key')
    await expect(office.start()).rejects.toThrow('was cut off')
    expect(existsSync(path.join(office.dataDir, place))).toBe(true)
    expect((await office.restoreNow(folder, {}, false)).photosMissing).toEqual([])
    await office.start()
  })

  test('is refused when its checksums are cut off or a table was added, and where the data was moved to PostgreSQL', async () => {
    const sums = path.join(folder, 'SHA256SUMS')
    const whole = readFileSync(sums, 'utf8')
    for (const length of [whole.length - 1, whole.indexOf('\n') + 66, 64]) {
      writeFileSync(sums, whole.slice(0, length))
      await expect(office.restoreNow(folder)).rejects.toThrow('SHA256SUMS is cut off or was changed')
    }
    writeFileSync(sums, whole)
    writeFileSync(path.join(folder, 'tables/other.jsonl.gz'), '')
    await expect(office.restoreNow(folder)).rejects.toThrow('tables/other.jsonl.gz was added')
    rmSync(path.join(folder, 'tables/other.jsonl.gz'))
    writeFileSync(path.join(office.dataDir, 'moved-to-postgres'), '')
    await expect(office.restoreNow(folder)).rejects.toThrow('was moved to PostgreSQL: set DATABASE_URL')
  })
})
