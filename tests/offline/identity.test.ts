import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { currentSignIn, forgetSignIn, lastDriver } from '#client/offline/device.ts'
import { openPhone } from '#client/offline/phone.ts'
import { signOutOnPhone, unsentBeforeSignOut } from '#client/offline/sign-out.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import { exportUnsent } from '#client/offline/unsent-file.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone, aPicture } from '../support/phone.ts'
import { Mortal } from '../support/simulation/mortal.ts'
import { ours } from '../support/simulation/network.ts'
import { seeded } from '../support/simulation/seeded.ts'
import { type Town, eventsKept, openTown } from '../support/simulation/town.ts'

// A busy machine is given its time: nothing here is measured.
vi.setConfig({ testTimeout: 60_000 })

describe('who sends', () => {
  let office: Office
  let town: Town
  beforeAll(async () => {
    office = await openOffice('embedded')
    town = await openTown(office)
  }, 60_000)
  afterAll(() => office.close())

  async function ready() {
    const round = await town.newRound()
    return { ...round, phone: await aPhone(office, round.driver) }
  }

  test('a session that ended pauses the queue, keeps everything, and the same person’s sign-in sends it', async () => {
    const { phone, stops, driver } = await ready()
    await town.endSessions(driver.userID)
    const event = await phone.finish(stops[0]!)
    await phone.passes(2000)
    expect(await phone.status()).toMatchObject({ kind: 'sign-in', events: 1, message: 'Please sign in.' })
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'queued', refusals: 0 })
    expect((await phone.run()).jobs).toHaveLength(5)
    await phone.finish(stops[1]!)
    expect((await phone.run()).done).toBe(2)
    const tries = phone.network.requests.length
    await phone.passes(600_000)
    expect(phone.network.requests).toHaveLength(tries)
    await phone.signIn({ userID: driver.userID, token: await town.signIn(driver.userID) })
    await phone.settles()
    expect(await eventsKept(town, driver.userID)).toHaveLength(2)
    await phone.close()
  })

  test('after a forced sign-out without signal the same driver may go on offline; after a 403 he may not', async () => {
    const { phone, stops, driver } = await ready()
    await forgetSignIn(phone.phone.device, driver.userID, { forced: true })
    expect(await lastDriver(phone.phone.device)).toMatchObject({ userID: driver.userID })
    phone.goOffline()
    await phone.restart()
    await phone.finish(stops[0]!)
    expect(await phone.status()).toMatchObject({ kind: 'sign-in', events: 1 })
    await phone.signIn(driver)
    phone.network.online = true
    phone.network.stranger = () => ours(403, 'forbidden')
    phone.sync.wake('signed-in')
    await phone.passes(2000)
    expect((await phone.status()).kind).toBe('sign-in')
    expect(await lastDriver(phone.phone.device)).toBeNull()
    await phone.close()
  })

  test('another driver on the same phone neither sees nor sends his work', async () => {
    const { phone, stops, driver } = await ready()
    const other = await town.newRound()
    phone.goOffline()
    await phone.finish(stops[0]!)
    await phone.signIn(other.driver)
    phone.goOnline()
    await phone.passes(60_000)
    expect(await eventsKept(town, driver.userID)).toEqual([])
    const theirs = await openPhone(phone.portsOf(new Mortal()), { userID: other.driver.userID })
    expect(await theirs.db.events.count()).toBe(0)
    expect(await theirs.db.jobs.count()).toBe(0)
    expect(theirs.deviceID).not.toBe(phone.phone.deviceID)
    await phone.signIn({ userID: driver.userID, token: await town.signIn(driver.userID) })
    await phone.settles()
    expect(await eventsKept(town, driver.userID)).toHaveLength(1)
    expect(await eventsKept(town, other.driver.userID)).toEqual([])
    theirs.db.close()
    await phone.close()
  })

  test('somebody else signing in during a drain stops it before its next request', async () => {
    const { phone, stops, driver } = await ready()
    const other = await town.newRound()
    phone.goOffline()
    await phone.finish(stops[0]!)
    for (let n = 0; n < 3; n++) await phone.photograph(stops[1]!)
    phone.goOnline()
    await phone.passes(60)
    await phone.signIn(other.driver)
    await phone.passes(60_000)
    expect((await eventsKept(town, driver.userID)).filter((row) => row.type === 'photo')).toEqual([])
    expect((await phone.events()).filter((event) => event.state === 'queued').length).toBeGreaterThanOrEqual(3)
    await phone.close()
  })

  test('signing out takes his week off the phone and leaves unsent work for his next sign-in', async () => {
    const { phone, stops, driver } = await ready()
    await phone.finish(stops[0]!)
    await phone.settles()
    phone.goOffline()
    await phone.finish(stops[1]!)
    await phone.photograph(stops[1]!)
    expect(await unsentBeforeSignOut(phone.phone)).toEqual({ events: 1, photos: 1, attention: 0 })
    await signOutOnPhone(phone.phone)
    const { db, device } = phone.phone
    expect([await db.runs.count(), await db.jobs.count(), await db.incomes.count()]).toEqual([0, 0, 0])
    expect([await currentSignIn(device), await lastDriver(device)]).toEqual([null, null])
    expect(await db.photoBytes.count()).toBe(1)
    await phone.restart()
    await phone.signIn({ userID: driver.userID, token: await town.signIn(driver.userID) })
    phone.goOnline()
    await phone.settles()
    expect((await eventsKept(town, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3])
    expect((await phone.run()).done).toBe(2)
    await phone.close()
  })

  test('a sign-out in the middle of a pull does not bring his week back onto the phone', async () => {
    const { phone } = await ready()
    const pulling = phone.sync.pullNow()
    await phone.passes(30)
    await signOutOnPhone(phone.phone)
    await phone.clock.during(pulling)
    expect(await phone.phone.db.jobs.count()).toBe(0)
    await phone.close()
  })

  test('the file of unsent work holds every unsent event as it travels, and the photos’ bytes', async () => {
    const { phone, stops, driver } = await ready()
    await phone.finish(stops[0]!)
    await phone.settles()
    phone.goOffline()
    const done = await phone.finish(stops[1]!, 4)
    const bytes = aPicture(seeded(3), 70_000)
    const photo = await phone.photograph(stops[1]!, bytes)
    await phone.passes(60_000)
    const before = await phone.events()
    const { fileName, text } = await exportUnsent(phone.phone)
    const file = JSON.parse(text) as UnsentFile
    expect(fileName).toMatch(/^bagrun-unsent-2026-11-\d\d-\w{6}\.json$/)
    expect(file).toMatchObject({ format: 'bagrun-unsent', userID: driver.userID, deviceID: phone.phone.deviceID })
    expect(file.events.map((event) => [event['eventID'], event.runOrderID, event['pu']])).toEqual([[done.eventID, done.runOrderID, 4], [photo.eventID, photo.runOrderID, undefined]])
    expect(Buffer.from(file.photos[0]!.base64, 'base64').equals(Buffer.from(bytes))).toBe(true)
    expect(await phone.events()).toEqual(before)
    await phone.close()
  })
})
