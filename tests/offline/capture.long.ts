import { describe, expect, test } from 'vitest'
import { discard } from '#client/offline/unsent.ts'
import { NotSaved } from '#client/offline/outbox/record.ts'
import type { Office } from '../support/office.ts'
import { aDevice, aPicture } from '../support/device.ts'
import { seeded } from '#domain/seeded.ts'
import type { SimulatedBusiness } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('what the driver records', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function offline(settings: Parameters<typeof aDevice>[2] = {}) {
    const { driver, stops, runOrderID } = await business.newRound()
    const device = await aDevice(office, driver, settings)
    device.goOffline()
    return { phone: device, stops, runOrderID, driver }
  }

  test('is on the disk before it is shown as saved, and still there when the app is killed', async () => {
    const { phone: device, stops } = await offline()
    const event = await device.finish(stops[0]!, 2, { extraAmount: 12.5, notes: 'Behind the shed' })
    await device.restart()
    expect(await device.event(event.eventID)).toMatchObject({
      type: 'done',
      seq: 1,
      state: 'queued',
      payload: { pu: 2, extraAmount: 12.5, notes: 'Behind the shed' },
    })
    expect(await device.stop(stops[0]!)).toMatchObject({
      shownState: 'done',
      outcome: 'COLLECTED',
      pu: 2,
      extraAmount: 12.5,
      driverNotes: 'Behind the shed',
      delivery: 'saved-here',
    })
    await device.close()
  })

  test('killed at any await, it is saved whole or not at all, and the numbers go on without a gap', async () => {
    const { phone: device, stops } = await offline()
    let saved = 0
    for (let step = 1; step <= 36; step++) {
      // The start has ended: the steps counted are the tap's.
      await device.passes(100)
      device.crashes.crashAtStep = device.crashes.steps + step
      let shown = false
      void device.photograph(stops[saved % 5]!).then(
        () => (shown = true),
        () => undefined,
      )
      await device.passes(100)
      await device.restart()
      const events = await device.events()
      const counts = [events.length, await device.device.db.photos.count(), await device.device.db.photoBytes.count()]
      expect(counts, `killed at step ${step}`).toEqual([events.length, events.length, events.length])
      expect(events.length - saved, `killed at step ${step}`).toBeGreaterThanOrEqual(shown ? 1 : 0)
      expect(events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1))
      saved = events.length
    }
    // Some steps are before the commit and some after it.
    expect(saved).toBeGreaterThan(0)
    expect(saved).toBeLessThan(36)
    await device.close()
  })

  test('after a correction, an undo, and an undo of the undone stop the last outcome that is not undone is shown', async () => {
    const { phone: device, stops } = await offline()
    const stop = stops[0]!
    await device.finish(stop, 2)
    const second = await device.couldNot(stop, 'NO_ACCESS')
    expect(await device.stop(stop)).toMatchObject({ outcome: 'NO_ACCESS', pu: 0, lastEventID: second.eventID })
    await device.undo(second)
    expect(await device.stop(stop)).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    const last = (await device.stop(stop)).lastEventID!
    await device.undo({ eventID: last })
    expect(await device.stop(stop)).toMatchObject({ outcome: null, shownState: 'planned', lastEventID: null })
    expect((await device.stop(stop)).history.map(({ type, undone }) => [type, undone])).toEqual([
      ['done', true],
      ['not-collected', true],
      ['undo', false],
      ['undo', false],
    ])
    await device.close()
  })

  test('an undo asked for twice is one undo', async () => {
    const { phone: device, stops } = await offline()
    const event = await device.finish(stops[0]!)
    const [first, second] = [await device.undo(event), await device.undo(event)]
    expect(second.eventID).toBe(first.eventID)
    expect(await device.events()).toHaveLength(2)
    await device.close()
  })

  test('the sixth photo of a stop is refused in words; an undone photo makes room', async () => {
    const { phone: device, stops } = await offline()
    const taken = []
    for (let n = 0; n < 5; n++) taken.push(await device.photograph(stops[0]!))
    await expect(device.photograph(stops[0]!)).rejects.toMatchObject({ reason: 'too-many-files' })
    await device.undo(taken[1]!)
    await device.photograph(stops[0]!)
    expect((await device.stop(stops[0]!)).photosShown).toHaveLength(5)
    await device.close()
  })

  test('a photo over 20 MB is refused, and the outcome is saved all the same', async () => {
    const { phone: device, stops } = await offline()
    await expect(device.photograph(stops[0]!, new ArrayBuffer(20_971_521))).rejects.toMatchObject({
      reason: 'too-large',
    })
    await device.finish(stops[0]!)
    expect(await device.events()).toHaveLength(1)
    await device.close()
  })

  test('when storage is short photos are refused before outcomes: 50 MB are reserved for outcomes', async () => {
    const { phone: device, stops } = await offline({
      ports: { estimate: async () => ({ usage: 950_000_000, quota: 1_000_000_000 }) },
    })
    await expect(device.photograph(stops[0]!)).rejects.toBeInstanceOf(NotSaved)
    await device.finish(stops[0]!)
    expect((await device.events()).map((event) => event.type)).toEqual(['done'])
    await device.close()
  })

  test('on a full disk the app says "not saved", and nothing is half saved', async () => {
    const { phone: device, stops } = await offline()
    device.device.db.use({
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
    device.device.db.close()
    await device.device.db.open()
    await expect(device.photograph(stops[0]!)).rejects.toMatchObject({ reason: 'storage-full' })
    expect(await device.events()).toEqual([])
    expect(await device.device.db.photos.count()).toBe(0)
    expect((await device.finish(stops[0]!)).seq).toBe(1)
    await device.close()
  })

  test('a tap opens the database again after the browser has closed it in the background', async () => {
    const { phone: device, stops } = await offline()
    device.loseConnection()
    await device.finish(stops[0]!)
    expect(await device.events()).toHaveLength(1)
    await device.close()
  })

  test('a stop still accepts the driver’s tap when the office has just taken it away', async () => {
    const { phone: device, stops, runOrderID } = await offline()
    device.goOnline()
    await device.passes(2000)
    await office.admin.put(`/v1/runs/${runOrderID}`, { jobs: { remove: [stops[0]!.assignmentID] } })
    await device.clock.during(device.sync.pullNow())
    expect((await device.run()).jobs.map((stop) => stop.assignmentID)).not.toContain(stops[0]!.assignmentID)
    const event = await device.finish(stops[0]!)
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    await device.close()
  })

  test('a database that comes back empty counts from one under another device’s id, and the loss is reported', async () => {
    const { phone: device, stops } = await offline()
    await device.finish(stops[0]!)
    const before = device.device.deviceID
    const name = device.device.db.name
    device.kill()
    await new Promise<void>((resolve, reject) => {
      const gone = device.disk.deleteDatabase(name)
      gone.onsuccess = () => resolve()
      gone.onerror = () => reject(gone.error)
      gone.onblocked = () => reject(new Error('blocked'))
    })
    device.journals.files.clear()
    await device.open()
    expect(device.device.deviceID).not.toBe(before)
    // Until then a journal may have it.
    await device.passes(2_000)
    expect((await device.status()).lostBefore).toEqual({ unsent: 0 })
    await device.close()
  })

  test('a picture’s bytes are stored in a row of their own, as an ArrayBuffer and never a Blob', async () => {
    const { phone: device, stops } = await offline()
    await device.photograph(stops[0]!, aPicture(seeded(5), 300))
    const [row] = await device.device.db.photoBytes.toArray()
    expect(Object.keys(row!).sort()).toEqual(['bytes', 'photoID'])
    expect(Object.prototype.toString.call(row!.bytes)).toBe('[object ArrayBuffer]')
    expect(row!.bytes.byteLength).toBe(300)
    await device.close()
  })

  test('a record that was never refused can’t be discarded', async () => {
    const { phone: device, stops } = await offline()
    const event = await device.finish(stops[0]!)
    await discard(device.device, event.eventID)
    expect((await device.waiting()).map((one) => one.why)).toEqual(['not-sent-yet'])
    await device.close()
  })
})
