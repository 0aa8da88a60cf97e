import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { noteRead, noteUnsent } from '#client/offline/store/device-database.ts'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { photoOnDevice, shownWeek } from '#client/offline/week.ts'
import { readReadiness } from '#client/features/sync/readiness.ts'
import { keepReserve, RESERVE } from '#client/offline/store/room.ts'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { exportUnsent } from '#client/offline/unsent.ts'
import type { Office } from '../support/office.ts'
import { aDevice, type TestDevice } from '../support/device.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { type SimulatedBusiness, eventsKept } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

/** Phones without a journal; journal.test.ts has the others. */
describe('the browser’s storage', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready(settings: Parameters<typeof aDevice>[2] = {}) {
    const round = await business.newRound()
    return { ...round, device: await aDevice(office, round.driver, { journal: false, ...settings }) }
  }

  describe('emptied by the browser', () => {
    /** Storage that persists when the databases are deleted. */
    function memoryStorage() {
      const kept = new Map<string, string>()
      return {
        kept,
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      }
    }

    /** What the screens do whenever the count changes. */
    async function noted(device: TestDevice): Promise<void> {
      noteUnsent(device.device, await device.status())
    }

    async function evict({ disk }: TestDevice): Promise<void> {
      for (const { name = '' } of await disk.databases()) {
        await new Promise<void>((resolve, reject) => {
          const gone = disk.deleteDatabase(name)
          gone.onsuccess = () => resolve()
          gone.onerror = () => reject(gone.error)
        })
      }
    }

    test('after a full loss the next start knows how many records may be lost, and counts under a new device id', async () => {
      const { device, driver, stops } = await ready({ ports: { localStorage: memoryStorage() } })
      await device.finish(stops[0]!)
      await device.settles()
      device.goOffline()
      await device.finish(stops[1]!)
      await device.photograph(stops[1]!)
      await noted(device)
      const before = device.device.deviceID
      device.kill()
      await evict(device)
      await device.signIn(driver)
      await device.open()
      expect((await device.status()).lostBefore).toEqual({ unsent: 2 })
      expect(device.device.deviceID).not.toBe(before)
      device.goOnline()
      await device.settles()
      const again = await device.finish(stops[1]!)
      expect(again.seq).toBe(1)
      await device.settles()
      expect((await eventsKept(business, driver.userID)).map((row) => [row.device_id, row.seq]).sort()).toEqual(
        [
          [before, 1],
          [device.device.deviceID, 1],
        ].sort(),
      )

      // Shown until the driver has confirmed it, and then no more.
      await device.restart()
      expect((await device.status()).lostBefore).toEqual({ unsent: 2 })
      await device.device.db.meta.delete('lostBefore')
      noteRead(device.device)
      await device.restart()
      expect((await device.status()).lostBefore).toBeNull()
      await device.close()
    })

    test('under an open page no tap is saved under used numbers, and the next start says how many may be lost', async () => {
      const { device, driver, stops } = await ready({ ports: { localStorage: memoryStorage() } })
      device.goOffline()
      await device.finish(stops[0]!)
      await noted(device)
      const before = device.device.deviceID
      const jobs = await device.device.db.jobs.toArray()
      device.device.db.close({ disableAutoOpen: false })
      await evict(device)
      // Created again and empty; a fetch that was under way still stores the week in it.
      await device.device.db.jobs.bulkPut(jobs)
      await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'database' })
      expect(await device.status()).toMatchObject({ database: 'deleted', events: 1 })
      await noted(device)
      device.kill()
      await device.signIn(driver)
      await device.open()
      expect(device.device.deviceID).not.toBe(before)
      expect(await device.status()).toMatchObject({ database: 'works', lostBefore: { unsent: 1 } })
      await device.close()
    })

    test('a possible loss is shown until it is read, also after a log-out and after a second loss', async () => {
      const { device, driver, stops } = await ready({ ports: { localStorage: memoryStorage() } })
      const loseAll = async () => {
        device.kill()
        await evict(device)
        await device.signIn(driver)
        await device.open()
      }
      device.goOffline()
      await device.finish(stops[0]!)
      await noted(device)
      await loseAll()
      await noted(device)
      await signOutOnDevice(device.device)
      expect(await device.device.db.meta.get('lostBefore')).toMatchObject({ value: { unsent: 1 } })
      await loseAll()
      expect((await device.status()).lostBefore).toEqual({ unsent: 1 })
      await device.close()
    })

    test('a service worker that starts first does not hide the loss: it can’t read the count that was kept', async () => {
      const { device, driver, stops } = await ready({ ports: { localStorage: memoryStorage() } })
      device.goOffline()
      await device.finish(stops[0]!)
      await noted(device)
      device.kill()
      await evict(device)
      await device.signIn(driver)
      const worker = await openDevice(
        { ...device.portsOf(new CrashInjector()), localStorage: undefined },
        { userID: driver.userID },
      )
      closeDevice(worker)
      await device.open()
      expect((await device.status()).lostBefore).toEqual({ unsent: 1 })
      await device.close()
    })

    test('a loss that the database can’t note stays on the screen until it is read', async () => {
      const { device, driver, stops } = await ready({ ports: { localStorage: memoryStorage() } })
      device.goOffline()
      await device.finish(stops[1]!)
      await noted(device)
      device.kill()
      await evict(device)
      await device.signIn(driver)
      // The service worker gives the ID, and on the full disk the page can't add the count.
      closeDevice(
        await openDevice(
          { ...device.portsOf(new CrashInjector()), localStorage: undefined },
          { userID: driver.userID },
        ),
      )
      const { put } = IDBObjectStore.prototype
      const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
        if ((row as { key?: unknown }).key === 'lostBefore') throw new DOMException('full', 'QuotaExceededError')
        return put.call(this, row)
      })
      await device.open()
      await device.device.db.meta.delete('lostBefore')
      device.goOnline()
      await device.settles()
      expect(await device.status()).toMatchObject({ kind: 'may-be-lost', lostBefore: { unsent: 1 } })
      full.mockRestore()
      noteRead(device.device)
      expect(await device.status()).toMatchObject({ kind: 'all-sent', lostBefore: null })
      await device.close()
    })

    test('a new phone, and another driver on this one, report no loss', async () => {
      const { device, driver } = await ready({ ports: { localStorage: memoryStorage() } })
      expect((await device.status()).lostBefore).toBeNull()
      device.kill()
      const { driver: other } = await business.newRound()
      await device.signIn(other)
      await device.open({ userID: other.userID })
      expect((await device.status()).lostBefore).toBeNull()
      device.kill()
      await device.signIn(driver)
      await device.open()
      expect((await device.status()).lostBefore).toBeNull()
      await device.close()
    })

    test('where the browser forbids local storage, the app still works', async () => {
      const forbidden = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      const { device, stops } = await ready({ ports: { localStorage: { getItem: forbidden, setItem: forbidden } } })
      await device.finish(stops[0]!)
      await device.settles()
      await device.close()
    })
  })

  test('a database that can’t be opened is reported once and tried again: within 2 s of working, records are sent', async () => {
    const onTrouble = vi.fn()
    const { device, stops, driver } = await ready({ hooks: { onTrouble } })
    device.goOffline()
    const before = await device.finish(stops[0]!)
    const { disk } = device
    const open = disk.open.bind(disk)
    disk.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    }
    device.loseConnection()
    device.goOnline()
    await device.passes(30 * 60_000)
    expect(onTrouble.mock.calls).toEqual([['broken']])
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'database' })

    disk.open = open
    await device.passes(2_000)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([before.eventID])
    const after = await device.finish(stops[1]!)
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([
      before.eventID,
      after.eventID,
    ])
    await device.close()
  })

  test('a full disk, in Chromium’s words, is reported as full, also once the database can’t be opened', async () => {
    const onTrouble = vi.fn()
    const { device, stops } = await ready({ hooks: { onTrouble } })
    device.goOffline()
    await device.finish(stops[0]!)
    const { disk } = device
    const open = disk.open.bind(disk)
    let why = 'IO error: 000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)'
    disk.open = () => {
      throw new DOMException(why, 'UnknownError')
    }
    device.loseConnection()
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    why = 'Internal error'
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    disk.open = open
    await device.close()
  })

  test('outside the databases it stands as soon as the first tap is saved that something waits, before any screen has counted it', async () => {
    const kept = new Map<string, string>()
    const memoryStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const { device, stops } = await ready({ ports: { localStorage: memoryStorage } })
    device.goOffline()
    for (const stop of stops.slice(0, 2)) await device.finish(stop)
    expect([...kept.values()].map((value) => (JSON.parse(value) as { unsent: number }).unsent)).toEqual([1])
    await device.close()
  })

  /** Writes fail for lack of room, deletions succeed and free some; the browser's estimate is simulated. */
  async function fill(device: TestDevice): Promise<{ full: boolean }> {
    const { db } = device.device
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

  test('on a full phone an uploaded photo is deleted to make room for an outcome; an unsent one never is', async () => {
    const { device, stops, driver } = await ready({
      ports: { estimate: async () => ({ usage: 0, quota: 10_000_000_000 }) },
    })
    const sent = await device.photograph(stops[0]!)
    await device.settles()
    device.goOffline()
    const unsent = await device.photograph(stops[1]!)
    await fill(device)
    const said = await device.finish(stops[2]!)
    expect(await photoOnDevice(device.device.db, photoOf(sent))).toBeNull()
    expect(await photoOnDevice(device.device.db, photoOf(unsent))).not.toBeNull()
    device.goOnline()
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual(
      [sent, unsent, said].map((event) => event.eventID),
    )
    await device.close()
  })

  test('killed at any moment of making room, the next start shows a photo as the phone has it', async () => {
    const { device, stops } = await ready({ ports: { estimate: async () => ({ usage: 0, quota: 10_000_000_000 }) } })
    const sent = await device.photograph(stops[0]!)
    await device.settles()
    const shown = async () => (await device.stop(stops[0]!)).photosShown.map(({ local }) => local)
    let moments = 0
    for (let fatal = 1; (await shown())[0]; fatal++) {
      await fill(device)
      device.crashes.crashAtStep = device.crashes.steps + fatal
      device.finish(stops[1]!).catch(() => undefined)
      await device.passes(0)
      await device.restart()
      await device.settles()
      expect(await shown()).toEqual([(await photoOnDevice(device.device.db, photoOf(sent))) !== null])
      moments += 1
    }
    expect(moments).toBeGreaterThan(5)
    await device.close()
  })

  test('on a full phone only outcomes use the reserved space; once there is room it is reserved again', async () => {
    const { device, stops, driver } = await ready()
    const sent = await device.photograph(stops[0]!)
    await device.settles()
    await keepReserve(device.device)
    const reserve = () => device.device.db.photoBytes.get(RESERVE)
    expect((await reserve())?.bytes.byteLength).toBe(2 * 1024 * 1024)
    device.goOffline()
    const disk = await fill(device)
    await expect(device.photograph(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    expect(await reserve()).toBeDefined()
    const said = await device.finish(stops[1]!)
    expect(await reserve()).toBeUndefined()
    expect(await photoOnDevice(device.device.db, photoOf(sent))).not.toBeNull()
    // The freed room is reserved for outcomes.
    await expect(device.photograph(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    disk.full = true
    await expect(keepReserve(device.device)).rejects.toThrow()
    expect(await readReadiness(device.device)).toMatchObject({ short: true })
    disk.full = false
    await keepReserve(device.device)
    expect(await reserve()).toBeDefined()
    const photo = await device.photograph(stops[1]!)
    const { text } = await exportUnsent(device.device)
    expect(text).not.toContain(RESERVE)
    device.goOnline()
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual(
      [sent, said, photo].map((event) => event.eventID),
    )
    await device.close()
  })

  test('without a journal, what is committed after the disk refused a write counts only once the reserve was written', async () => {
    const { device, stops } = await ready({ screen: true })
    device.goOffline()
    await device.finish(stops[0]!)
    const { put } = IDBObjectStore.prototype
    // The disk has room for a record again, and not for the reserve.
    const writes = { refused: 1, isReserveRefused: true }
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
      const isReserve = (row as { photoID?: unknown }).photoID === RESERVE
      if (isReserve && writes.isReserveRefused) throw new DOMException('FILE_ERROR_NO_SPACE', 'UnknownError')
      if (this.name === 'meta' && (writes.refused -= 1) === 0) {
        const error = new DOMException('IO error: 000003.log: FILE_ERROR_NO_SPACE', 'UnknownError')
        Object.defineProperty(this.transaction, 'error', { get: () => error, set() {} })
        this.transaction.abort()
        throw error
      }
      return put.call(this, row)
    })
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    // The connection is closed with it, and the screen learns of it although no record changes.
    const { open } = device.disk
    device.disk.open = () => {
      throw new DOMException('Internal error', 'UnknownError')
    }
    await device.passes(5_000)
    device.loseConnection()
    await device.passes(0)
    expect(shownWeek(device.device).read()).toMatchObject({ database: 'fails', isUnsound: true })
    device.disk.open = open
    device.sync.wake('asked')
    await device.passes(5_000)
    // What was saved before may be lost too, so it is not called saved.
    expect(await device.status()).toMatchObject({ kind: 'to-send', events: 1, isUnsound: true })
    writes.isReserveRefused = false
    expect((await device.finish(stops[1]!)).seq).toBe(2)
    expect(await device.device.db.photoBytes.get(RESERVE)).toBeDefined()
    expect(await device.status()).toMatchObject({ kind: 'offline', isUnsound: false })
    full.mockRestore()
    await device.close()
  })

  test('where no room can be made, outcome and photo are refused as not saved, and are sent once there is room', async () => {
    const onTrouble = vi.fn()
    const { device, stops, driver } = await ready({ hooks: { onTrouble } })
    device.goOffline()
    const unsent = await device.photograph(stops[1]!)
    const disk = await fill(device)
    await expect(device.finish(stops[2]!)).rejects.toMatchObject({ reason: 'storage-full' })
    await expect(device.photograph(stops[2]!)).rejects.toMatchObject({ reason: 'storage-full' })
    device.goOnline()
    await device.passes(60_000)
    expect(onTrouble).toHaveBeenCalledOnce()
    expect(await photoOnDevice(device.device.db, photoOf(unsent))).not.toBeNull()
    disk.full = false
    const said = await device.finish(stops[2]!)
    device.sync.wake('asked')
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      [unsent, said].map((event) => event.eventID).sort(),
    )
    await device.close()
  })

  test('where the browser does not promise to keep the storage, “ready” says so', async () => {
    const { device } = await ready({
      ports: {
        persisted: async () => false,
        persist: async () => false,
        estimate: async () => ({ usage: 0, quota: 2_000_000_000 }),
      },
    })
    expect(await readReadiness(device.device)).toMatchObject({ ready: true, protected: false, short: false })
    await device.close()
  })
})
