import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { moveToPostgres } from '#server/backups/move-to-postgres.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { databases, inFull } from '../../support/databases.ts'
import { OfficeOnDisk, emptyPostgres } from '../../support/office-on-disk.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { quietLog } from '../../support/quiet-log.ts'

describe.skipIf(!databases.includes('postgres'))('moving to PostgreSQL', { timeout: 120_000 }, () => {
  let office: OfficeOnDisk
  let target: Awaited<ReturnType<typeof emptyPostgres>>

  beforeEach(async () => {
    office = await OfficeOnDisk.open('embedded')
    target = await emptyPostgres()
  })
  afterEach(async () => {
    await office.close()
    await target.drop()
  })

  const move = (storage = office.composed.deps.storage) =>
    office.stop().then(() =>
      moveToPostgres({
        config: office.config,
        url: target.url,
        storage,
        clock: systemClock,
        log: memoryLog([]),
        openScratch: () => office.trial(),
      }),
    )

  test('moves everything: drivers see the same, numbers continue, and no server starts on the old folder', async () => {
    const { driver, runOrderID } = await office.driverWithRun(2)
    await office.photograph(driver, runOrderID)
    const seen = async () => (await driver.get<Record<string, unknown>>('/v1/runs')).body
    const other = await (await office.fixtures()).driver({ email: 'eve@bagrun.example' })
    const mailed = async () =>
      (
        await office.composed.deps.database.pool.query<{ link: string }>(
          `select encode(sealed_link, 'hex') as link from mails where dedupe_key = $1`,
          [`invite ${other.driverID}`],
        )
      ).rows[0]?.link
    const invitation = await mailed()
    const before = await seen()
    const number = async () => Number((await (await office.fixtures()).customer()).refId)
    const last = await number()
    const { rows } = await move()
    expect(rows).toBeGreaterThan(20)
    await expect(office.start()).rejects.toThrow('was moved to PostgreSQL: set DATABASE_URL')
    Object.assign(office.environment, { DATABASE_URL: target.url })
    await office.start()
    // Except for the records that the backup made on the way has covered.
    expect({ ...(await seen()), backedUpThrough: null }).toEqual({ ...before, backedUpThrough: null })
    expect(await number()).toBe(last + 1)
    expect([invitation, await mailed()]).toEqual([expect.stringMatching(/^[0-9a-f]{100,}$/), invitation])
  })

  test.runIf(inFull)(
    'is refused while the target holds anything else, and then changes nothing on either side',
    async () => {
      const other = await openDatabase({ url: target.url, dataDir: '', log: quietLog })
      await other.pool.query('create table notes (text text)')
      await other.close()
      await expect(move()).rejects.toThrow('There is something else in the database of DATABASE_URL, public.notes')
      await office.start()
      expect((await (await office.admin()).get('/v1/users/profile')).status).toBe(200)
    },
  )

  test.runIf(inFull)('is refused while a server runs on the folder', async () => {
    const { storage } = office.composed.deps
    await expect(
      moveToPostgres({ config: office.config, url: target.url, storage, clock: systemClock, log: memoryLog([]) }),
    ).rejects.toThrow('is in use by process')
  })
})
