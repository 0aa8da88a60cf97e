import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { discard, waiting } from '#client/offline/attention.ts'
import { NotSaved } from '#client/offline/record.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone, aPicture } from '../support/phone.ts'
import { seeded } from '../support/simulation/seeded.ts'
import { type SimulatedBusiness, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

describe('what the driver taps', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())

  async function offline(settings: Parameters<typeof aPhone>[2] = {}) {
    const { driver, stops, runOrderID } = await business.newRound()
    const phone = await aPhone(office, driver, settings)
    phone.goOffline()
    return { phone, stops, runOrderID, driver }
  }

  test('is on the disk before it is shown as saved, and still there when the app is killed', async () => {
    const { phone, stops } = await offline()
    const event = await phone.finish(stops[0]!, 2, { extraAmount: 12.5, notes: 'Behind the shed' })
    await phone.restart()
    expect(await phone.event(event.eventID)).toMatchObject({
      type: 'done',
      seq: 1,
      state: 'queued',
      payload: { pu: 2, extraAmount: 12.5, notes: 'Behind the shed' },
    })
    expect(await phone.stop(stops[0]!)).toMatchObject({
      shownState: 'done',
      outcome: 'COLLECTED',
      pu: 2,
      extraAmount: 12.5,
      driverNotes: 'Behind the shed',
      delivery: 'saved-here',
    })
    await phone.close()
  })

  test('killed at any await, it is saved whole or not at all, and the count goes on without a hole', async () => {
    const { phone, stops } = await offline()
    let saved = 0
    for (let step = 1; step <= 36; step++) {
      phone.crashes.crashAtStep = phone.crashes.steps + step
      let shown = false
      void phone.photograph(stops[saved % 5]!).then(
        () => (shown = true),
        () => undefined,
      )
      await phone.passes(100)
      await phone.restart()
      const events = await phone.events()
      const counts = [events.length, await phone.phone.db.photos.count(), await phone.phone.db.photoBytes.count()]
      expect(counts, `killed at step ${step}`).toEqual([events.length, events.length, events.length])
      expect(events.length - saved, `killed at step ${step}`).toBeGreaterThanOrEqual(shown ? 1 : 0)
      expect(events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1))
      saved = events.length
    }
    // Some steps are before the commit and some after it.
    expect(saved).toBeGreaterThan(0)
    expect(saved).toBeLessThan(36)
    await phone.close()
  })

  test('a correction, an undo and an undo of the undone stop: the last word that stands is shown', async () => {
    const { phone, stops } = await offline()
    const stop = stops[0]!
    await phone.finish(stop, 2)
    const second = await phone.couldNot(stop, 'NO_ACCESS')
    expect(await phone.stop(stop)).toMatchObject({ outcome: 'NO_ACCESS', pu: 0, lastEventID: second.eventID })
    await phone.undo(second)
    expect(await phone.stop(stop)).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    const last = (await phone.stop(stop)).lastEventID!
    await phone.undo({ eventID: last })
    expect(await phone.stop(stop)).toMatchObject({ outcome: null, shownState: 'planned', lastEventID: null })
    expect((await phone.stop(stop)).history.map(({ type, undone }) => [type, undone])).toEqual([
      ['done', true],
      ['not-collected', true],
      ['undo', false],
      ['undo', false],
    ])
    await phone.close()
  })

  test('an undo asked for twice is one undo', async () => {
    const { phone, stops } = await offline()
    const event = await phone.finish(stops[0]!)
    const [first, second] = [await phone.undo(event), await phone.undo(event)]
    expect(second.eventID).toBe(first.eventID)
    expect(await phone.events()).toHaveLength(2)
    await phone.close()
  })

  test('the sixth photo of a stop is refused in words, an undone one makes room', async () => {
    const { phone, stops } = await offline()
    const taken = []
    for (let n = 0; n < 5; n++) taken.push(await phone.photograph(stops[0]!))
    await expect(phone.photograph(stops[0]!)).rejects.toMatchObject({ reason: 'too-many-files' })
    await phone.undo(taken[1]!)
    await phone.photograph(stops[0]!)
    expect((await phone.stop(stops[0]!)).photosShown).toHaveLength(5)
    await phone.close()
  })

  test('a photo over 20 MB is refused, and the outcome is saved all the same', async () => {
    const { phone, stops } = await offline()
    await expect(phone.photograph(stops[0]!, new ArrayBuffer(20_971_521))).rejects.toMatchObject({
      reason: 'too-large',
    })
    await phone.finish(stops[0]!)
    expect(await phone.events()).toHaveLength(1)
    await phone.close()
  })

  test('short of storage, photos are refused before outcomes are: 50 MB are kept for those', async () => {
    const { phone, stops } = await offline({
      ports: { estimate: async () => ({ usage: 950_000_000, quota: 1_000_000_000 }) },
    })
    await expect(phone.photograph(stops[0]!)).rejects.toBeInstanceOf(NotSaved)
    await phone.finish(stops[0]!)
    expect((await phone.events()).map((event) => event.type)).toEqual(['done'])
    await phone.close()
  })

  test('a full disk is said as "not saved", and nothing half is left', async () => {
    const { phone, stops } = await offline()
    phone.phone.db.use({
      stack: 'dbcore',
      name: 'full',
      level: 10,
      create: (core) => ({
        ...core,
        table: (name) => ({
          ...core.table(name),
          mutate: (request) =>
            name === 'photoBytes'
              ? Promise.reject(new DOMException('full', 'QuotaExceededError'))
              : core.table(name).mutate(request),
        }),
      }),
    })
    phone.phone.db.close()
    await phone.phone.db.open()
    await expect(phone.photograph(stops[0]!)).rejects.toMatchObject({ reason: 'storage-full' })
    expect(await phone.events()).toEqual([])
    expect(await phone.phone.db.photos.count()).toBe(0)
    expect((await phone.finish(stops[0]!)).seq).toBe(1)
    await phone.close()
  })

  test('a database the browser closed in the background is opened again under the tap', async () => {
    const { phone, stops } = await offline()
    phone.loseConnection()
    await phone.finish(stops[0]!)
    expect(await phone.events()).toHaveLength(1)
    await phone.close()
  })

  test('a stop the office took away under his finger still takes his tap', async () => {
    const { phone, stops, runOrderID } = await offline()
    phone.goOnline()
    await phone.passes(2000)
    await office.admin.put(`/v1/runs/${runOrderID}`, { jobs: { remove: [stops[0]!.assignmentID] } })
    await phone.clock.during(phone.sync.pullNow())
    expect((await phone.run()).jobs.map((job) => job.assignmentID)).not.toContain(stops[0]!.assignmentID)
    const event = await phone.finish(stops[0]!)
    await phone.settles()
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    await phone.close()
  })

  test('a database that comes back empty counts from one under another device’s name, and the loss is said', async () => {
    const { phone, stops } = await offline()
    await phone.finish(stops[0]!)
    const before = phone.phone.deviceID
    const name = phone.phone.db.name
    phone.kill()
    await new Promise<void>((resolve, reject) => {
      const gone = phone.disk.deleteDatabase(name)
      gone.onsuccess = () => resolve()
      gone.onerror = () => reject(gone.error)
      gone.onblocked = () => reject(new Error('blocked'))
    })
    await phone.open()
    expect(phone.phone.deviceID).not.toBe(before)
    expect((await phone.status()).lostBefore).toEqual({ unsent: 0 })
    await phone.close()
  })

  test('a picture’s bytes lie beside nothing else, as an ArrayBuffer and never a Blob', async () => {
    const { phone, stops } = await offline()
    await phone.photograph(stops[0]!, aPicture(seeded(5), 300))
    const [row] = await phone.phone.db.photoBytes.toArray()
    expect(Object.keys(row!).sort()).toEqual(['bytes', 'photoID'])
    expect(Object.prototype.toString.call(row!.bytes)).toBe('[object ArrayBuffer]')
    expect(row!.bytes.byteLength).toBe(300)
    await phone.close()
  })

  test('what was never refused can’t be discarded', async () => {
    const { phone, stops } = await offline()
    const event = await phone.finish(stops[0]!)
    await discard(phone.phone, event.eventID)
    expect((await waiting(phone.phone.db)).map((one) => one.why)).toEqual(['not-sent-yet'])
    await phone.close()
  })
})
