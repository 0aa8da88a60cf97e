import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Device } from '#contract/v1/devices.ts'
import { discard, edit, waiting } from '#client/offline/attention.ts'
import { currentSignIn } from '#client/offline/device.ts'
import { readMeta } from '#client/offline/meta.ts'
import { exportUnsent } from '#client/offline/unsent-file.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone, type TestPhone } from '../support/phone.ts'
import { type Round, type SimulatedBusiness, eventsKept, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

const DAY = 24 * 3_600_000

/** A record that the server refuses, as from a phone with a bug. */
async function spoil(phone: TestPhone, event: { eventID: string }): Promise<void> {
  await phone.phone.db.events.update(event.eventID, { payload: { pu: 1, actorID: 'nobody-at-all' } as never })
}

describe('a phone the office takes back', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())

  async function ready() {
    const round = await business.newRound()
    const phone = await aPhone(office, round.driver)
    return { ...round, phone, deviceID: phone.phone.deviceID }
  }
  async function officeSays(deviceID: string, what: 'revoke' | 'allow'): Promise<void> {
    expect((await office.admin.put(`/v1/devices/${deviceID}/${what}`, {})).status).toBe(200)
  }
  const known = async (deviceID: string) => (await office.admin.get<Device>(`/v1/devices/${deviceID}`)).body

  /** Everything stored on the phone, as one text: the holder of the phone can read no more than this. */
  async function everythingOn(phone: TestPhone): Promise<string> {
    const tables = await Promise.all(phone.phone.db.tables.map((table) => table.toArray()))
    return JSON.stringify(tables)
  }
  async function expectNothingOfCustomers(phone: TestPhone): Promise<void> {
    const { db, deviceDb } = phone.phone
    expect([
      await db.runs.count(),
      await db.jobs.count(),
      await db.incomes.count(),
      await db.photos.count(),
      await db.photoBytes.count(),
      await db.events.count(),
    ]).toEqual([0, 0, 0, 0, 0, 0])
    const text = await everythingOn(phone)
    for (const word of ['Banksia', 'Wattle Grove', 'Customer', 'Behind the shed']) expect(text).not.toContain(word)
    expect(await currentSignIn(deviceDb)).toBeNull()
  }
  async function twelveUnsent({ phone, stops }: { phone: TestPhone; stops: Round['stops'] }): Promise<void> {
    for (const stop of stops.slice(0, 4)) await phone.finish(stop, 2)
    for (const stop of stops.slice(0, 4)) await phone.photograph(stop)
    for (const stop of stops.slice(0, 4)) await phone.note(stop, 'Behind the shed')
  }
  async function expectTwelveOnce(driverID: string): Promise<void> {
    const kept = await eventsKept(business, driverID)
    expect(kept.map((row) => row.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(kept.filter((row) => row.type === 'photo' && row.result === 'applied')).toHaveLength(4)
  }
  const emptied = (phone: TestPhone) =>
    phone.clock.run(120_000, async () => (await currentSignIn(phone.phone.deviceDb)) === null)

  test('hands over twelve records, photos among them, once each; then nothing of the customers is left on it', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    await phone.finish(stops[4]!)
    await phone.settles()
    phone.goOffline()
    await phone.undo((await phone.events())[0]!)
    await phone.finish(stops[4]!)
    await phone.photograph(stops[4]!)
    phone.goOnline()
    await phone.settles()
    phone.goOffline()
    for (const stop of stops.slice(0, 4)) await phone.finish(stop, 2)
    for (const stop of stops.slice(0, 4)) await phone.photograph(stop)
    for (const stop of stops.slice(0, 4)) await phone.note(stop, 'Behind the shed')
    await officeSays(deviceID, 'revoke')
    phone.goOnline()
    expect(await emptied(phone)).toBe(true)
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => row.seq)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
    expect(kept.filter((row) => row.type === 'photo' && row.result === 'applied')).toHaveLength(5)
    await expectNothingOfCustomers(phone)
    expect(await known(deviceID)).toMatchObject({
      state: 'wiped',
      unsent: 0,
      needsAttention: 0,
      reconciliation: { equal: true, holes: [] },
    })
    expect(await phone.status()).toMatchObject({ kind: 'revoked', events: 0, endedSignIn: driver.token.slice(-8) })
    await phone.close()
  })

  test('does so after days without signal, and however often it is switched off meanwhile', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    await twelveUnsent({ phone, stops })
    await officeSays(deviceID, 'revoke')
    phone.kill()
    await phone.passes(3 * DAY)
    phone.goOnline()
    await phone.open()
    for (let boot = 0; boot < 6; boot++) {
      await phone.passes(300)
      await phone.restart()
    }
    expect(await emptied(phone)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(phone)
    office.clock.set(new Date('2026-11-09T21:00:00Z'))
    expect((await known(deviceID)).wipedAt).not.toBeNull()
    await phone.close()
  })

  test('whose drain is under way goes on to its end', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    await twelveUnsent({ phone, stops })
    phone.goOnline()
    await phone.passes(150)
    await officeSays(deviceID, 'revoke')
    expect((await phone.events()).some((event) => event.state !== 'acknowledged')).toBe(true)
    expect(await emptied(phone)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(phone)
    await phone.close()
  })

  test('with nothing to hand over empties itself when it next asks for the week', async () => {
    const { phone, deviceID } = await ready()
    expect(await everythingOn(phone)).toContain('Banksia')
    await officeSays(deviceID, 'revoke')
    await phone.passes(6 * 60_000)
    await expectNothingOfCustomers(phone)
    expect((await known(deviceID)).state).toBe('wiped')
    await phone.close()
  })

  test('keeps what needs a person, to be exported, and nothing else', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    const bad = await phone.finish(stops[0]!)
    await phone.note(stops[0]!, 'Behind the shed')
    await phone.finish(stops[1]!)
    await spoil(phone, bad)
    await officeSays(deviceID, 'revoke')
    phone.goOnline()
    expect(await emptied(phone)).toBe(true)
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([2, 3])
    expect((await waiting(phone.phone.db)).map(({ event, why }) => [event.eventID, why])).toEqual([
      [bad.eventID, 'needs-attention'],
    ])
    expect([await phone.phone.db.jobs.count(), await phone.phone.db.runs.count()]).toEqual([0, 0])
    expect(await everythingOn(phone)).not.toContain('Banksia')
    expect(await known(deviceID)).toMatchObject({ state: 'wiped', unsent: 1, needsAttention: 1 })
    const file = JSON.parse((await exportUnsent(phone.phone)).text) as { events: { eventID: string }[] }
    expect(file.events.map((event) => event.eventID)).toEqual([bad.eventID])
    await phone.close()
  })

  test('leaves the same driver’s other phone at work', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    const other = await aPhone(office, { ...driver, token: await business.signIn(driver.userID) })
    phone.goOffline()
    await phone.finish(stops[0]!)
    await officeSays(deviceID, 'revoke')
    await other.finish(stops[1]!)
    await other.settles()
    phone.goOnline()
    expect(await emptied(phone)).toBe(true)
    expect((await other.run()).total).toBe(5)
    expect(await other.status()).toMatchObject({ kind: 'all-sent' })
    await other.finish(stops[2]!)
    await other.settles()
    expect(await eventsKept(business, driver.userID)).toHaveLength(3)
    await Promise.all([phone.close(), other.close()])
  })

  test('allowed again before it was heard, it never notices; after it was emptied, a sign-in brings the week back', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    await phone.finish(stops[0]!)
    await officeSays(deviceID, 'revoke')
    await officeSays(deviceID, 'allow')
    phone.goOnline()
    await phone.settles()
    expect((await phone.run()).done).toBe(1)
    await officeSays(deviceID, 'revoke')
    await phone.passes(6 * 60_000)
    await expectNothingOfCustomers(phone)
    // Signed in again while the phone is still revoked: its data is deleted again.
    await phone.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    expect(await emptied(phone)).toBe(true)
    await officeSays(deviceID, 'allow')
    await phone.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await phone.settles()
    expect((await phone.run()).total).toBe(5)
    await phone.finish(stops[1]!)
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2])
    expect(await known(deviceID)).toMatchObject({ state: 'ok', reconciliation: { stops: 2, equal: true, holes: [] } })
    await phone.close()
  })

  test('allowed again while it hands over, it fetches its week anew', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    await twelveUnsent({ phone, stops })
    await officeSays(deviceID, 'revoke')
    phone.network.fate = (url) => (url.includes('/files/') ? 'foreign-502' : 'none')
    phone.goOnline()
    await phone.clock.run(60_000, async () => (await phone.phone.db.jobs.count()) === 0)
    expect(await readMeta(phone.phone.db, 'revoked')).toBeDefined()
    await officeSays(deviceID, 'allow')
    phone.network.fate = () => 'none'
    await phone.settles(10 * 60_000)
    expect((await phone.run()).done).toBe(4)
    await expectTwelveOnce(driver.userID)
    await phone.close()
  })

  test('whose sign-in has ended gives up what it has of the customers, and keeps its work for the driver’s next one', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    await twelveUnsent({ phone, stops })
    await officeSays(deviceID, 'revoke')
    await office.admin.post(`/v1/users/${driver.userID}/end-sessions`)
    phone.goOnline()
    expect(await phone.clock.run(60_000, async () => (await phone.phone.db.jobs.count()) === 0)).toBe(true)
    expect(await everythingOn(phone)).not.toContain('Banksia')
    expect(await phone.status()).toMatchObject({ kind: 'revoked', events: 8, photos: 4 })
    expect(await eventsKept(business, driver.userID)).toEqual([])
    await phone.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    expect(await emptied(phone)).toBe(true)
    await expectTwelveOnce(driver.userID)
    await expectNothingOfCustomers(phone)
    await phone.close()
  })

  test('that gave a record up before does not look as if it had lost one', async () => {
    const { phone, stops, driver, deviceID } = await ready()
    phone.goOffline()
    const bad = await phone.finish(stops[0]!)
    await spoil(phone, bad)
    phone.goOnline()
    expect(await phone.clock.run(60_000, async () => (await phone.status()).kind === 'needs-attention')).toBe(true)
    await discard(phone.phone, bad.eventID)
    await phone.settles()
    await officeSays(deviceID, 'revoke')
    await phone.passes(6 * 60_000)
    await expectNothingOfCustomers(phone)
    await officeSays(deviceID, 'allow')
    await phone.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await phone.settles()
    expect(await known(deviceID)).toMatchObject({ state: 'ok', reconciliation: { holes: [] } })
    await phone.close()
  })
})

