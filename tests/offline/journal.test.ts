import { hold } from '#client/offline/store/records.ts'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { shownWeek, stopOnDevice } from '#client/offline/week.ts'
import { startSync } from '#client/offline/sync.ts'
import { openJournal, retryJournal } from '#client/offline/store/journal.ts'
import { noteUnsent, signInOf } from '#client/offline/store/device-database.ts'
import { noteLossRead, takeSignIn } from '#client/offline/store/device.ts'
import { statusOf } from '#client/offline/status.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import { readReadiness } from '#client/features/sync/readiness.ts'
import { emptyDevice, signOutOnDevice } from '#client/offline/deletions.ts'
import { discard, exportUnsent, unsentBeforeSignOut } from '#client/offline/unsent.ts'
import type { Office } from '../support/office.ts'
import { aDevice, TestDevice } from '../support/device.ts'
import { ours } from '../support/simulation/network.ts'
import { type SimulatedBusiness, eventsKept } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

const MINUTE = 60_000

describe('the journal', () => {
  let office: Office
  let business: SimulatedBusiness
  afterEach(() => void vi.restoreAllMocks())
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready(settings: Parameters<typeof aDevice>[2] = {}) {
    const round = await business.newRound()
    return { ...round, device: await aDevice(office, round.driver, settings) }
  }

  /** The database can't be opened, as on a full disk after the first write that failed. @returns ends it */
  function fillDisk(device: TestDevice): () => void {
    const { disk } = device
    const { open } = disk
    disk.open = () => {
      throw new DOMException('IO error: 000003.log: FILE_ERROR_NO_SPACE', 'UnknownError')
    }
    device.loseConnection()
    return () => void (disk.open = open)
  }

  /** The driver reads which photos are lost, and discards them. @returns the stops named, and the undos made */
  async function readLostPhotos(device: TestDevice): Promise<{ at: string[]; undone: string[] }> {
    const lost = (await device.waiting()).filter(({ lastAnswer }) => lastAnswer?.code === 'photo_bytes_gone')
    for (const { event } of lost) await discard(device.device, event.eventID)
    const isItsUndo = (undoes: unknown) => lost.some(({ event }) => event.eventID === undoes)
    const undos = (await device.events()).filter(({ type, payload }) => type === 'undo' && isItsUndo(payload.undoes))
    return { at: lost.map(({ event }) => event.assignmentID), undone: undos.map(({ eventID }) => eventID) }
  }

  /** Offline, the first stop is done before the disk is full and the second on it; then the app is killed. */
  async function killedWhileFull(device: TestDevice, stops: readonly { assignmentID: string }[]) {
    device.goOffline()
    const before = await device.finish(stops[0]!)
    await device.run()
    const free = fillDisk(device)
    const done = await device.finish(stops[1]!)
    device.kill()
    free()
    return [before, done] as const
  }

  /** The database can be read, and takes no write, as after a reload on a full disk. @returns ends it */
  function refuseWrites(): () => void {
    const original = IDBDatabase.prototype.transaction
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      tables,
      mode,
      options,
    ) {
      if (mode === 'readwrite') throw new DOMException('IO error: MANIFEST-000002: FILE_ERROR_NO_SPACE', 'UnknownError')
      return original.call(this, tables, mode, options)
    })
    return () => spy.mockRestore()
  }

  async function evict({ disk }: TestDevice): Promise<void> {
    for (const { name = '' } of await disk.databases())
      await new Promise<void>((resolve, reject) => {
        const gone = disk.deleteDatabase(name)
        gone.onsuccess = () => resolve()
        gone.onerror = () => reject(gone.error)
      })
  }

  const sentIDs = async (userID: string) => (await eventsKept(business, userID)).map((row) => row.event_id)
  const textOf = ({ journals }: TestDevice) =>
    [...journals.files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('')

  test('on a full disk outcomes, notes and undos are saved, shown and sent, and a photo is refused', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    const before = await device.finish(stops[0]!)
    await device.run()
    const free = fillDisk(device)
    const done = await device.finish(stops[1]!, 3)
    const note = await device.note(stops[2]!, 'gate locked')
    const undo = await device.undo(done)
    expect([done.seq, note.seq, undo.seq]).toEqual([before.seq + 1, before.seq + 2, before.seq + 3])
    await expect(device.photograph(stops[2]!)).rejects.toMatchObject({ reason: 'storage-full' })

    // Sent from the journal, although no database answers.
    device.goOnline()
    await device.passes(10_000)
    const all = [before, done, note, undo].map(({ eventID }) => eventID)
    expect(await sentIDs(driver.userID)).toEqual(all)

    free()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual(all)
    expect((await device.events()).map(({ eventID, state }) => [eventID, state])).toEqual(
      all.map((eventID) => [eventID, 'acknowledged']),
    )
    expect((await device.stop(stops[1]!)).outcome).toBeNull()
    const next = await device.finish(stops[1]!)
    expect(next.seq).toBe(undo.seq + 1)
    await device.settles()
    await device.close()
  })

  test('on a full disk an act of the driver ends the wait between attempts, but not a Retry-After', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    const free = fillDisk(device)
    const done = await device.finish(stops[0]!)
    device.network.stranger = (url) => (url.endsWith('/done') ? ours(429, 'rate_limited', 40) : null)
    device.goOnline()
    await device.passes(5_000)
    const tries = device.network.batches.length
    expect(tries).toBeGreaterThan(0)
    device.network.stranger = () => null
    device.sync.wake('asked')
    await device.passes(30_000)
    expect(device.network.batches).toHaveLength(tries)
    await device.passes(10_000)
    expect(await sentIDs(driver.userID)).toEqual([done.eventID])
    free()
    await device.close()
  })

  test('on a full disk an ended session is shown and asked about once, and the next sign-in sends, with nothing written', async () => {
    const { device, stops, driver } = await ready({ screen: true })
    device.goOffline()
    const before = await device.finish(stops[0]!)
    await device.run()
    const free = fillDisk(device)
    const done = await device.finish(stops[1]!)
    await business.endSessions(driver.userID)
    device.goOnline()
    await device.passes(10_000)
    const shown = () => statusOf(shownWeek(device.device).read()!, device.now())
    expect(shown()).toMatchObject({ kind: 'sign-in', message: 'Please sign in.', events: 2 })
    const tries = device.network.batches.length
    await device.finish(stops[2]!)
    await device.passes(60_000)
    expect(device.network.batches).toHaveLength(tries)

    takeSignIn(device.device, signInOf(driver.userID, await business.signIn(driver.userID)))
    device.sync.wake('signed-in')
    await device.passes(10_000)
    expect(await sentIDs(driver.userID)).toEqual(expect.arrayContaining([before.eventID, done.eventID]))
    expect(await sentIDs(driver.userID)).toHaveLength(3)
    expect(shown().kind).not.toBe('sign-in')
    free()
    await device.close()
  })

  test('what the journal alone has is put back after a kill, told once, and sent', async () => {
    const { device, stops, driver } = await ready()
    const [before, done] = await killedWhileFull(device, stops)
    await device.open()
    await device.passes(2_000)
    expect(await device.status()).toMatchObject({ restored: 1, events: 2 })
    expect((await device.stop(stops[1]!)).outcome).toBe('COLLECTED')
    device.goOnline()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([before, done].map(({ eventID }) => eventID))
    await device.device.db.meta.delete('restored')
    await device.restart()
    await device.passes(2_000)
    expect(await device.status()).toMatchObject({ restored: null, events: 0 })
    await device.close()
  })

  test('after a reload on a disk that is still full, what the journal alone has is shown, sent, and told once there is room', async () => {
    const { device, stops, driver } = await ready()
    const [before, done] = await killedWhileFull(device, stops)
    const freeWrites = refuseWrites()
    await device.open()
    await device.passes(2_000)
    expect((await device.stop(stops[1]!)).outcome).toBe('COLLECTED')
    const after = await device.note(stops[2]!, 'gate locked')
    expect(after.seq).toBe(done.seq + 1)
    device.goOnline()
    await device.passes(10_000)
    const all = [before, done, after].map(({ eventID }) => eventID)
    expect(await sentIDs(driver.userID)).toEqual(all)

    freeWrites()
    await device.settles()
    expect(await device.status()).toMatchObject({ restored: 1, events: 0 })
    expect(await sentIDs(driver.userID)).toEqual(all)
    expect((await device.events()).map(({ eventID }) => eventID)).toEqual(all)
    await device.close()
  })

  test('while the database can’t even be read after a reload, taps are saved, but not again where the journal has the outcome', async () => {
    const { device, stops, driver } = await ready()
    const [, done] = await killedWhileFull(device, stops)
    await device.open({ watch: false })
    await device.stop(stops[2]!)
    const free = fillDisk(device)
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'already-recorded' })
    const next = await device.finish(stops[2]!)
    expect(next.seq).toBe(done.seq + 1)
    device.kill()
    free()
    await device.open()
    device.goOnline()
    await device.settles()
    const outcomes = (await eventsKept(business, driver.userID)).map((row) => row.event_id)
    expect(outcomes).toHaveLength(3)
    expect(outcomes.slice(1)).toEqual([done.eventID, next.eventID])
    await device.close()
  })

  test('while the database can’t be read after its stops were shown, the screen shows what the journal has, and it is sent', async () => {
    const { device, stops, driver } = await ready()
    const [before, done] = await killedWhileFull(device, stops)
    await device.open({ watch: false })
    const week = shownWeek(device.device)
    const outcome = () => {
      const shown = week.read()
      return shown && stopOnDevice(shown, stops[1]!.assignmentID)?.stop.outcome
    }
    const end = week.subscribe(() => undefined)
    await expect.poll(outcome).toBeNull()
    const free = fillDisk(device)
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'already-recorded' })
    await expect.poll(outcome).toBe('COLLECTED')
    const undo = await device.undo(done)
    const again = await device.finish(stops[1]!, 4)

    device.goOnline()
    const sync = startSync(device.device)
    await device.passes(10_000)
    const all = [before, done, undo, again].map(({ eventID }) => eventID)
    expect(await sentIDs(driver.userID)).toEqual(all)
    end()
    free()
    await device.passes(10_000)
    await sync.stop()
    expect((await device.events()).map(({ eventID, state }) => [eventID, state])).toEqual(
      all.map((eventID) => [eventID, 'acknowledged']),
    )
    await device.open()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual(all)
    await device.close()
  })

  test('a database that the browser deleted gets its unsent records back, under their own numbers; sent ones are not sent again', async () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const { device, stops, driver } = await ready({ ports: { localStorage } })
    const sent = await device.finish(stops[0]!)
    await device.settles()
    device.goOffline()
    const unsent = [await device.finish(stops[1]!, 4), await device.note(stops[1]!, 'two more behind the shed')]
    await device.photograph(stops[1]!)
    noteUnsent(device.device, await device.status())
    const { deviceID } = device.device
    device.kill()
    await evict(device)
    await device.signIn(driver)
    await device.open()
    await device.passes(2_000)
    // The photo's bytes were in the database only.
    expect(await device.status()).toMatchObject({ restored: 2, lostBefore: null, events: 2, kind: 'needs-attention' })
    const { at, undone } = await readLostPhotos(device)
    expect(at).toEqual([stops[1]!.assignmentID])
    device.goOnline()
    const more = await device.note(stops[1]!, 'later').catch(() => null)
    await device.settles()
    const rows = await eventsKept(business, driver.userID)
    expect(rows.map((row) => row.event_id)).toEqual([
      ...[sent, ...unsent].map(({ eventID }) => eventID),
      ...undone,
      ...(more ? [more.eventID] : []),
    ])
    expect(rows.slice(0, 3).map((row) => [row.device_id, row.seq])).toEqual(
      [sent, ...unsent].map(({ seq }) => [deviceID, seq]),
    )
    await device.close()
  })

  test('a database that begins above thousands of numbers of a lost one reports none of them as missing', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    await device.device.db.meta.put({ key: 'seq', value: 7_000 })
    await device.finish(stops[0]!)
    device.kill()
    await evict(device)
    await device.signIn(driver)
    await device.open()
    await device.passes(2_000)
    const next = await device.note(stops[0]!, 'gate locked').catch(() => null)
    device.goOnline()
    await device.settles()
    const later = await device.note((await device.run()).jobs[1]!, 'dog')
    await device.settles()
    expect(later.seq).toBe(next === null ? 7_002 : 7_003)
    expect((await device.status()).counted).toMatchObject({ holes: [] })
    await device.close()
  })

  test('under an open page whose database was deleted a tap is saved in the journal, and put back at the next start', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    const before = await device.finish(stops[0]!)
    await device.run()
    const jobs = await device.device.db.jobs.toArray()
    device.device.db.close({ disableAutoOpen: false })
    await evict(device)
    await device.device.db.jobs.bulkPut(jobs)
    const after = await device.finish(stops[1]!)
    expect(after.seq).toBe(before.seq + 1)
    device.kill()
    await device.signIn(driver)
    await device.open()
    device.goOnline()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([before, after].map(({ eventID }) => eventID))
    await device.close()
  })

  test('without a file too the unsent records of an earlier start are in memory', async () => {
    const { device, stops } = await ready({ journal: false })
    device.goOffline()
    const event = await device.finish(stops[0]!)
    await device.restart()
    await device.passes(2_000)
    expect([...device.device.records.keys()]).toEqual([event.eventID])
    await device.close()
  })

  test('what a database lost from its end while the page was open is shown all the time, and put back under its number', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    const events = [await device.finish(stops[0]!), await device.finish(stops[1]!)]
    const { db } = device.device
    // LevelDB drops what follows a write that was torn, when it is opened again.
    await db.events.bulkDelete(events.map(({ eventID }) => eventID))
    await db.meta.put({ key: 'seq', value: 0 })
    device.loseConnection()
    db.close({ disableAutoOpen: false })
    expect((await device.stop(stops[0]!)).outcome).toBe('COLLECTED')
    const next = await device.note(stops[2]!, 'gate locked')
    expect(next.seq).toBe(3)
    expect((await device.events()).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await device.stop(stops[1]!)).outcome).toBe('COLLECTED')
    device.goOnline()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([...events, next].map(({ eventID }) => eventID))
    await device.close()
  })

  test('what a database lost from its end while the app was closed, and no journal has, is not called sent before the office has resolved it', async () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const { device, stops } = await ready({ journal: false, ports: { localStorage } })
    device.goOffline()
    const lost = [await device.finish(stops[0]!), await device.finish(stops[1]!)]
    const { db, deviceID } = device.device
    await db.events.bulkDelete(lost.map(({ eventID }) => eventID))
    await db.meta.put({ key: 'seq', value: 0 })
    device.kill()
    await device.open()
    // Said before the office was asked.
    await device.passes(2_000)
    expect(await device.status()).toMatchObject({ lostBefore: { unsent: 1 } })
    device.goOnline()
    await device.passes(10_000)
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', waiting: [] })
    // The counts are reported at most every three minutes.
    await device.passes(6 * MINUTE)
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', counted: { holes: [1, 2] } })
    // Read by the driver, it is not said again, and no number is given twice.
    await noteLossRead(device.device)
    await device.restart()
    await device.passes(2_000)
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', lostBefore: null })
    const next = await device.finish(stops[2]!)
    expect(next.seq).toBe(3)
    await device.settles()
    expect((await device.status()).kind).toBe('may-be-lost')

    expect((await office.admin.post(`/v1/devices/${deviceID}/settle`, {})).status).toBe(200)
    await device.note(stops[2]!, 'gate locked')
    await device.settles()
    expect(await device.status()).toMatchObject({ kind: 'all-sent', counted: { holes: [] } })
    await device.close()
  })

  describe('when the browser deletes database and file under the open page', () => {
    /** Work that is on the phone only, and then on the screen only. */
    async function deleted() {
      const kept = new Map<string, string>()
      const localStorage = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      }
      let replaced = 0
      const made = await ready({ ports: { localStorage }, hooks: { onReplaced: () => void (replaced += 1) } })
      const { device, stops } = made
      device.goOffline()
      const events = [await device.finish(stops[0]!, 4), await device.note(stops[1]!, 'gate locked')]
      await device.photograph(stops[2]!)
      await device.run()
      noteUnsent(device.device, await device.status())
      device.device.db.close({ disableAutoOpen: false })
      device.device.deviceDb.close({ disableAutoOpen: false })
      await evict(device)
      device.journals.files.clear()
      return { ...made, events, hasReplaced: () => replaced > 0 }
    }

    test('a new one gets the unsent records and the stops from memory, and the photo is named as lost', async () => {
      const { device, driver, stops, events, hasReplaced } = await deleted()
      const { deviceID } = device.device
      device.sync.wake('asked')
      await device.passes(5_000)
      expect(hasReplaced()).toBe(true)
      // As the page does then.
      await device.close()
      await device.signIn(driver)
      await device.open()
      expect(device.device.deviceID).not.toBe(deviceID)
      expect(await device.status()).toMatchObject({ restored: 2, lostBefore: null, events: 2, needsAttention: 1 })
      const { at, undone } = await readLostPhotos(device)
      expect(at).toEqual([stops[2]!.assignmentID])
      expect((await device.stop(stops[0]!)).outcome).toBe('COLLECTED')
      device.goOnline()
      await device.settles()
      const rows = await eventsKept(business, driver.userID)
      expect(rows.slice(0, 2).map((row) => [row.event_id, row.device_id, row.seq])).toEqual(
        events.map(({ eventID, seq }) => [eventID, deviceID, seq]),
      )
      const next = await device.finish(stops[3]!)
      await device.settles()
      expect(await sentIDs(driver.userID)).toEqual([...events.map(({ eventID }) => eventID), ...undone, next.eventID])
      await device.close()
    })

    test('while nothing can be written the records are sent from memory, once, and a new tap is refused', async () => {
      const { device, driver, stops, events, hasReplaced } = await deleted()
      const free = fillDisk(device)
      device.journals.isFull = true
      await expect(device.finish(stops[3]!)).rejects.toMatchObject({ reason: 'storage-full' })
      await device.passes(5_000)
      expect(hasReplaced()).toBe(false)
      device.goOnline()
      await device.passes(20_000)
      const sent = events.map(({ eventID }) => eventID)
      expect(await sentIDs(driver.userID)).toEqual(sent)

      device.journals.isFull = false
      free()
      await device.passes(5_000)
      expect(hasReplaced()).toBe(true)
      await device.close()
      await device.signIn(driver)
      await device.open()
      expect(await device.status()).toMatchObject({ restored: null, events: 0 })
      const { at, undone } = await readLostPhotos(device)
      expect(at).toEqual([stops[2]!.assignmentID])
      await device.settles()
      expect(await sentIDs(driver.userID)).toEqual([...sent, ...undone])
      await device.close()
    })
  })

  test('two windows each have a file, and the one that stays open longer merges nothing that is still in use', async () => {
    const { device, stops, driver } = await ready()
    const tab = new TestDevice(office, driver, { on: device })
    await tab.open()
    await tab.passes(2_000)
    expect(device.journals.files.size).toBe(2)
    device.goOffline()
    const events = [await device.finish(stops[0]!), await tab.finish(stops[1]!)]
    tab.kill()
    device.kill()
    await evict(device)
    await device.signIn(driver)
    await device.open()
    await device.passes(2_000)
    expect(device.journals.files.size).toBe(1)
    device.goOnline()
    await device.settles()
    expect((await sentIDs(driver.userID)).sort()).toEqual(events.map(({ eventID }) => eventID).sort())
    await device.close()
  })

  test('while the database can’t be read, a sign-out asks about what memory has, and exports it', async () => {
    const { device, stops } = await ready()
    await device.passes(2_000)
    device.goOffline()
    const events = [await device.finish(stops[0]!)]
    await device.photograph(stops[1]!)
    await device.run()
    const free = fillDisk(device)
    events.push(await device.finish(stops[2]!))
    expect(await unsentBeforeSignOut(device.device)).toMatchObject({ unsent: { stops: 2, photos: 1 } })
    const file = JSON.parse((await exportUnsent(device.device)).text) as UnsentFile
    expect(file.events.filter(({ type }) => type !== 'photo').map(({ eventID }) => eventID)).toEqual(
      events.map(({ eventID }) => eventID),
    )
    free()
    await device.close()
  })

  test('what only the file of a build before buckets has is put back by the next build, and that file ends', async () => {
    const { device, stops, driver } = await ready()
    await device.close()
    device.journals.files.clear()
    device.journals.openingsWithoutBuckets = 1
    await device.open()
    await device.passes(2_000)
    const done = await killedWhileFull(device, stops)
    expect(device.journals.files.size).toBe(0)
    await evict(device)
    await device.signIn(driver)
    await device.open()
    await device.passes(2_000)
    expect(await device.status()).toMatchObject({ restored: 2, events: 2 })
    expect(device.journals.root.size).toBe(0)
    device.goOnline()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual(done.map(({ eventID }) => eventID))
    await device.close()
  })

  test('a disk that is full at the first start of a build with buckets leaves the file of the build before in use', async () => {
    const { device, stops, driver } = await ready()
    await device.close()
    device.journals.files.clear()
    device.journals.openingsWithoutBuckets = 1
    await device.open()
    device.goOffline()
    const before = await device.finish(stops[0]!)
    await device.run()
    device.journals.isFull = true
    const first = await device.finish(stops[1]!, 2)
    await device.restart()
    await device.passes(2_000)
    expect((await device.stop(stops[1]!)).pu).toBe(2)
    const second = await device.note(stops[2]!, 'gate locked')
    await device.restart()
    device.journals.isFull = false
    device.goOnline()
    await device.settles()
    const all = [before, first, second].map(({ eventID }) => eventID)
    expect((await sentIDs(driver.userID)).toSorted()).toEqual(all.toSorted())
    await device.close()
  })

  test('a file that the browser deleted under the open page is made again, so not every tap on a full disk is refused', async () => {
    const { device, stops } = await ready()
    await device.settles()
    device.journals.files.clear()
    const free = fillDisk(device)
    await expect(device.finish(stops[0]!)).rejects.toMatchObject({ reason: 'storage-full' })
    device.sync.wake('visible')
    await device.passes(2_000)
    const saved = await device.finish(stops[0]!)
    expect(textOf(device)).toContain(saved.eventID)
    free()
    await device.settles()
    await device.close()
  })

  test('an outcome recorded again, because the file opened later than a tap waits, counts once, as tapped last', async () => {
    const { device, stops, driver } = await ready()
    const [before, inFile] = await killedWhileFull(device, stops)
    await device.open({ watch: false })
    const { ports } = device.device
    const { openJournal: open } = ports
    Object.assign(ports, { openJournal: (name: string) => device.clock.sleep(5_000).then(() => open!(name)) })
    const [again] = await Promise.all([device.finish(stops[1]!, 4), device.passes(10_000)])
    await device.open()
    await device.passes(2_000)
    device.goOnline()
    await device.settles()
    expect((await sentIDs(driver.userID)).toSorted()).toEqual(
      [before, inFile, again].map(({ eventID }) => eventID).toSorted(),
    )
    expect(await device.stop(stops[1]!)).toMatchObject({ outcome: 'COLLECTED', pu: 4 })
    await device.close()
  })

  test('another driver on this phone neither sees nor sends the first one’s journal', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    const event = await device.finish(stops[0]!)
    device.kill()
    await evict(device)
    const { driver: other } = await business.newRound()
    await device.signIn(other)
    await device.open({ userID: other.userID })
    device.goOnline()
    await device.passes(60_000)
    expect(await sentIDs(driver.userID)).toEqual([])
    device.kill()
    await device.signIn(driver)
    await device.open()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([event.eventID])
    await device.close()
  })

  test('once all is sent, after a sign-out, and on a revoked phone it holds unsent records only', async () => {
    const { device, driver, stops } = await ready()
    device.goOffline()
    const note = await device.note(stops[0]!, 'spare key under the mat')
    await device.note(stops[1]!, 'not sent yet')
    expect(textOf(device)).toContain('spare key')
    // The office has it, by a file, before the rest is sent.
    await device.device.db.events.update(note.eventID, { state: 'acknowledged' })
    await signOutOnDevice(device.device)
    expect(textOf(device)).not.toContain('spare key')
    expect(textOf(device)).toContain('not sent yet')
    await emptyDevice(device.device)
    expect(textOf(device)).toContain('not sent yet')
    await device.signIn(driver)
    device.goOnline()
    await device.passes(60_000)
    expect(textOf(device)).not.toContain('not sent yet')
    await device.close()
  })

  test('a discarded record is not put back, and an edited one is put back as edited', async () => {
    const { retry, edit, discard } = await import('#client/offline/unsent.ts')
    const { device, stops, driver } = await ready()
    device.goOffline()
    const [gone, changed] = [await device.note(stops[0]!, 'wrong'), await device.note(stops[1]!, 'first words')]
    await device.device.db.events.bulkUpdate(
      [gone, changed].map(({ eventID }) => ({ key: eventID, changes: { state: 'needs-attention' } })),
    )
    await discard(device.device, gone.eventID)
    await edit(device.device, changed.eventID, { notes: 'better words' })
    await retry(device.device, changed.eventID)
    await device.passes(0)
    device.kill()
    await evict(device)
    await device.signIn(driver)
    await device.open()
    await device.passes(2_000)
    const events = await device.events()
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['note', { notes: 'better words' }],
      ['undo', { undoes: gone.eventID }],
    ])
    await device.close()
  })

  test('where the browser can’t write files in place the app works as before, and Ready says so', async () => {
    const without = await ready({ journal: false })
    await without.device.finish(without.stops[0]!)
    await without.device.settles()
    expect(await readReadiness(without.device.device)).toMatchObject({ withoutJournal: true })
    await without.device.close()
    const { device } = await ready()
    expect(await readReadiness(device.device)).toMatchObject({ withoutJournal: false })
    await device.close()
  })

  test('on a disk that is full from the start no journal is created, and a tap that can’t be stored is refused', async () => {
    const { device, stops } = await ready({ journal: false })
    device.goOffline()
    const free = fillDisk(device)
    await expect(device.finish(stops[0]!)).rejects.toMatchObject({ reason: 'storage-full' })
    free()
    await device.close()
  })

  test('the export file has the records that the journal alone has', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    await device.run()
    const { db } = device.device
    const event = await device.finish(stops[0]!)
    await db.events.delete(event.eventID)
    hold(device.device, event, false)
    expect(JSON.parse((await exportUnsent(device.device)).text).events).toHaveLength(1)
    await device.close()
  })

  test('what the service worker wiped on a revoked phone does not come back from the file', async () => {
    const { device, stops, driver } = await ready()
    const sent = await device.note(stops[0]!, 'spare key')
    device.goOffline()
    await device.passes(100)
    const note = await device.note(stops[1]!, 'not sent')
    device.kill()
    // It has no journal, sends what there is, and deletes the receipts.
    const worker = new TestDevice(office, driver, { on: device, journal: false })
    await worker.open()
    worker.goOnline()
    await worker.settles()
    await emptyDevice(worker.device)
    await worker.close()

    await device.open()
    await device.passes(5_000)
    expect((await device.status()).restored).toBeNull()
    expect((await device.events()).map(({ eventID }) => eventID)).not.toContain(sent.eventID)
    expect(textOf(device)).not.toContain('spare key')
    expect(await sentIDs(driver.userID)).toEqual([sent.eventID, note.eventID])
    await device.close()
  })

  test('what another window sent and then deleted on a revoked phone is in the file of this one no longer', async () => {
    const { device, driver, stops } = await ready()
    const other = new TestDevice(office, driver, { on: device })
    await other.open()
    device.kill()
    device.goOffline()
    await device.open({ watch: false })
    await openJournal(device.device)
    await device.note(stops[0]!, 'spare key')
    device.network.online = true
    other.sync.wake('online')
    await other.settles()
    await emptyDevice(other.device)
    expect(textOf(device)).toContain('spare key')
    await emptyDevice(device.device)
    expect(textOf(device)).not.toContain('spare key')
    expect(device.device.records.size).toBe(0)
    await other.close()
    await device.close()
  })

  test('what another window sent is in the file of this one no longer', async () => {
    const { device, driver, stops } = await ready()
    const other = new TestDevice(office, driver, { on: device })
    await other.open()
    device.goOffline()
    await device.note(stops[0]!, 'spare key')
    await other.passes(1_000)
    expect(textOf(device)).toContain('spare key')
    device.network.online = true
    other.sync.wake('online')
    await other.settles()
    device.sync.wake('visible')
    await device.passes(2_000)
    await signOutOnDevice(device.device)
    expect(textOf(device)).not.toContain('spare key')
    await other.close()
    await device.close()
  })

  test('on a full disk two windows give no number twice', async () => {
    const texts = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => void texts.set(key, value),
    }
    const { device, driver, stops } = await ready({ ports: { localStorage } })
    const other = new TestDevice(office, driver, { on: device, ports: { localStorage } })
    await other.open()
    await other.passes(1_000)
    device.goOffline()
    other.goOffline()
    await device.run()
    const first = await device.finish(stops[0]!)
    // As its screen does after each change.
    await other.run()
    const free = fillDisk(device)
    other.loseConnection()
    const events = [
      await other.finish(stops[1]!),
      await device.finish(stops[2]!),
      await other.note(stops[2]!, 'gate'),
      await device.note(stops[3]!, 'dog'),
    ]
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4].map((more) => first.seq + more))
    free()
    device.goOnline()
    other.goOnline()
    await device.settles()
    await other.settles()
    const last = await device.finish(stops[4]!)
    expect(last.seq).toBe(first.seq + 5)
    await device.settles()
    expect((await sentIDs(driver.userID)).sort()).toEqual([first, ...events, last].map(({ eventID }) => eventID).sort())
    await other.close()
    await device.close()
  })

  test('a discard after records of the journal alone gets the number after theirs', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    const refused = await device.finish(stops[0]!)
    await device.device.db.events.update(refused.eventID, { state: 'needs-attention' })
    await device.run()
    const free = fillDisk(device)
    const aside = await device.finish(stops[1]!)
    free()
    await discard(device.device, refused.eventID)
    const numbers = (await device.events()).map(({ seq }) => seq)
    expect(numbers).toEqual([refused.seq, aside.seq, aside.seq + 1])
    await device.close()
  })

  test('a journal that never opens delays a tap by two seconds and sending by ten, and stops neither', async () => {
    const { device, stops, driver } = await ready({ ports: { openJournal: () => new Promise(() => undefined) } })
    const [event] = await Promise.all([device.finish(stops[0]!), device.passes(3_000)])
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([event.eventID])
    expect((await readReadiness(device.device)).withoutJournal).toBe(true)
    await device.close()
  })

  test('what a file that could not be opened at first has is put back, and is not recorded again before the screen shows it', async () => {
    const { device, stops } = await ready()
    await killedWhileFull(device, stops)
    await device.open({ watch: false })
    const { ports } = device.device
    const works = { openJournal: ports.openJournal }
    Object.assign(ports, { openJournal: () => Promise.reject(new Error('No answer')) })
    await openJournal(device.device)
    Object.assign(ports, works)
    await device.passes(61_000)
    retryJournal(device.device, false)
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'already-recorded' })
    expect((await device.stop(stops[1]!)).outcome).toBe('COLLECTED')
    await device.close()
  })

  test('a journal that failed is opened again after a minute, and takes records of a full disk', async () => {
    const { device, stops } = await ready()
    const { journal } = device.device
    const { port } = journal
    journal.port = { ...port!, append: () => Promise.reject(new Error('No answer')) }
    await device.finish(stops[0]!)
    expect(journal.isMissing).toBe(true)
    await device.settles()
    await device.passes(130_000)
    expect(journal.isMissing).toBe(false)
    device.goOffline()
    await device.run()
    const free = fillDisk(device)
    expect((await device.finish(stops[1]!)).seq).toBe(2)
    free()
    await device.close()
  })

  test('a journal that failed is opened again although the clock was set back meanwhile', async () => {
    const { device, stops } = await ready()
    const { journal } = device.device
    const { port } = journal
    journal.port = { ...port!, append: () => Promise.reject(new Error('No answer')) }
    await device.finish(stops[0]!)
    expect(journal.isMissing).toBe(true)
    device.skewMs = -86_400_000
    await device.passes(130_000)
    expect(journal.isMissing).toBe(false)
    await device.close()
  })

  test('once what filled the journal is sent, Ready no longer says that nothing can be saved on a full disk', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    const { journal } = device.device
    const port = journal.port!
    const fill = () => {
      const { size } = device.device.records
      const isRoom = async () => device.device.records.size < size
      const rewrite: typeof port.rewrite = async (all) => (await isRoom()) && port.rewrite(all)
      journal.port = { ...port, append: isRoom, rewrite }
    }
    await device.finish(stops[0]!)
    fill()
    await device.finish(stops[1]!)
    expect((await readReadiness(device.device)).withoutJournal).toBe(true)
    device.goOnline()
    await device.settles()
    expect((await readReadiness(device.device)).withoutJournal).toBe(false)
    await device.close()
  })

  test('a record whose entry is still being written on a full disk is not sent: it may be called not saved', async () => {
    const { device, stops, driver } = await ready()
    await device.run()
    const free = fillDisk(device)
    device.sync.wake('asked')
    await device.passes(5_000)
    const { journal } = device.device
    const port = journal.port!
    let stalls: (error: Error) => void = () => undefined
    journal.port = { ...port, append: () => new Promise((_, reject) => (stalls = reject)) }
    const refused = expect(device.finish(stops[0]!)).rejects.toMatchObject({ reason: 'storage-full' })
    await device.passes(2_900)
    stalls(new Error('No answer'))
    await refused
    await device.passes(10_000)
    expect(await sentIDs(driver.userID)).toEqual([])
    free()
    await device.close()
  })

  test('a record that was called not saved does not come back, although it reached the file late', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    await device.run()
    const { journal } = device.device
    const port = journal.port!
    journal.port = {
      ...port,
      append: async (entries) => {
        await port.append(entries)
        throw new Error('No answer')
      },
    }
    const free = fillDisk(device)
    await expect(device.note(stops[0]!, 'twice')).rejects.toMatchObject({ reason: 'storage-full' })
    await device.passes(100)
    free()
    await device.restart()
    await device.passes(5_000)
    expect((await device.status()).restored).toBeNull()
    const again = await device.note(stops[0]!, 'twice')
    device.goOnline()
    await device.settles()
    expect(await sentIDs(driver.userID)).toEqual([again.eventID])
    await device.close()
  })
})
