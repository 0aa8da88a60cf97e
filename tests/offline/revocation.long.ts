import { describe, expect, test } from 'vitest'
import type { Device } from '#contract/v1/devices.ts'
import { discard, edit, exportUnsent } from '#client/offline/unsent.ts'
import { currentSignIn } from '#client/offline/store/device-database.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import type { Office } from '../support/office.ts'
import { aDevice, type TestDevice } from '../support/device.ts'
import { type Round, type SimulatedBusiness, eventsKept } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

const DAY = 24 * 3_600_000

/** A record that the server refuses, as from a phone with a bug. */
async function spoil(device: TestDevice, event: { eventID: string }): Promise<void> {
  await device.device.db.events.update(event.eventID, { payload: { pu: 1, actorID: 'nobody-at-all' } as never })
}

describe('a revoked phone', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready() {
    const round = await business.newRound()
    const device = await aDevice(office, round.driver)
    return { ...round, phone: device, deviceID: device.device.deviceID }
  }
  async function officeSays(deviceID: string, what: 'revoke' | 'allow'): Promise<void> {
    expect((await office.admin.put(`/v1/devices/${deviceID}/${what}`, {})).status).toBe(200)
  }
  const known = async (deviceID: string) => (await office.admin.get<Device>(`/v1/devices/${deviceID}`)).body

  /** Everything stored on the phone, as one text: the holder of the phone can read no more than this. */
  async function everythingOn(device: TestDevice): Promise<string> {
    const tables = await Promise.all(device.device.db.tables.map((table) => table.toArray()))
    return JSON.stringify(tables)
  }
  async function expectNothingOfCustomers(device: TestDevice): Promise<void> {
    const { db, deviceDb } = device.device
    expect([
      await db.runs.count(),
      await db.jobs.count(),
      await db.incomes.count(),
      await db.photos.count(),
      await db.photoBytes.count(),
      await db.events.count(),
    ]).toEqual([0, 0, 0, 0, 0, 0])
    const text = await everythingOn(device)
    for (const word of ['Banksia', 'Wattle Grove', 'Customer', 'Behind the shed']) expect(text).not.toContain(word)
    expect(await currentSignIn(deviceDb)).toBeNull()
  }
  async function twelveUnsent({ device, stops }: { device: TestDevice; stops: Round['stops'] }): Promise<void> {
    for (const stop of stops.slice(0, 4)) await device.finish(stop, 2)
    for (const stop of stops.slice(0, 4)) await device.photograph(stop)
    for (const stop of stops.slice(0, 4)) await device.note(stop, 'Behind the shed')
  }
  async function expectTwelveOnce(driverID: string): Promise<void> {
    const kept = await eventsKept(business, driverID)
    expect(kept.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(kept.filter((row) => row.type === 'photo' && row.result === 'applied')).toHaveLength(4)
  }
  const emptied = (device: TestDevice) =>
    device.clock.run(120_000, async () => (await currentSignIn(device.device.deviceDb)) === null)

  test('sends twelve records, photos among them, once each; then no customer data is left on it', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    await device.finish(stops[4]!)
    await device.settles()
    device.goOffline()
    await device.undo((await device.events())[0]!)
    await device.finish(stops[4]!)
    await device.photograph(stops[4]!)
    device.goOnline()
    await device.settles()
    device.goOffline()
    for (const stop of stops.slice(0, 4)) await device.finish(stop, 2)
    for (const stop of stops.slice(0, 4)) await device.photograph(stop)
    for (const stop of stops.slice(0, 4)) await device.note(stop, 'Behind the shed')
    await officeSays(deviceID, 'revoke')
    device.goOnline()
    expect(await emptied(device)).toBe(true)
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => row.seq)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
    expect(kept.filter((row) => row.type === 'photo' && row.result === 'applied')).toHaveLength(5)
    await expectNothingOfCustomers(device)
    expect(await known(deviceID)).toMatchObject({
      state: 'wiped',
      unsent: 0,
      needsAttention: 0,
      reconciliation: { equal: true, holes: [] },
    })
    expect(await device.status()).toMatchObject({ kind: 'revoked', events: 0, endedSignIn: driver.token.slice(-8) })
    await device.close()
  })

  test('does so after days without signal, and however often it is switched off in between', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    await twelveUnsent({ device, stops })
    await officeSays(deviceID, 'revoke')
    device.kill()
    await device.passes(3 * DAY)
    device.goOnline()
    await device.open()
    for (let boot = 0; boot < 6; boot++) {
      await device.passes(300)
      await device.restart()
    }
    expect(await emptied(device)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(device)
    office.clock.set(new Date('2026-11-09T21:00:00Z'))
    expect((await known(deviceID)).wipedAt).not.toBeNull()
    await device.close()
  })

  test('that is sending already goes on to the end', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    await twelveUnsent({ device, stops })
    device.goOnline()
    await device.passes(150)
    await officeSays(deviceID, 'revoke')
    expect((await device.events()).some((event) => event.state !== 'acknowledged')).toBe(true)
    expect(await emptied(device)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(device)
    await device.close()
  })

  test('with nothing to send empties itself when it next asks for the week', async () => {
    const { phone: device, deviceID } = await ready()
    expect(await everythingOn(device)).toContain('Banksia')
    await officeSays(deviceID, 'revoke')
    await device.passes(6 * 60_000)
    await expectNothingOfCustomers(device)
    expect((await known(deviceID)).state).toBe('wiped')
    await device.close()
  })

  test('keeps what needs a person, for export, and nothing else', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    const bad = await device.finish(stops[0]!)
    await device.note(stops[0]!, 'Behind the shed')
    await device.finish(stops[1]!)
    await spoil(device, bad)
    await officeSays(deviceID, 'revoke')
    device.goOnline()
    expect(await emptied(device)).toBe(true)
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([2, 3])
    expect((await device.waiting()).map(({ event, why }) => [event.eventID, why])).toEqual([
      [bad.eventID, 'needs-attention'],
    ])
    expect([await device.device.db.jobs.count(), await device.device.db.runs.count()]).toEqual([0, 0])
    expect(await everythingOn(device)).not.toContain('Banksia')
    expect(await known(deviceID)).toMatchObject({ state: 'wiped', unsent: 1, needsAttention: 1 })
    const file = JSON.parse((await exportUnsent(device.device)).text) as { events: { eventID: string }[] }
    expect(file.events.map((event) => event.eventID)).toEqual([bad.eventID])
    await device.close()
  })

  test('does not affect the same driver’s other phone', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    const other = await aDevice(office, { ...driver, token: await business.signIn(driver.userID) })
    device.goOffline()
    await device.finish(stops[0]!)
    await officeSays(deviceID, 'revoke')
    await other.finish(stops[1]!)
    await other.settles()
    device.goOnline()
    expect(await emptied(device)).toBe(true)
    expect((await other.run()).total).toBe(5)
    expect(await other.status()).toMatchObject({ kind: 'all-sent' })
    await other.finish(stops[2]!)
    await other.settles()
    expect(await eventsKept(business, driver.userID)).toHaveLength(3)
    await Promise.all([device.close(), other.close()])
  })

  test('allowed again before it asked goes on unchanged; after it was emptied, a sign-in brings the week back', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    await officeSays(deviceID, 'revoke')
    await officeSays(deviceID, 'allow')
    device.goOnline()
    await device.settles()
    expect((await device.run()).recorded).toBe(1)
    await officeSays(deviceID, 'revoke')
    await device.passes(6 * 60_000)
    await expectNothingOfCustomers(device)
    // Signed in again while the phone is still revoked: its data is deleted again.
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    expect(await emptied(device)).toBe(true)
    await officeSays(deviceID, 'allow')
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect((await device.run()).total).toBe(5)
    await device.finish(stops[1]!)
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2])
    expect(await known(deviceID)).toMatchObject({ state: 'ok', reconciliation: { stops: 2, equal: true, holes: [] } })
    await device.close()
  })

  test('allowed again while it sends fetches its week again', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    await twelveUnsent({ device, stops })
    await officeSays(deviceID, 'revoke')
    device.network.fate = (url) => (url.includes('/files/') ? 'foreign-502' : 'none')
    device.goOnline()
    await device.clock.run(60_000, async () => (await device.device.db.jobs.count()) === 0)
    expect(await readMeta(device.device.db, 'revoked')).toBeDefined()
    await officeSays(deviceID, 'allow')
    device.network.fate = () => 'none'
    await device.settles(10 * 60_000)
    expect((await device.run()).recorded).toBe(4)
    await expectTwelveOnce(driver.userID)
    await device.close()
  })

  test('without a sign-in deletes its customer data, and keeps its records for the driver’s next sign-in', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    await twelveUnsent({ device, stops })
    await officeSays(deviceID, 'revoke')
    await office.admin.post(`/v1/users/${driver.userID}/end-sessions`)
    device.goOnline()
    expect(await device.clock.run(60_000, async () => (await device.device.db.jobs.count()) === 0)).toBe(true)
    expect(await everythingOn(device)).not.toContain('Banksia')
    expect(await device.status()).toMatchObject({ kind: 'revoked', events: 8, photos: 4 })
    expect(await eventsKept(business, driver.userID)).toEqual([])
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    expect(await emptied(device)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(device)
    await device.close()
  })

  test('that discarded a record before is not reported to have lost one', async () => {
    const { phone: device, stops, driver, deviceID } = await ready()
    device.goOffline()
    const bad = await device.finish(stops[0]!)
    await spoil(device, bad)
    device.goOnline()
    expect(await device.clock.run(60_000, async () => (await device.status()).kind === 'needs-attention')).toBe(true)
    await discard(device.device, bad.eventID)
    await device.settles()
    await officeSays(deviceID, 'revoke')
    await device.passes(6 * 60_000)
    await expectNothingOfCustomers(device)
    await officeSays(deviceID, 'allow')
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect(await known(deviceID)).toMatchObject({ state: 'ok', reconciliation: { holes: [] } })
    await device.close()
  })
})

