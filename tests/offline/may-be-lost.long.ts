import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countsAfter,
  type LocalCounts,
  missingOf,
  noteRead,
  noteUnsent,
} from '#client/offline/store/device-database.ts'
import { statusOf } from '#client/offline/status.ts'
import { shownWeek } from '#client/offline/week.ts'
import type { Office } from '../support/office.ts'
import { aDevice, type TestDevice } from '../support/device.ts'
import { type SimulatedBusiness, eventsKept } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

const MINUTE = 60_000

const counts = fc.record<LocalCounts>({
  deviceID: fc.constantFrom('one', 'another'),
  unsent: fc.nat(5),
  lost: fc.nat(5),
  seq: fc.nat(9),
})

describe('the counts outside the databases', () => {
  test('what may be missing stays counted, whatever a place says that knows less', () =>
    fc.assert(
      fc.property(counts, counts, fc.boolean(), (before, seen, isWhole) => {
        const after = countsAfter(before, { ...seen, isWhole })
        expect(after.deviceID).toBe(seen.deviceID)
        expect(after.lost).toBeGreaterThanOrEqual(Math.max(before.lost, seen.lost))
        if (before.deviceID !== seen.deviceID) expect(after.lost).toBeGreaterThanOrEqual(before.lost + before.unsent)
        else {
          expect(after.seq).toBe(Math.max(before.seq, seen.seq))
          if (!isWhole) expect(after.unsent).toBeGreaterThanOrEqual(before.unsent)
        }
      }),
    ))

  test('reading a place once more changes nothing', () =>
    fc.assert(
      fc.property(fc.option(counts), counts, fc.boolean(), (before, seen, isWhole) => {
        const once = countsAfter(before, { ...seen, isWhole })
        expect(countsAfter(once, { ...seen, isWhole })).toEqual(once)
      }),
    ))

  test('no more is missing than waited, and nothing where the last number is there', () =>
    fc.assert(
      fc.property(counts, fc.nat(9), (before, there) => {
        expect(missingOf(before, there)).toBe(Math.max(0, Math.min(before.unsent, before.seq - there)))
      }),
    ))
})

describe('a phone without a journal, whose database reopens without its last commits', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready() {
    const round = await business.newRound()
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const device = await aDevice(office, round.driver, { journal: false, ports: { localStorage } })
    return { ...round, device, kept }
  }

  /** As the screen does whenever it has read the week. */
  const noted = async (device: TestDevice) => noteUnsent(device.device, await device.status())

  /** Takes everything recorded out of the database and kills the app. */
  async function goesBack(device: TestDevice): Promise<void> {
    const { db } = device.device
    await db.events.clear()
    await db.photos.clear()
    await db.meta.put({ key: 'seq', value: 0 })
    device.kill()
    await device.open()
  }

  test('says so until it is read, although the screen counts nothing, more is recorded and the app is killed again', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    await device.photograph(stops[0]!)
    await device.finish(stops[0]!)
    await noted(device)
    await goesBack(device)
    await noted(device)
    expect((await device.finish(stops[1]!)).seq).toBe(3)
    await noted(device)
    await device.restart()
    await noted(device)
    expect((await device.status()).lostBefore).toEqual({ unsent: 2 })
    device.goOnline()
    await device.settles()
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', lostBefore: { unsent: 2 } })
    await device.close()
  })

  test('says it also after the whole database was lost', async () => {
    const { device, driver, stops } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    await noted(device)
    await goesBack(device)
    await noted(device)
    const { name } = device.device.db
    device.kill()
    ;(device.disk as unknown as { _databases: Map<string, unknown> })._databases.delete(name)
    await device.signIn(driver)
    await device.open()
    expect((await device.status()).lostBefore).toEqual({ unsent: 1 })
    noteRead(device.device)
    await device.close()
  })

  test('after a reload nothing counts as saved before the disk has taken the reserve', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    device.crashes.takesReserve = false
    device.crashes.writesUntilFull = 1
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    await device.restart()
    device.crashes.takesReserve = false
    await expect(device.finish(stops[1]!)).rejects.toMatchObject({ reason: 'storage-full' })
    expect(await device.status()).toMatchObject({ kind: 'to-send', isUnsound: true })
    device.crashes.takesReserve = true
    await device.finish(stops[1]!)
    expect(await device.status()).toMatchObject({ isUnsound: false })
    await device.close()
  })

  test('learns from the office which numbers it gave, even when localStorage was written too late', async () => {
    const { device, driver, stops, kept } = await ready()
    const early = [...kept]
    device.goOffline()
    await device.photograph(stops[0]!)
    const done = await device.finish(stops[0]!)
    // Outcomes are sent before the bytes of photos.
    device.network.fate = (url) => (url.includes('/files/') ? 'drop-request' : 'none')
    device.goOnline()
    await device.passes(10_000)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([done.eventID])
    device.kill()
    kept.clear()
    for (const [key, value] of early) kept.set(key, value)
    await device.open({ watch: false })
    await goesBack(device)
    expect((await device.status()).kind).not.toBe('all-sent')
    await device.passes(10_000)
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', waiting: [], counted: { holes: [1] } })
    expect((await device.finish(stops[1]!)).seq).toBe(3)
    await device.passes(6 * MINUTE)
    expect(await device.status()).toMatchObject({ kind: 'may-be-lost', waiting: [], counted: { holes: [1] } })
    await device.close()
  })
})

describe.each([
  ['with a journal', true],
  ['without a journal', false],
])('a phone %s that has sent everything', (_what, journal) => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  test('shows so soon after each start, although nothing changes any more', async () => {
    const { driver, stops } = await business.newRound()
    const device = await aDevice(office, driver, { journal })
    await device.finish(stops[0]!)
    await device.settles()
    device.kill()
    await device.open()
    const week = shownWeek(device.device)
    const end = week.subscribe(() => undefined)
    // Without a journal the office has to be asked first.
    if (!journal) await device.settles()
    await expect
      .poll(() => {
        const shown = week.read()
        return shown && statusOf(shown, new Date()).kind
      })
      .toBe('all-sent')
    end()
    await device.close()
  })
})