describe('what a phone tells of itself', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())
  const known = async (phone: TestPhone) => (await office.admin.get<Device>(`/v1/devices/${phone.phone.deviceID}`)).body
  const words = (phone: TestPhone) =>
    phone.network.requests.filter(
      ({ url, body }) => url.endsWith('/done') && (body as { events: unknown[] }).events.length === 0,
    )

  test('one with nothing to send is heard too, once, and then only when it asks for the week', async () => {
    const { driver } = await business.newRound()
    const phone = await aPhone(office, driver)
    expect(await known(phone)).toMatchObject({
      state: 'ok',
      unsent: 0,
      appBuild: 'test-1',
      reconciliation: { equal: true },
    })
    await phone.passes(40 * 60_000)
    expect(words(phone)).toHaveLength(1)
    const { lastSeenAt } = await known(phone)
    expect(office.clock.now().getTime() - Date.parse(lastSeenAt)).toBeLessThan(11 * 60_000)
    await phone.close()
  })

  test('what needs a person is known at the office within minutes, and that it was mended', async () => {
    const { driver, stops } = await business.newRound()
    const phone = await aPhone(office, driver)
    const bad = await phone.finish(stops[0]!)
    await spoil(phone, bad)
    await phone.passes(12 * 60_000)
    expect(await known(phone)).toMatchObject({
      state: 'needs-attention',
      unsent: 1,
      needsAttention: 1,
      reconciliation: { stops: 0, equal: false },
    })
    expect(Math.abs(Date.parse((await known(phone)).oldestUnsentAt ?? '') - Date.parse(bad.occurredAt))).toBeLessThan(
      1000,
    )
    await edit(phone.phone, bad.eventID, { pu: 1 })
    await phone.settles()
    await phone.passes(6 * 60_000)
    expect(await known(phone)).toMatchObject({
      state: 'ok',
      unsent: 0,
      needsAttention: 0,
      oldestUnsentAt: null,
      reconciliation: { stops: 1, equal: true },
    })
    await phone.close()
  })
})
