import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exportUnsent, retry, unsentBeforeSignOut, unsentHere } from '#client/offline/unsent.ts'
import { currentSignIn, forgetSignIn, lastDriver } from '#client/offline/store/device-database.ts'
import { openDevice } from '#client/offline/store/device.ts'
import { saveDone } from '#client/offline/outbox/record.ts'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import { startSync } from '#client/offline/sync.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import type { Office } from '../support/office.ts'
import { aDevice, aPicture, type TestDevice } from '../support/device.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { ours } from '../support/simulation/network.ts'
import { busy } from '../support/simulation/idle-detection.ts'
import { seeded } from '#domain/seeded.ts'
import { type SimulatedBusiness, eventsKept, officeView } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('who sends', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready() {
    const round = await business.newRound()
    return { ...round, device: await aDevice(office, round.driver) }
  }

  test('an ended session pauses the send queue and keeps every record; the same driver’s sign-in sends them', async () => {
    const { device, stops, driver } = await ready()
    await business.endSessions(driver.userID)
    const event = await device.finish(stops[0]!)
    await device.passes(2000)
    expect(await device.status()).toMatchObject({ kind: 'sign-in', events: 1, message: 'Please sign in.' })
    expect(await device.event(event.eventID)).toMatchObject({ state: 'queued', refusals: 0 })
    expect((await device.run()).jobs).toHaveLength(5)
    await device.finish(stops[1]!)
    expect((await device.run()).recorded).toBe(2)
    const tries = device.network.requests.length
    await device.passes(600_000)
    expect(device.network.requests).toHaveLength(tries)
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect(await eventsKept(business, driver.userID)).toHaveLength(2)
    await device.close()
  })

  test.each(['none', 'slow-answer'] as const)(
    'a driver who has signed in again is not asked to, even while an upload waits; the refusal before it: %s',
    async (refusal) => {
      const { device, stops, driver } = await ready()
      const { fate } = device.network
      device.network.fate = (url) => (url.includes('/files/') ? 'hang' : url.endsWith('/done') ? refusal : 'none')
      await device.photograph(stops[0]!)
      await device.passes(1000)
      await business.endSessions(driver.userID)
      await device.finish(stops[1]!)
      await device.passes(2000)
      expect((await device.status()).kind).toBe(refusal === 'none' ? 'sign-in' : 'to-send')
      await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
      await device.passes(refusal === 'none' ? 1000 : 23_000)
      expect((await device.status()).kind).toBe('to-send')
      device.network.fate = fate
      await device.settles()
      expect(await eventsKept(business, driver.userID)).toHaveLength(2)
      await device.close()
    },
  )

  test('after a forced sign-out without signal the same driver may go on offline, after a 403 not', async () => {
    const { device, stops, driver } = await ready()
    await forgetSignIn(device.device.deviceDb, driver.userID, { forced: true })
    expect(await lastDriver(device.device.deviceDb)).toMatchObject({ userID: driver.userID })
    device.goOffline()
    await device.restart()
    await device.finish(stops[0]!)
    expect(await device.status()).toMatchObject({ kind: 'sign-in', events: 1 })
    await device.signIn(driver)
    device.network.online = true
    device.network.stranger = () => ours(403, 'forbidden')
    device.sync.wake('signed-in')
    await device.passes(2000)
    expect((await device.status()).kind).toBe('sign-in')
    expect(await lastDriver(device.device.deviceDb)).toBeNull()
    await device.close()
  })

  test('another driver on the same phone neither sees nor sends the first one’s work', async () => {
    const { device, stops, driver } = await ready()
    const other = await business.newRound()
    device.goOffline()
    await device.finish(stops[0]!)
    await device.signIn(other.driver)
    device.goOnline()
    await device.passes(60_000)
    expect(await eventsKept(business, driver.userID)).toEqual([])
    const theirs = await openDevice(device.portsOf(new CrashInjector()), { userID: other.driver.userID })
    expect(await theirs.db.events.count()).toBe(0)
    expect(await theirs.db.jobs.count()).toBe(0)
    expect(theirs.deviceID).not.toBe(device.device.deviceID)
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect(await eventsKept(business, driver.userID)).toHaveLength(1)
    expect(await eventsKept(business, other.driver.userID)).toEqual([])
    theirs.db.close()
    await device.close()
  })

  test('another driver’s sign-in while records are being sent stops the sending before its next request', async () => {
    const { device, stops, driver } = await ready()
    const other = await business.newRound()
    device.goOffline()
    await device.finish(stops[0]!)
    for (let n = 0; n < 3; n++) await device.photograph(stops[1]!)
    device.goOnline()
    await device.passes(60)
    await device.signIn(other.driver)
    await device.passes(60_000)
    expect((await eventsKept(business, driver.userID)).filter((row) => row.type === 'photo')).toEqual([])
    expect((await device.events()).filter((event) => event.state === 'queued').length).toBeGreaterThanOrEqual(3)
    await device.close()
  })

  test('another driver’s sign-in during an XSRF refusal ends all requests in the first driver’s name', async () => {
    const { device, stops } = await ready()
    const other = await business.newRound()
    device.network.onAsked = ({ path }) => void (path.endsWith('/done') && device.signIn(other.driver))
    device.network.stranger = (url) => (url.endsWith('/done') ? ours(400, 'xsrf_mismatch') : null)
    const event = await device.finish(stops[0]!)
    const asked = device.network.requests.length
    await device.passes(60_000)
    expect(device.network.requests.slice(asked).map(({ url }) => url.split('/').at(-1))).toEqual(['done'])
    expect(await device.event(event.eventID)).toMatchObject({ state: 'queued', refusals: 0 })
    await device.close()
  })

  test('signing out deletes the week from the phone and keeps unsent work for the driver’s next sign-in', async () => {
    const { device, stops, driver } = await ready()
    await device.finish(stops[0]!)
    await device.settles()
    device.goOffline()
    await device.finish(stops[1]!)
    await device.photograph(stops[1]!)
    expect(await unsentBeforeSignOut(device.device)).toEqual({
      unsent: { stops: 1, photos: 1 },
      attention: { stops: 0, photos: 0 },
      hasNothingToSend: false,
      lostPhotos: 0,
    })
    await signOutOnDevice(device.device)
    const { db, deviceDb } = device.device
    expect([await db.runs.count(), await db.jobs.count(), await db.incomes.count()]).toEqual([0, 0, 0])
    expect([await currentSignIn(deviceDb), await lastDriver(deviceDb)]).toEqual([null, null])
    expect(await db.photoBytes.count()).toBe(1)
    await device.restart()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    device.goOnline()
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3])
    expect((await device.run()).recorded).toBe(2)
    await device.close()
  })

  test('a sign-out in the middle of a fetch does not bring the week back onto the phone', async () => {
    const { device, stops, runOrderID } = await ready()
    // A change, because the answer would otherwise be 304 Not Modified.
    await office.admin.put(`/v1/runs/${runOrderID}`, { jobs: { remove: [stops[0]!.assignmentID] } })
    const pulling = device.sync.pullNow()
    await device.passes(30)
    await signOutOnDevice(device.device)
    await device.clock.during(pulling)
    expect(await device.device.db.jobs.count()).toBe(0)
    await device.close()
  })

  test('after a sign-out in the middle of a fetch that finds nothing new, the next sign-in fetches the week at once', async () => {
    const { device, driver } = await ready()
    const pulling = device.sync.pullNow()
    await device.passes(30)
    await signOutOnDevice(device.device)
    expect(await device.clock.during(pulling)).toEqual({ ended: 'stopped' })
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.passes(5_000)
    expect((await device.run()).jobs).toHaveLength(5)
    await device.close()
  })

  test('a sign-out just before a fetched week is stored leaves nothing of the customers on the phone', async () => {
    const { device, stops, runOrderID } = await ready()
    await office.admin.put(`/v1/runs/${runOrderID}`, { jobs: { remove: [stops[0]!.assignmentID] } })
    const { rows } = device.device.deviceDb
    const look = rows.get.bind(rows) as (key: string) => Promise<{ key: string; value: unknown } | undefined>
    let looks = 0
    // The first looks begin the fetch; the look after its answer is overtaken by another tab's sign-out.
    rows.get = (async (key: string) => {
      const row = await look(key)
      const answered = device.network.requests.some(
        ({ method, url }, at) => at >= asked && method === 'GET' && url.includes('/runs'),
      )
      if (key === 'signIn' && answered && ++looks === 1) await signOutOnDevice(device.device)
      return row
    }) as typeof rows.get
    const asked = device.network.requests.length
    await device.clock.during(device.sync.pullNow())
    expect(looks).toBeGreaterThan(0)
    const { db } = device.device
    expect([await db.jobs.count(), await db.runs.count(), await db.incomes.count()]).toEqual([0, 0, 0])
    await device.close()
  })

  test('an access photo that is being fetched during a sign-out does not stay on the phone', async () => {
    const { device, stops, driver } = await ready()
    const bytes = Buffer.from(aPicture(seeded(9), 900))
    const { customerID } = stops[0]!
    const file = { photoID: randomUUID(), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const signed = await office.admin.post<{ key: string; url: string; headers: Record<string, string> }>(
      '/v1/users/signed-url',
      { purpose: 'customer-photo', contentType: 'image/jpeg', ...file },
    )
    await office.fetch(signed.body.url, { method: 'PUT', headers: signed.body.headers, body: new Uint8Array(bytes) })
    await office.admin.post(`/v1/users/customers/${customerID}/photos`, { ...file, key: signed.body.key })
    const whenever = device.network.fetch
    let photosAsked = 0
    device.network.fetch = async (url, init) => {
      const answer = await whenever(url, init)
      if (!url.includes(file.photoID) || ++photosAsked > 1) return answer
      const kept = { status: 200, bytes: new Uint8Array(bytes) }
      await signOutOnDevice(device.device)
      return new Response(kept.bytes, { status: kept.status, headers: { 'content-type': 'image/jpeg' } })
    }
    await device.clock.during(device.sync.pullNow())
    expect(photosAsked).toBe(1)
    expect([await device.device.db.photos.count(), await device.device.db.photoBytes.count()]).toEqual([0, 0])
    device.network.fetch = whenever
    await device.restart()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.passes(5000)
    expect((await device.run()).jobs).toHaveLength(5)
    await device.close()
  })

  test('the file of unsent work holds every unsent event as it would be sent, and the photos’ bytes', async () => {
    const { device, stops, driver } = await ready()
    await device.finish(stops[0]!)
    await device.settles()
    device.goOffline()
    const done = await device.finish(stops[1]!, 4)
    const bytes = aPicture(seeded(3), 70_000)
    const photo = await device.photograph(stops[1]!, bytes)
    await device.passes(60_000)
    const before = await device.events()
    const { fileName, text } = await exportUnsent(device.device)
    const file = JSON.parse(text) as UnsentFile
    expect(fileName).toMatch(/^bagrun-unsent-2026-11-\d\d-\w{6}\.json$/)
    expect(file).toMatchObject({ format: 'bagrun-unsent', userID: driver.userID, deviceID: device.device.deviceID })
    expect(file.events.map((event) => [event['eventID'], event.runOrderID, event['pu']])).toEqual([
      [done.eventID, done.runOrderID, 4],
      [photo.eventID, photo.runOrderID, undefined],
    ])
    expect(Buffer.from(file.photos[0]!.base64, 'base64').equals(Buffer.from(bytes))).toBe(true)
    expect(await device.events()).toEqual(before)
    await device.close()
  })

  test('a session that ends while 40 records are sent pauses the sending; after the sign-in each arrives once', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    device.goOffline()
    for (let n = 0; n < 30; n++) await device.note(stops[n % 5]!, `Note ${n}`)
    for (let n = 0; n < 10; n++) await device.photograph(stops[n % 5]!)
    let answers = 0
    // Some photos are uploaded, some are on their way, and the last answer is lost as well.
    device.network.fate = (url) => {
      if (!url.endsWith('/done')) return 'none'
      answers += 1
      return answers === 2 ? 'drop-answer' : 'none'
    }
    const whenever = device.network.fetch
    let uploads = 0
    device.network.fetch = async (url, init) => {
      if (url.includes('/files/') && ++uploads === 4) await busy(business.endSessions(driver.userID))
      return whenever(url, init)
    }
    device.goOnline()
    await device.passes(30_000)
    const kept = (await eventsKept(business, driver.userID)).length
    expect(kept).toBeGreaterThanOrEqual(30)
    expect(kept).toBeLessThan(40)
    const status = await device.status()
    expect(status).toMatchObject({ kind: 'sign-in', message: 'Please sign in.' })
    expect(status.events + status.photos).toBeGreaterThan(0)
    expect((await device.events()).filter((event) => event.state === 'needs-attention')).toEqual([])
    const asked = device.network.requests.length
    await device.passes(600_000)
    expect(device.network.requests).toHaveLength(asked)

    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    const rows = await eventsKept(business, driver.userID)
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
    const photos = (await officeView(business, runOrderID)).jobs.flatMap((stop) => stop.photos)
    expect(new Set(photos.map(({ photoID }) => photoID)).size).toBe(10)
    await device.close()
  })

  test('a session the office ended during an upload: the photo waits, and is uploaded after the next sign-in', async () => {
    const { device, stops, driver } = await ready()
    const whenever = device.network.fetch
    let ended = false
    device.network.fetch = async (url, init) => {
      if (url.includes('/files/') && !ended) {
        ended = true
        await busy(office.admin.post(`/v1/users/${driver.userID}/end-sessions`))
      }
      return whenever(url, init)
    }
    await device.photograph(stops[0]!)
    await device.passes(30_000)
    expect(ended).toBe(true)
    expect(await device.status()).toMatchObject({ kind: 'sign-in', photos: 1 })
    await device.restart()
    expect(await device.status()).toMatchObject({ kind: 'sign-in', photos: 1 })
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect(await eventsKept(business, driver.userID)).toMatchObject([{ type: 'photo', result: 'applied' }])
    await device.close()
  })

  test('of two drivers who share a phone and have unsent work each sends their own, under their own name', async () => {
    const { device, stops, driver } = await ready()
    const other = await business.newRound()
    await device.signIn({ userID: other.driver.userID, token: await business.signIn(other.driver.userID) })
    device.kill()
    await device.open({ userID: other.driver.userID })
    await device.passes(5000)
    device.goOffline()
    const othersEvent = await device.finish(other.stops[0]!, 2)
    device.kill()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.open()
    await device.finish(stops[0]!, 5)
    expect((await device.events()).map((event) => event.eventID)).not.toContain(othersEvent.eventID)
    expect(
      (await unsentHere(device.portsOf(new CrashInjector())))
        .map(({ userID, unsent }) => [userID, unsent.stops])
        .sort(),
    ).toEqual(
      [
        [driver.userID, 1],
        [other.driver.userID, 1],
      ].sort(),
    )
    device.goOnline()
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.payload['pu'])).toEqual([5])
    expect(await eventsKept(business, other.driver.userID)).toEqual([])
    device.kill()
    await device.signIn({ userID: other.driver.userID, token: await business.signIn(other.driver.userID) })
    await device.open({ userID: other.driver.userID })
    await device.settles()
    expect((await eventsKept(business, other.driver.userID)).map((row) => [row.event_id, row.payload['pu']])).toEqual([
      [othersEvent.eventID, 2],
    ])
    expect(await eventsKept(business, driver.userID)).toHaveLength(1)
    await device.close()
  })

  test('signing out with only refused records names them in the question, and they can be retried afterwards', async () => {
    const { device, stops, driver } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'ours-413' : 'none')
    const event = await device.finish(stops[0]!, 2)
    await device.passes(2000)
    expect(await unsentBeforeSignOut(device.device)).toEqual({
      unsent: { stops: 1, photos: 0 },
      attention: { stops: 1, photos: 0 },
      hasNothingToSend: true,
      lostPhotos: 0,
    })
    await signOutOnDevice(device.device)
    device.network.fate = () => 'none'
    await device.restart()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.passes(5000)
    expect(await device.event(event.eventID)).toMatchObject({ state: 'needs-attention', payload: { pu: 2 } })
    await retry(device.device, event.eventID)
    await device.settles()
    expect(await eventsKept(business, driver.userID)).toHaveLength(1)
    await device.close()
  })

  test('signing out during an upload keeps what is not sent, asks nothing more, and goes on after the next sign-in', async () => {
    const { device, stops, driver } = await ready()
    device.goOffline()
    for (let n = 0; n < 5; n++) await device.photograph(stops[n]!)
    const { clock } = device
    const whenever = device.network.fetch
    let signedOut: number | null = null
    device.network.fetch = async (url, init) => {
      if (url.includes('/files/') && signedOut === null) {
        signedOut = -1
        await signOutOnDevice(device.device)
        signedOut = device.network.requests.length
      }
      return whenever(url, init)
    }
    device.goOnline()
    await device.passes(60_000)
    // What was on its way then may still arrive; of new requests only those few uploads are sent.
    expect(device.network.requests.slice(signedOut!).filter(({ url }) => !url.includes('/files/'))).toEqual([])
    expect(await eventsKept(business, driver.userID)).toEqual([])
    expect(await unsentBeforeSignOut(device.device)).toMatchObject({ unsent: { stops: 0, photos: 5 } })
    expect(await device.device.db.photoBytes.count()).toBe(5)
    expect(await device.device.db.jobs.count()).toBe(0)
    device.network.fetch = whenever
    await clock.run(1000)
    await device.restart()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => [row.type, row.result])).toEqual(
      Array.from({ length: 5 }, () => ['photo', 'applied']),
    )
    await device.close()
  })

  test('when one tab signs out while another is sending, that one stops before its next request and fetches nothing', async () => {
    const { device, stops, driver } = await ready()
    const tab = await secondTab(device)
    device.goOffline()
    for (let n = 0; n < 4; n++) await device.photograph(stops[n]!)
    await device.finish(stops[0]!)
    device.goOnline()
    await device.passes(150)
    await signOutOnDevice(tab.phone)
    const asked = device.network.requests.length
    await device.passes(120_000)
    expect(device.network.requests.slice(asked).filter(({ authorization }) => authorization)).toEqual([])
    expect(await device.device.db.jobs.count()).toBe(0)
    expect((await device.status()).kind).toBe('sign-in')
    await tab.close()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3, 4, 5])
    await device.close()
  })

  test('when one tab signs in as another driver while the first one’s tab is open, neither sends the other’s records', async () => {
    const { device, stops, driver } = await ready()
    const other = await business.newRound()
    const theirs = { userID: other.driver.userID, token: await business.signIn(other.driver.userID) }
    device.goOffline()
    await device.finish(stops[0]!, 2)
    for (let n = 0; n < 3; n++) await device.photograph(stops[n]!)
    device.goOnline()
    await device.passes(80)
    await device.signIn(theirs)
    const tab = await secondTab(device, other.driver.userID)
    await device.passes(5000)
    await saveDone(tab.phone, other.stops[0]!.assignmentID, { pu: 7 })
    await device.passes(60_000)
    expect((await eventsKept(business, other.driver.userID)).map((row) => [row.type, row.payload['pu']])).toEqual([
      ['done', 7],
    ])
    expect((await eventsKept(business, driver.userID)).filter((row) => row.type === 'photo')).toEqual([])
    // The first driver's tab signs out late: the driver who is signed in now stays so.
    await signOutOnDevice(device.device)
    expect((await currentSignIn(tab.phone.deviceDb))?.userID).toBe(other.driver.userID)
    await tab.close()
    await device.signIn({ userID: driver.userID, token: await business.signIn(driver.userID) })
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3, 4])
    await device.close()
  })
})

/** Another tab of the same browser: it opens the same disk separately. */
async function secondTab(first: TestDevice, userID = first.driver.userID) {
  const crashes = new CrashInjector()
  const device = await openDevice(first.portsOf(crashes), { userID })
  const sync = startSync(device)
  return {
    phone: device,
    close: async () => {
      await first.clock.during(sync.stop())
      crashes.kill()
      device.db.close()
      device.deviceDb.close()
    },
  }
}