describe('what a phone reports of itself', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))
  const known = async (device: TestDevice) =>
    (await office.admin.get<Device>(`/v1/devices/${device.device.deviceID}`)).body
  const words = (device: TestDevice) =>
    device.network.requests.filter(
      ({ url, body }) => url.endsWith('/done') && (body as { events: unknown[] }).events.length === 0,
    )

  test('one with nothing to send reports once, and then only when it asks for the week', async () => {
    const { driver } = await business.newRound()
    const device = await aDevice(office, driver)
    expect(await known(device)).toMatchObject({
      state: 'ok',
      unsent: 0,
      appBuild: 'test-1',
      reconciliation: { equal: true },
    })
    await device.passes(40 * 60_000)
    expect(words(device)).toHaveLength(1)
    const { lastSeenAt } = await known(device)
    expect(office.clock.now().getTime() - Date.parse(lastSeenAt)).toBeLessThan(11 * 60_000)
    await device.close()
  })

  test('a record that needs a person is known in the office within minutes, and so is its repair', async () => {
    const { driver, stops } = await business.newRound()
    const device = await aDevice(office, driver)
    const bad = await device.finish(stops[0]!)
    await spoil(device, bad)
    await device.passes(12 * 60_000)
    expect(await known(device)).toMatchObject({
      state: 'needs-attention',
      unsent: 1,
      needsAttention: 1,
      reconciliation: { stops: 0, equal: false },
    })
    expect(Math.abs(Date.parse((await known(device)).oldestUnsentAt ?? '') - Date.parse(bad.occurredAt))).toBeLessThan(
      1000,
    )
    await edit(device.device, bad.eventID, { pu: 1 })
    await device.settles()
    await device.passes(6 * 60_000)
    expect(await known(device)).toMatchObject({
      state: 'ok',
      unsent: 0,
      needsAttention: 0,
      oldestUnsentAt: null,
      reconciliation: { stops: 1, equal: true },
    })
    await device.close()
  })
})
