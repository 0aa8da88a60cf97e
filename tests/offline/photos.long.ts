import { describe, expect, test } from 'vitest'
import { retry } from '#client/offline/unsent.ts'
import { purgeOld } from '#client/offline/store/room.ts'
import { photoOnDevice } from '#client/offline/week.ts'
import { PHOTO_FAULTS } from '#domain/photo-check.ts'
import type { Office } from '../support/office.ts'
import { aDevice, aPicture, sha256Of } from '../support/device.ts'
import { ours } from '../support/simulation/network.ts'
import { seeded } from '#domain/seeded.ts'
import { type SimulatedBusiness, eventsKept, officeView } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('photos', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready(settings: Parameters<typeof aDevice>[2] = {}) {
    const round = await business.newRound()
    return { ...round, device: await aDevice(office, round.driver, settings) }
  }
  const isUpload = (url: string) => url.includes('/v1/files/')

  test('arrive byte for byte, after the outcomes', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    const bytes = aPicture(seeded(9), 5000)
    const photo = await device.photograph(stops[0]!, bytes)
    const done = await device.finish(stops[1]!)
    device.goOnline()
    await device.settles()
    expect(device.network.batches).toEqual([[done.eventID], [photo.eventID]])
    const photoID = photo.type === 'photo' ? photo.payload.photoID : ''
    const answer = await office.admin.get(`/v1/photos/${photoID}`)
    const served = await office.fetch(answer.headers.get('location')!)
    expect(sha256Of(await served.arrayBuffer())).toBe(sha256Of(bytes))
    await device.close()
  })

  test('one whose bytes the browser can’t read needs the driver, alone: the rest is sent, and the week is fetched', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    const [damaged, good] = [await device.photograph(stops[0]!), await device.photograph(stops[1]!)]
    const { photoBytes } = device.device.db
    const read = photoBytes.get.bind(photoBytes)
    photoBytes.get = ((photoID: string) =>
      damaged.type === 'photo' && photoID === damaged.payload.photoID
        ? Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError'))
        : read(photoID)) as typeof photoBytes.get
    await device.device.db.meta.delete('lastPullAt')
    device.goOnline()
    await device.passes(10_000)
    expect(await device.event(good.eventID)).toMatchObject({ state: 'acknowledged' })
    expect(await device.event(damaged.eventID)).toMatchObject({
      state: 'needs-attention',
      lastAnswer: { kind: 'refused', code: 'photo_bytes_gone' },
    })
    expect(await device.device.db.meta.get('lastPullAt')).toBeDefined()
    await device.close()
  })

  test('one stored with extra bytes by an older build needs a person, alone, and is sent again without them', async () => {
    const { device, stops, runOrderID } = await ready()
    const clean = aPicture(seeded(11), 4000)
    device.goOffline()
    const film = Buffer.concat([new Uint8Array(clean), Buffer.from('a film that knows where it was taken')])
    const refused = await device.photograph(stops[0]!, new Uint8Array(film).buffer)
    const good = await device.photograph(stops[1]!)
    device.goOnline()
    await device.passes(10_000)
    expect(await device.event(good.eventID)).toMatchObject({ state: 'acknowledged' })
    const answer = { kind: 'refused', code: 'not_a_photo', message: PHOTO_FAULTS.photo_has_metadata }
    expect(await device.event(refused.eventID)).toMatchObject({ state: 'needs-attention', lastAnswer: answer })
    await retry(device.device, refused.eventID)
    await device.settles()
    expect(await device.event(refused.eventID)).toMatchObject({
      state: 'acknowledged',
      payload: { sha256: sha256Of(clean), size: 4000 },
    })
    const { jobs } = await officeView(business, runOrderID)
    expect(jobs.slice(0, 2).map(({ photos }) => photos.length)).toEqual([1, 1])
    const shown = await photoOnDevice(device.device.db, refused.type === 'photo' ? refused.payload.photoID : '')
    expect(shown?.bytes.byteLength).toBe(4000)
    await device.close()
  })

  test('one the office rejects after its upload is also sent again without the extra bytes', async () => {
    const { device, stops } = await ready()
    const clean = aPicture(seeded(12), 3000)
    let told = 0
    // As with photos on S3, whose bytes the server checks only then.
    device.network.stranger = (url) =>
      isUpload(url) && told++ === 0 ? new Response(null, { status: 204, headers: { 'x-bagrun': '1' } }) : null
    const verdict = await device.photograph(stops[0]!, new Uint8Array([...new Uint8Array(clean), 1]).buffer)
    await device.passes(10_000)
    await device.device.db.events.update(verdict.eventID, {
      state: 'needs-attention',
      lastAnswer: {
        at: device.now().toISOString(),
        kind: 'rejected',
        status: 200,
        code: 'photo_has_metadata',
        message: null,
      },
    })
    await retry(device.device, verdict.eventID)
    await device.settles()
    expect(await device.event(verdict.eventID)).toMatchObject({
      state: 'acknowledged',
      payload: { sha256: sha256Of(clean) },
    })
    await device.close()
  })

  test('the next addresses are requested while the last photos are still being uploaded', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    for (const stop of stops) for (let at = 0; at < 5; at += 1) await device.photograph(stop)
    const asked: string[] = []
    device.network.fate = (url) => {
      asked.push(url.replace(/.*\/v1\//, '').replace(/^files\/.*/, 'upload'))
      return 'none'
    }
    device.goOnline()
    await device.settles()
    const [first, second] = asked.flatMap((call, at) => (call === 'users/signed-urls' ? [at] : []))
    const between = asked.slice(first, second).filter((call) => call === 'upload')
    expect(asked.filter((call) => call === 'upload')).toHaveLength(25)
    expect(between.length).toBeLessThan(20)
    await device.close()
  })

  test('the token is never sent with the bytes', async () => {
    const { device, stops } = await ready()
    await device.photograph(stops[0]!)
    await device.settles()
    expect(
      device.network.requests
        .filter(({ url, method }) => method === 'PUT' && isUpload(url))
        .map(({ authorization }) => authorization),
    ).toEqual([false])
    await device.close()
  })

  test('an upload that never reached the store is noticed by the office and made again', async () => {
    const { device, stops, runOrderID } = await ready()
    let swallowed = 1
    device.network.stranger = (url) =>
      isUpload(url) && swallowed-- > 0 ? new Response(null, { status: 204, headers: { 'x-bagrun': '1' } }) : null
    const event = await device.photograph(stops[0]!)
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', badUploads: 0 })
    expect((await officeView(business, runOrderID)).jobs[0]?.photos).toHaveLength(1)
    await device.close()
  })

  test('after three bad uploads in a row a photo needs a person; the outcome of its stop was sent', async () => {
    const { device, stops, driver } = await ready()
    device.network.stranger = (url) =>
      isUpload(url) ? new Response(null, { status: 204, headers: { 'x-bagrun': '1' } }) : null
    const event = await device.photograph(stops[0]!)
    const done = await device.finish(stops[0]!)
    await device.passes(30_000)
    expect(await device.event(event.eventID)).toMatchObject({
      state: 'needs-attention',
      badUploads: 3,
      lastAnswer: { code: 'photo_not_uploaded' },
    })
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([done.eventID])
    device.network.stranger = () => null
    await retry(device.device, event.eventID)
    await device.settles()
    await device.close()
  })

  test('a captive portal’s page in answer to an upload is no upload', async () => {
    const { device, stops } = await ready()
    device.network.stranger = (url) =>
      isUpload(url) ? new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } }) : null
    const event = await device.photograph(stops[0]!)
    await device.passes(10 * 60_000)
    // An attempt may be under way at that moment; it ends as the clock goes on.
    const now = () => device.event(event.eventID)
    expect(await device.clock.run(60_000, async () => (await now())?.state === 'queued')).toBe(true)
    expect(await now()).toMatchObject({ badUploads: 0 })
    device.network.stranger = () => null
    await device.settles(6 * 60_000)
    await device.close()
  })

  test('one that is too large for the office needs a person, and no other photo waits for it', async () => {
    const { device, stops } = await ready()
    device.network.stranger = (url, init) =>
      /\/signed-urls?$/.test(url) && String(init.body).includes(stops[0]!.assignmentID)
        ? ours(413, 'file_too_large', undefined, 'Max file size: 20 MB')
        : null
    const refused = await device.photograph(stops[0]!)
    const good = await device.photograph(stops[1]!)
    await device.passes(5000)
    expect(await device.event(refused.eventID)).toMatchObject({
      state: 'needs-attention',
      lastAnswer: { message: 'Max file size: 20 MB' },
    })
    expect((await device.event(good.eventID))?.state).toBe('acknowledged')
    await device.close()
  })

  test('of several requests for addresses are uploaded five at a time, to the last', async () => {
    const round = await business.newRound({ stops: 6 })
    const device = await aDevice(office, round.driver)
    device.goOffline()
    for (const stop of round.stops.slice(0, 5)) for (let count = 0; count < 5; count += 1) await device.photograph(stop)
    const { network } = device
    const { fetch } = network
    let underWay = 0
    const beside: number[] = []
    network.fetch = async (url, init, alive) => {
      if (!isUpload(url)) return fetch(url, init, alive)
      beside.push((underWay += 1))
      return fetch(url, init, alive).finally(() => (underWay -= 1))
    }
    device.goOnline()
    await device.settles()
    expect(beside).toHaveLength(25)
    expect([Math.max(...beside.slice(0, 20)), Math.max(...beside.slice(20))]).toEqual([5, 5])
    await device.close()
  })

  test('that were not begun when the connection failed are uploaded at the next try', async () => {
    const { device, stops } = await ready()
    device.goOffline()
    for (const stop of stops.slice(0, 3)) for (let count = 0; count < 4; count += 1) await device.photograph(stop)
    let fails = true
    device.network.fate = (url) => {
      const fault = isUpload(url) && fails ? 'drop-request' : 'none'
      if (fault !== 'none') fails = false
      return fault
    }
    device.goOnline()
    await device.settles()
    expect((await device.events()).filter(({ state }) => state !== 'acknowledged')).toEqual([])
    await device.close()
  })

  test('an upload that broke off is done again with a fresh address', async () => {
    const { device, stops } = await ready()
    let cuts = 2
    device.network.fate = (url) => (isUpload(url) && cuts-- > 0 ? 'drop-answer' : 'none')
    await device.photograph(stops[0]!)
    await device.settles()
    expect(device.network.requests.filter(({ url }) => url.endsWith('/signed-url'))).toHaveLength(3)
    await device.close()
  })

  test('bytes stay until a backup holds them, and are deleted then', async () => {
    const { device, stops } = await ready()
    const event = await device.photograph(stops[0]!)
    await device.settles()
    const photoID = event.type === 'photo' ? event.payload.photoID : ''
    await purgeOld(device.device)
    expect(await photoOnDevice(device.device.db, photoID)).not.toBeNull()
    await device.device.db.meta.put({
      key: 'backedUpThrough',
      value: new Date(device.clock.now().getTime() + 60_000).toISOString(),
    })
    await purgeOld(device.device)
    expect(await photoOnDevice(device.device.db, photoID)).toBeNull()
    expect((await device.stop(stops[0]!)).photosShown).toEqual([
      expect.objectContaining({ photoID, local: false, url: `/v1/photos/${photoID}` }),
    ])
    await device.close()
  })

  test('one whose bytes were deleted just before the app was killed is shown from the server', async () => {
    const { device, stops } = await ready()
    const event = await device.photograph(stops[0]!)
    await device.settles()
    const photoID = event.type === 'photo' ? event.payload.photoID : ''
    // The row of a photo is written after its bytes are deleted.
    await device.device.db.photoBytes.delete(photoID)
    await purgeOld(device.device)
    expect((await device.stop(stops[0]!)).photosShown).toEqual([
      expect.objectContaining({ photoID, local: false, url: `/v1/photos/${photoID}` }),
    ])
    await device.close()
  })

  test('unsent bytes are never deleted, however old they are and however short the storage is', async () => {
    const { device, stops } = await ready({ ports: { estimate: async () => ({ usage: 0, quota: 1_000_000_000 }) } })
    device.goOffline()
    const event = await device.photograph(stops[0]!)
    device.device.ports.estimate = async () => ({ usage: 1_000_000_000, quota: 1_000_000_000 })
    device.skewMs = 60 * 24 * 3_600_000
    await purgeOld(device.device)
    expect(await photoOnDevice(device.device.db, event.type === 'photo' ? event.payload.photoID : '')).not.toBeNull()
    await device.close()
  })

  test('a phone whose clock jumps ahead by a month deletes no receipt', async () => {
    const { device, stops } = await ready()
    for (const stop of [stops[0]!, stops[1]!]) await device.finish(stop)
    await device.settles()
    device.skewMs = 30 * 24 * 3_600_000
    await purgeOld(device.device)
    expect(await device.events()).toHaveLength(2)
    await device.close()
  })

  test('receipts are kept 14 days and then deleted', async () => {
    const { device, stops } = await ready()
    await device.finish(stops[0]!)
    await device.settles()
    const daysAgo = (days: number) => new Date(device.clock.now().getTime() - days * 24 * 3_600_000).toISOString()
    const dated = (days: number) =>
      device.device.db.events.toCollection().modify({ receivedAt: daysAgo(days), acknowledgedAt: daysAgo(days) })
    await dated(15)
    // The server has said nothing since, so the phone can't know that 14 days have passed.
    await purgeOld(device.device)
    expect(await device.events()).toHaveLength(1)
    await dated(13)
    await device.finish(stops[1]!)
    await device.settles()
    await purgeOld(device.device)
    expect(await device.events()).toHaveLength(2)
    await device.device.db.events
      .where('assignmentID')
      .equals(stops[0]!.assignmentID)
      .modify({ receivedAt: daysAgo(15), acknowledgedAt: daysAgo(15) })
    await purgeOld(device.device)
    expect((await device.events()).map(({ assignmentID }) => assignmentID)).toEqual([stops[1]!.assignmentID])
    expect((await device.stop(stops[0]!)).outcome).toBe('COLLECTED')
    await device.close()
  })
})
