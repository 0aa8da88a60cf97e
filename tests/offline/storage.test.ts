import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noteRead, noteUnsent } from '#client/offline/kept-outside.ts'
import { closePhone, openPhone } from '#client/offline/phone.ts'
import { photoOnPhone } from '#client/offline/read.ts'
import { readReadiness } from '#client/offline/readiness.ts'
import { keepReserve, RESERVE } from '#client/offline/reserve.ts'
import { signOutOnPhone } from '#client/offline/sign-out.ts'
import type { StoredEvent } from '#client/offline/stored.ts'
import { exportUnsent } from '#client/offline/unsent-file.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone, type TestPhone } from '../support/phone.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { type SimulatedBusiness, eventsKept, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

describe('the browser’s storage', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())

  async function ready(settings: Parameters<typeof aPhone>[2] = {}) {
    const round = await business.newRound()
    return { ...round, phone: await aPhone(office, round.driver, settings) }
  }

  describe('emptied by the browser', () => {
    /** Storage that persists when the databases are deleted. */
    function keepsake() {
      const kept = new Map<string, string>()
      return {
        kept,
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      }
    }

    /** What the screens do whenever the count changes. */
    async function noted(phone: TestPhone): Promise<void> {
      noteUnsent(phone.phone, await phone.status())
    }

    async function evict({ disk }: TestPhone): Promise<void> {
      for (const { name = '' } of await disk.databases()) {
        await new Promise<void>((resolve, reject) => {
          const gone = disk.deleteDatabase(name)
          gone.onsuccess = () => resolve()
          gone.onerror = () => reject(gone.error)
        })
      }
    }

    test('all of it at once: the next start knows how many records may be lost, and counts from one under another device’s name', async () => {
      const { phone, driver, stops } = await ready({ ports: { keepsake: keepsake() } })
      await phone.finish(stops[0]!)
      await phone.settles()
      phone.goOffline()
      await phone.finish(stops[1]!)
      await phone.photograph(stops[1]!)
      await noted(phone)
      const before = phone.phone.deviceID
      phone.kill()
      await evict(phone)
      await phone.signIn(driver)
      await phone.open()
      expect((await phone.status()).lostBefore).toEqual({ unsent: 2 })
      expect(phone.phone.deviceID).not.toBe(before)
      phone.goOnline()
      await phone.settles()
      const again = await phone.finish(stops[1]!)
      expect(again.seq).toBe(1)
      await phone.settles()
      expect((await eventsKept(business, driver.userID)).map((row) => [row.device_id, row.seq]).sort()).toEqual(
        [
          [before, 1],
          [phone.phone.deviceID, 1],
        ].sort(),
      )

      // Shown until the driver has confirmed it, and then no more.
      await phone.restart()
      expect((await phone.status()).lostBefore).toEqual({ unsent: 2 })
      await phone.phone.db.meta.delete('lostBefore')
      noteRead(phone.phone)
      await phone.restart()
      expect((await phone.status()).lostBefore).toBeNull()
      await phone.close()
    })

    test('under an open page: a tap is not saved under numbers that were used, the empty database wipes out no trace, and opened anew it says how many', async () => {
      const { phone, driver, stops } = await ready({ ports: { keepsake: keepsake() } })
      phone.goOffline()
      await phone.finish(stops[0]!)
      await noted(phone)
      const before = phone.phone.deviceID
      const jobs = await phone.phone.db.jobs.toArray()
      phone.phone.db.close({ disableAutoOpen: false })
      await evict(phone)
      // Created again and empty; a fetch that was under way still stores the week in it.
      await phone.phone.db.jobs.bulkPut(jobs)
      await expect(phone.finish(stops[1]!)).rejects.toMatchObject({ reason: 'database' })
      expect(await phone.status()).toMatchObject({ deviceID: null, events: 0 })
      await noted(phone)
      phone.kill()
      await phone.signIn(driver)
      await phone.open()
      expect(phone.phone.deviceID).not.toBe(before)
      expect(await phone.status()).toMatchObject({ deviceID: phone.phone.deviceID, lostBefore: { unsent: 1 } })
      await phone.close()
    })

    test('what may be lost is told after a log-out and after a second loss too, until it is read', async () => {
      const { phone, driver, stops } = await ready({ ports: { keepsake: keepsake() } })
      const loseAll = async () => {
        phone.kill()
        await evict(phone)
        await phone.signIn(driver)
        await phone.open()
      }
      phone.goOffline()
      await phone.finish(stops[0]!)
      await noted(phone)
      await loseAll()
      await noted(phone)
      await signOutOnPhone(phone.phone)
      expect(await phone.phone.db.meta.get('lostBefore')).toMatchObject({ value: { unsent: 1 } })
      await loseAll()
      expect((await phone.status()).lostBefore).toEqual({ unsent: 1 })
      await phone.close()
    })

    test('a worker in the background that comes first does not hide it: it can’t read what was left', async () => {
      const { phone, driver, stops } = await ready({ ports: { keepsake: keepsake() } })
      phone.goOffline()
      await phone.finish(stops[0]!)
      await noted(phone)
      phone.kill()
      await evict(phone)
      await phone.signIn(driver)
      const worker = await openPhone(
        { ...phone.portsOf(new CrashInjector()), keepsake: undefined },
        { userID: driver.userID },
      )
      closePhone(worker)
      await phone.open()
      expect((await phone.status()).lostBefore).toEqual({ unsent: 1 })
      await phone.close()
    })

    test('a new phone, and another driver on this one, have lost nothing', async () => {
      const { phone, driver } = await ready({ ports: { keepsake: keepsake() } })
      expect((await phone.status()).lostBefore).toBeNull()
      phone.kill()
      const { driver: other } = await business.newRound()
      await phone.signIn(other)
      await phone.open({ userID: other.userID })
      expect((await phone.status()).lostBefore).toBeNull()
      phone.kill()
      await phone.signIn(driver)
      await phone.open()
      expect((await phone.status()).lostBefore).toBeNull()
      await phone.close()
    })

    test('where nothing may be left outside, the app works all the same', async () => {
      const forbidden = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      const { phone, stops } = await ready({ ports: { keepsake: { getItem: forbidden, setItem: forbidden } } })
      await phone.finish(stops[0]!)
      await phone.settles()
      await phone.close()
    })
  })

  test('a database that can’t be opened any more is said once and tried again: within 2 s of working, what waits is sent', async () => {
    const onTrouble = vi.fn()
    const { phone, stops, driver } = await ready({ hooks: { onTrouble } })
    phone.goOffline()
    const before = await phone.finish(stops[0]!)
    const { disk } = phone
    const open = disk.open.bind(disk)
    disk.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    }
    phone.loseConnection()
    phone.goOnline()
    await phone.passes(30 * 60_000)
    expect(onTrouble.mock.calls).toEqual([['broken']])
    await expect(phone.finish(stops[1]!)).rejects.toMatchObject({ reason: 'database' })

    disk.open = open
    await phone.passes(2_000)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([before.eventID])
    const after = await phone.finish(stops[1]!)
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([
      before.eventID,
      after.eventID,
    ])
    await phone.close()
  })

  test('a disk without room, in Chromium’s words for it, is said to be full, also once the database can’t be opened', async () => {
    const onTrouble = vi.fn()
    const { phone, stops } = await ready({ hooks: { onTrouble } })
    phone.goOffline()
    await phone.finish(stops[0]!)
    const { disk } = phone
    const open = disk.open.bind(disk)
    let why = 'IO error: 000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)'
    disk.open = () => {
      throw new DOMException(why, 'UnknownError')
    }
    phone.loseConnection()
    await expect(phone.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    why = 'Internal error'
    await expect(phone.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    disk.open = open
    await phone.close()
  })

  test('a tap is counted outside the databases as soon as it is on the disk, before any screen has counted it', async () => {
    const kept = new Map<string, string>()
    const keepsake = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const { phone, stops } = await ready({ ports: { keepsake } })
    phone.goOffline()
    for (const stop of stops.slice(0, 2)) await phone.finish(stop)
    expect([...kept.values()].map((value) => (JSON.parse(value) as { unsent: number }).unsent)).toEqual([2])
    await phone.close()
  })

  /** Writes fail for lack of room, deletions succeed and free some; the browser's estimate is simulated. */
  async function fill(phone: TestPhone): Promise<{ full: boolean }> {
    const { db } = phone.phone
    const disk = { full: true }
    db.use({
      stack: 'dbcore',
      name: 'full',
      level: 10,
      create: (core) => ({
        ...core,
        table: (name) => ({
          ...core.table(name),
          mutate: async (request) => {
            if (request.type === 'delete' && name === 'photoBytes' && request.keys.length > 0) disk.full = false
            if (disk.full && (request.type === 'put' || request.type === 'add'))
              throw new DOMException('full', 'QuotaExceededError')
            return core.table(name).mutate(request)
          },
        }),
      }),
    })
    db.close()
    await db.open()
    return disk
  }
  const photoOf = (event: StoredEvent) => (event.type === 'photo' ? event.payload.photoID : '')

  test('on a full phone a photo the office has makes room for an outcome; one that is not sent never does', async () => {
    const { phone, stops, driver } = await ready({
      ports: { estimate: async () => ({ usage: 0, quota: 10_000_000_000 }) },
    })
    const sent = await phone.photograph(stops[0]!)
    await phone.settles()
    phone.goOffline()
    const unsent = await phone.photograph(stops[1]!)
    await fill(phone)
    const said = await phone.finish(stops[2]!)
    expect(await photoOnPhone(phone.phone.db, photoOf(sent))).toBeNull()
    expect(await photoOnPhone(phone.phone.db, photoOf(unsent))).not.toBeNull()
    phone.goOnline()
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual(
      [sent, unsent, said].map((event) => event.eventID),
    )
    await phone.close()
  })

  test('killed at any moment of making room, his next start shows a photo as the phone has it', async () => {
    const { phone, stops } = await ready({ ports: { estimate: async () => ({ usage: 0, quota: 10_000_000_000 }) } })
    const sent = await phone.photograph(stops[0]!)
    await phone.settles()
    const shown = async () => (await phone.stop(stops[0]!)).photosShown.map(({ local }) => local)
    let moments = 0
    for (let fatal = 1; (await shown())[0]; fatal++) {
      await fill(phone)
      phone.crashes.crashAtStep = phone.crashes.steps + fatal
      phone.finish(stops[1]!).catch(() => undefined)
      await phone.passes(0)
      await phone.restart()
      await phone.settles()
      expect(await shown()).toEqual([(await photoOnPhone(phone.phone.db, photoOf(sent))) !== null])
      moments += 1
    }
    expect(moments).toBeGreaterThan(5)
    await phone.close()
  })

  test('on a full phone outcomes are saved in the reserve, and no photo is let into it; once there is room it is kept anew', async () => {
    const { phone, stops, driver } = await ready()
    const sent = await phone.photograph(stops[0]!)
    await phone.settles()
    await keepReserve(phone.phone)
    const reserve = () => phone.phone.db.photoBytes.get(RESERVE)
    expect((await reserve())?.bytes.byteLength).toBe(2 * 1024 * 1024)
    phone.goOffline()
    const disk = await fill(phone)
    await expect(phone.photograph(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    expect(await reserve()).toBeDefined()
    const said = await phone.finish(stops[1]!)
    expect(await reserve()).toBeUndefined()
    expect(await photoOnPhone(phone.phone.db, photoOf(sent))).not.toBeNull()
    // The freed room is reserved for outcomes.
    await expect(phone.photograph(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    disk.full = true
    await expect(keepReserve(phone.phone)).rejects.toThrow()
    expect(await readReadiness(phone.phone)).toMatchObject({ short: true })
    disk.full = false
    await keepReserve(phone.phone)
    expect(await reserve()).toBeDefined()
    const photo = await phone.photograph(stops[1]!)
    const { text } = await exportUnsent(phone.phone)
    expect(text).not.toContain(RESERVE)
    phone.goOnline()
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual(
      [sent, said, photo].map((event) => event.eventID),
    )
    await phone.close()
  })

  test('where nothing can make room, outcome and photo are said to be not saved, the failing is said, and once there is room all goes', async () => {
    const onTrouble = vi.fn()
    const { phone, stops, driver } = await ready({ hooks: { onTrouble } })
    phone.goOffline()
    const unsent = await phone.photograph(stops[1]!)
    const disk = await fill(phone)
    await expect(phone.finish(stops[2]!)).rejects.toMatchObject({ reason: 'storage-full' })
    await expect(phone.photograph(stops[2]!)).rejects.toMatchObject({ reason: 'storage-full' })
    phone.goOnline()
    await phone.passes(60_000)
    expect(onTrouble).toHaveBeenCalledOnce()
    expect(await photoOnPhone(phone.phone.db, photoOf(unsent))).not.toBeNull()
    disk.full = false
    const said = await phone.finish(stops[2]!)
    phone.sync.wake('asked')
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      [unsent, said].map((event) => event.eventID).sort(),
    )
    await phone.close()
  })

  test('a browser that does not promise to keep anything is no ground to rely on: “ready” says so', async () => {
    const { phone } = await ready({
      ports: {
        persisted: async () => false,
        persist: async () => false,
        estimate: async () => ({ usage: 0, quota: 2_000_000_000 }),
      },
    })
    expect(await readReadiness(phone.phone)).toMatchObject({ ready: true, protected: false, short: false })
    await phone.close()
  })
})
