import { describe, expect, test } from 'vitest'
import { discard, edit, retry } from '#client/offline/unsent.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import type { Office } from '../support/office.ts'
import { aDevice, aPicture, type TestDevice } from '../support/device.ts'
import { type Fault, ours } from '../support/simulation/network.ts'
import { type SimulatedBusiness, eventsKept, officeView } from '../support/simulation/business.ts'
import { StorageTrouble } from '#server/ports.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

const MINUTE = 60_000

/** Answers that are no verdict on a record, whichever server sent them. */
const NO_VERDICT: readonly Fault[] = [
  'drop-request',
  'drop-answer',
  'hang',
  'hang-after-commit',
  'truncated',
  'captive-200',
  'redirect',
  'opaque-redirect',
  'foreign-404',
  'foreign-502',
  'foreign-413',
  'ours-500',
  'ours-503',
  'ours-429',
  'ours-408',
]

describe('sending', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready(settings: Parameters<typeof aDevice>[2] = {}) {
    const round = await business.newRound()
    const device = await aDevice(office, round.driver, settings)
    return { ...round, phone: device }
  }
  /** The phone is online again, and the app is killed after so many awaits of sending; then it is opened again. */
  async function dies(device: TestDevice, crashAtStep: number) {
    device.network.online = true
    await device.restart({ crashAtStep })
    await device.passes(1500)
    await device.restart()
    await device.settles()
  }
  const isDone = (url: string) => url.endsWith('/done')
  /** For a second the server is too busy for the phone's records, and answers with a Retry-After of so many seconds. */
  async function whileBusy(device: TestDevice, seconds: number, says: () => Promise<unknown>) {
    device.network.stranger = (url) => (isDone(url) ? ours(429, 'rate_limited', seconds) : null)
    await says()
    await device.passes(1000)
    device.network.stranger = () => null
  }

  test('a record too large for the office stays on the phone with the reason, and is sent once it is shorter', async () => {
    const { phone: device, stops, runOrderID } = await ready()
    const large = await device.finish(stops[0]!, 2, { notes: 'x'.repeat(20_000) })
    await device.finish(stops[1]!)
    await device.passes(5_000)
    expect(await device.status()).toMatchObject({ kind: 'needs-attention', needsAttention: 1 })
    const answer = { kind: 'rejected', code: 'event_too_large', message: 'This record is too large. Max size: 16 kB' }
    expect(await device.waiting()).toMatchObject([
      { event: { eventID: large.eventID }, why: 'needs-attention', canEdit: true, lastAnswer: answer },
    ])
    expect((await officeView(business, runOrderID)).jobs.map(({ outcome }) => outcome)).toEqual([
      null,
      'COLLECTED',
      ...stops.slice(2).map(() => null),
    ])
    await edit(device.device, large.eventID, { pu: 2, notes: 'short' })
    await device.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    await device.close()
  })

  test('an outcome recorded with signal is in the office at once, and the stop says so', async () => {
    const { phone: device, stops, runOrderID } = await ready()
    await device.finish(stops[0]!, 3)
    await device.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    expect(await device.stop(stops[0]!)).toMatchObject({ delivery: 'sent', outcome: 'COLLECTED', pu: 3 })
    expect(await device.status()).toMatchObject({ kind: 'all-sent', events: 0, photos: 0 })
    await device.close()
  })

  test('what is recorded while the server can’t reach the photo store does not wait for it', async () => {
    const { phone: device, stops, runOrderID } = await ready()
    const storage = office.deps.storage
    const { look } = storage
    storage.look = () => Promise.reject(new StorageTrouble('away', 'The store does not answer'))
    const photo = await device.photograph(stops[0]!)
    await device.finish(stops[0]!)
    await device.passes(MINUTE)
    for (const stop of stops.slice(1)) {
      await device.finish(stop)
      await device.passes(12_000)
    }
    expect((await device.waiting()).map(({ event }) => event.eventID)).toEqual([photo.eventID])
    expect((await officeView(business, runOrderID)).jobs.map(({ outcome }) => outcome)).toEqual(
      stops.map(() => 'COLLECTED'),
    )
    storage.look = look
    await device.settles(6 * MINUTE)
    await device.close()
  })

  test('a day’s records are sent in one batch, oldest first', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    const events = []
    for (const stop of stops) events.push(await device.finish(stop))
    // The first tap's attempt ends.
    await device.passes(1_000)
    device.goOnline()
    await device.settles()
    expect(device.network.batches.at(-1)).toEqual(events.map((event) => event.eventID))
    await device.close()
  })

  test.each(NO_VERDICT)(
    '“%s” is not an answer of the office: nothing is dropped, and the record arrives later, once',
    async (fault: Fault) => {
      const { phone: device, stops, driver } = await ready()
      let faults = 3
      device.network.fate = (url) => (isDone(url) && faults-- > 0 ? fault : 'none')
      const event = await device.finish(stops[0]!)
      await device.passes(700)
      expect((await device.event(event.eventID))?.state).not.toBe('needs-attention')
      expect((await device.status()).events).toBe(1)
      await device.passes(3 * MINUTE)
      await device.settles(5 * MINUTE)
      expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([event.eventID])
      await device.close()
    },
  )

  test('a record too large even alone is shown to the driver, who may send it again', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = (url) => (isDone(url) ? 'ours-413' : 'none')
    const event = await device.finish(stops[0]!)
    await device.passes(1000)
    expect(await device.event(event.eventID)).toMatchObject({ state: 'needs-attention', attempts: 2 })
    device.network.fate = () => 'none'
    await retry(device.device, event.eventID)
    await device.settles()
    await device.close()
  })

  test('a driver who sets a wrong clock right is believed at the next look at the week, and so is the office', async () => {
    const { phone: device } = await ready()
    const looks = async () => {
      await device.clock.during(device.sync.pullNow())
      const { clockOffsetMs, lastPullAt } = await device.status()
      const now = device.clock.now().getTime()
      return [clockOffsetMs, now - Date.parse(lastPullAt!)].map((ms) => Math.round(ms / MINUTE) + 0)
    }
    const toldOf = async () => {
      await device.passes(6 * MINUTE)
      const { items } = (await office.admin.get('/v1/devices?perPage=100')).body as {
        items: { deviceID: string; clockOffset: number }[]
      }
      return Math.round(items.find(({ deviceID }) => deviceID === device.device.deviceID)!.clockOffset / MINUTE) + 0
    }
    device.skewMs = 3 * 60 * MINUTE
    expect(await looks()).toEqual([-180, 0])
    expect(await toldOf()).toBe(-180)
    device.skewMs = 0
    expect(await looks()).toEqual([0, 0])
    expect(await toldOf()).toBe(0)
    await device.close()
  })

  test('a request delivered twice counts once', async () => {
    const { phone: device, stops, runOrderID } = await ready()
    device.network.fate = (url) => (isDone(url) ? 'concurrent-duplicate' : 'none')
    await device.finish(stops[0]!, 2)
    await device.settles()
    expect((await officeView(business, runOrderID)).totalBags).toBe(2)
    await device.close()
  })

  test('an answer that does not name every event of the batch counts as none', async () => {
    const { phone: device, stops } = await ready()
    let once = true
    device.network.stranger = (url) => {
      if (!isDone(url) || !once) return null
      once = false
      const body = {
        results: [],
        run: null,
        dataEpoch: 'x',
        backedUpThrough: null,
        receivedAt: device.clock.now().toISOString(),
      }
      return new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-bagrun': '1' },
      })
    }
    const event = await device.finish(stops[0]!)
    await device.passes(500)
    expect((await device.event(event.eventID))?.state).not.toBe('acknowledged')
    await device.settles()
    await device.close()
  })

  test('another server that returns our events in correct JSON is not taken for the office', async () => {
    const { phone: device, stops } = await ready()
    let once = true
    device.network.stranger = (url, init) => {
      if (!isDone(url) || !once) return null
      once = false
      const { events } = JSON.parse(String(init.body)) as { events: { eventID: string }[] }
      return new Response(
        JSON.stringify({
          results: events.map(({ eventID }) => ({ eventID, result: 'applied' })),
          run: null,
          dataEpoch: 'x',
          backedUpThrough: null,
          receivedAt: '2026-11-09T21:00:00Z',
        }),
        { status: 200, headers: { 'content-type': 'application/json' } },
      )
    }
    const event = await device.finish(stops[0]!)
    await device.passes(500)
    expect((await device.event(event.eventID))?.state).not.toBe('acknowledged')
    await device.settles()
    await device.close()
  })

  test('an answer this build can read only in part still acknowledges what it names', async () => {
    const { phone: device, stops } = await ready()
    device.network.stranger = (url, init) => {
      if (!isDone(url)) return null
      const { events } = JSON.parse(String(init.body)) as { events: { eventID: string }[] }
      const body = {
        results: events.map(({ eventID }) => ({ eventID, result: 'applied' })),
        run: { shape: 'of tomorrow' },
        dataEpoch: 'x',
        backedUpThrough: null,
        receivedAt: device.clock.now().toISOString(),
      }
      return new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-bagrun': '1' },
      })
    }
    const event = await device.finish(stops[0]!)
    await device.passes(500)
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'applied' })
    await device.close()
  })

  test('the time of the last sending is the office’s: the phone’s own clock may be days off', async () => {
    const { phone: device, stops } = await ready()
    const receivedAt = new Date(device.clock.now().getTime() - 3 * 86_400_000).toISOString()
    device.network.stranger = (url, init) => {
      if (!isDone(url)) return null
      const { events } = JSON.parse(String(init.body)) as { events: { eventID: string }[] }
      const results = events.map(({ eventID }) => ({ eventID, result: 'applied' }))
      const body = { results, run: null, dataEpoch: 'x', backedUpThrough: null, receivedAt }
      return new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-bagrun': '1' },
      })
    }
    const event = await device.finish(stops[0]!)
    await device.passes(500)
    expect((await device.event(event.eventID))?.state).toBe('acknowledged')
    expect(await readMeta(device.device.db, 'lastSentAt')).toBe(receivedAt)
    await device.close()
  })

  test('without an answer from the office the wait grows with each try to at most five minutes, and tries go on', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = (url) => (isDone(url) ? 'foreign-502' : 'none')
    const event = await device.finish(stops[0]!)
    await device.passes(3 * 60 * MINUTE)
    const { attempts, state } = (await device.event(event.eventID))!
    expect(state).toBe('queued')
    // Full jitter up to five minutes: two and a half on average, over three hours.
    expect(attempts).toBeGreaterThan(40)
    expect(attempts).toBeLessThan(140)
    device.network.fate = () => 'none'
    await device.settles(6 * MINUTE)
    await device.close()
  })

  test('a phone without signal is idle between its tries, also with a photo in the send queue', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    await device.photograph(stops[0]!)
    const before = device.looks
    await device.passes(12 * 60_000)
    expect(device.looks - before).toBeLessThan(60)
    device.goOnline()
    await device.settles()
    await device.close()
  })

  test('when the signal comes back the wait ends, but Retry-After is still kept', async () => {
    const { phone: device, stops } = await ready()
    await whileBusy(device, 40, () => device.finish(stops[0]!))
    const tries = device.network.batches.length
    device.sync.wake('online')
    await device.passes(30_000)
    expect(device.network.batches).toHaveLength(tries)
    await device.settles(15_000)
    await device.close()
  })

  test('another request that succeeds does not end the office’s Retry-After', async () => {
    const { phone: device, stops } = await ready()
    await device.finish(stops[0]!)
    await device.settles()
    await device.passes(4 * MINUTE)
    await whileBusy(device, 120, () => device.finish(stops[1]!))
    const asked = device.network.requests.length
    device.sync.wake('visible')
    await device.passes(100_000)
    const since = device.network.requests.slice(asked).map(({ url }) => url.replace(/[?].*/, ''))
    expect(since).toContain('/v1/runs')
    expect(since.filter(isDone)).toEqual([])
    await device.settles(40_000)
    await device.close()
  })

  test('a Retry-After in answer to a report without records also delays the next record', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    await device.passes(7 * 60 * MINUTE)
    device.network.stranger = (url) => (isDone(url) ? ours(429, 'rate_limited', 120) : null)
    const said = () => device.network.requests.filter(({ url, fault }) => isDone(url) && fault === 'none').length
    const before = said()
    device.goOnline()
    await device.passes(2_000)
    device.network.stranger = () => null
    expect(said()).toBe(before + 1)
    await device.finish(stops[0]!)
    await device.passes(100_000)
    expect(said()).toBe(before + 1)
    await device.settles(40_000)
    await device.close()
  })

  test('photos that arrive after the office sent Retry-After do not end it', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    for (let n = 0; n < 25; n++) await device.photograph(stops[n % 5]!)
    const asksForAddress = (url: string) => url.includes('/signed-url')
    const addresses = () => device.network.requests.filter(({ url }) => asksForAddress(url)).length
    const before = addresses()
    device.network.stranger = (url) =>
      asksForAddress(url) && addresses() > before + 1 ? ours(429, 'rate_limited', 120) : null
    device.goOnline()
    await device.passes(5_000)
    device.network.stranger = () => null
    const asked = addresses()
    expect(asked).toBe(before + 2)
    await device.passes(100_000)
    expect(addresses()).toBe(asked)
    expect((await eventsKept(business, driver.userID)).length).toBeLessThan(25)
    await device.settles(40_000)
    expect(await eventsKept(business, driver.userID)).toHaveLength(25)
    await device.close()
  })

  test('when the signal came back unnoticed the next tap sends, with everything that waited', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    for (const stop of stops.slice(0, 3)) await device.finish(stop)
    await device.passes(60 * MINUTE)
    device.network.online = true
    const waited = await device.event((await device.events())[0]!.eventID)
    expect(waited?.attempts).toBeGreaterThan(5)
    await device.note(stops[0]!, 'one more')
    await device.passes(15_000)
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3, 4])
    await device.close()
  })

  test('a week that arrives before the answer to a tap shows the tap once, and an undo removes its note too', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'hang-after-commit' : 'none')
    const done = await device.finish(stops[0]!, 3, { notes: 'Behind the shed' })
    await device.passes(2_000)
    await device.pulls()
    expect((await device.waiting()).map(({ why }) => why)).toEqual(['sending'])
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3, driverNotes: 'Behind the shed' })
    await device.undo(done)
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, driverNotes: '' })
    device.network.fate = () => 'none'
    await device.settles()
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, driverNotes: '' })
    await device.close()
  })

  test('a note and a photo that a fetched week holds before their answers came can be undone', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'hang-after-commit' : 'none')
    const note = await device.note(stops[0]!, 'Mind the dog')
    const photo = await device.photograph(
      stops[1]!,
      aPicture(() => 0.5),
    )
    await device.passes(2_000)
    await device.pulls()
    expect(await device.stop(stops[0]!)).toMatchObject({ driverNotes: 'Mind the dog' })
    await device.undo(note)
    await device.undo(photo)
    expect(await device.stop(stops[0]!)).toMatchObject({ driverNotes: '' })
    expect((await device.stop(stops[1]!)).photosShown).toEqual([])
    device.network.fate = () => 'none'
    await device.settles()
    expect(await device.stop(stops[0]!)).toMatchObject({ driverNotes: '' })
    await device.close()
  })

  test('photos are shown in the order they were taken, whichever arrived first', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    const [first, second] = [await device.photograph(stops[0]!), await device.photograph(stops[0]!)]
    const taken = [first, second].map((event) => (event.type === 'photo' ? event.payload.photoID : ''))
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes(`"eventID":"${first.eventID}"`) ? ours(409, 'wrong_state') : null
    device.goOnline()
    await device.passes(2 * MINUTE)
    expect(
      [await device.event(first.eventID), await device.event(second.eventID)].map((event) => event?.state),
    ).toEqual(['needs-attention', 'acknowledged'])
    expect((await device.stop(stops[0]!)).photosShown.map(({ photoID }) => photoID)).toEqual(taken)
    await device.close()
  })

  test('a request that is too large is halved until it is accepted', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    for (let n = 0; n < 9; n++) await device.note(stops[n % 5]!, `note ${n}`)
    // The attempts in the meantime have failed: all nine leave together.
    await device.passes(MINUTE)
    device.network.stranger = (url, init) =>
      isDone(url) && (JSON.parse(String(init.body)) as { events: unknown[] }).events.length > 2
        ? ours(413, 'body_too_large')
        : null
    device.goOnline()
    await device.settles()
    expect(device.network.batches.map((batch) => batch.length)).toEqual(expect.arrayContaining([9, 5, 3, 2]))
    await device.close()
  })

  test('a refused batch is split: only the record that is refused again, alone, needs a person', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    const good = await device.finish(stops[0]!)
    const bad = await device.note(stops[1]!, 'the cause')
    const behind = await device.finish(stops[1]!)
    const other = await device.finish(stops[2]!)
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes(bad.eventID) && String(init.body).includes('"type":"note"')
        ? ours(422, 'fields_invalid', undefined, 'This can’t be read.')
        : null
    device.goOnline()
    await device.passes(5000)
    expect(await device.event(bad.eventID)).toMatchObject({
      state: 'needs-attention',
      lastAnswer: { code: 'fields_invalid', message: 'This can’t be read.' },
    })
    // FIFO per stop: the record behind it waits, the other stops were sent.
    expect((await device.event(behind.eventID))?.state).toBe('queued')
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      [good.eventID, other.eventID].sort(),
    )
    expect(await device.status()).toMatchObject({ kind: 'needs-attention', needsAttention: 1, events: 2 })
    expect((await device.waiting()).map(({ event, why, canEdit }) => [event.eventID, why, canEdit])).toEqual([
      [bad.eventID, 'needs-attention', true],
      [behind.eventID, 'behind-another', false],
    ])
    expect(await device.stop(stops[1]!)).toMatchObject({
      delivery: 'needs-attention',
      driverNotes: 'the cause',
      outcome: 'COLLECTED',
    })
    await device.close()
  })

  test('a refused event is edited, sent under its own number, and what waited behind it follows in order', async () => {
    const { phone: device, stops, runOrderID, driver } = await ready()
    device.goOffline()
    const bad = await device.note(stops[1]!, 'unreadable')
    const behind = await device.finish(stops[1]!)
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('unreadable') ? ours(422, 'fields_invalid') : null
    device.goOnline()
    await device.passes(5000)
    await expect(edit(device.device, bad.eventID, { notes: '' })).rejects.toThrow('Please check what you entered.')
    await edit(device.device, bad.eventID, { notes: 'readable' })
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([
      bad.eventID,
      behind.eventID,
    ])
    expect((await officeView(business, runOrderID)).jobs[1]?.driverNotes).toBe('readable')
    expect((await device.event(bad.eventID))?.original).toEqual({ notes: 'unreadable' })
    await device.close()
  })

  test('a discarded event leaves the stop, what waited behind it is sent, and the office is informed', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    const bad = await device.finish(stops[1]!, 7)
    const behind = await device.note(stops[1]!, 'later')
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('"pu":7') ? ours(422, 'fields_invalid') : null
    device.goOnline()
    await device.passes(5000)
    await discard(device.device, bad.eventID)
    expect(await device.stop(stops[1]!)).toMatchObject({ outcome: null, driverNotes: 'later' })
    await device.settles()
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => [row.event_id, row.type])).toEqual([
      [behind.eventID, 'note'],
      [expect.any(String), 'undo'],
    ])
    expect(kept[1]?.payload['undoes']).toBe(bad.eventID)
    expect((await device.event(bad.eventID))?.state).toBe('discarded')
    await device.close()
  })

  test('an event that makes the server fail does not block the others for ever', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    const poison = await device.note(stops[0]!, 'poison')
    const others = [await device.finish(stops[1]!), await device.finish(stops[2]!), await device.finish(stops[3]!)]
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('poison') ? ours(500, 'broken') : null
    device.goOnline()
    await device.passes(15 * MINUTE)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      others.map((event) => event.eventID).sort(),
    )
    expect((await device.event(poison.eventID))?.state).toBe('queued')
    device.network.stranger = () => null
    await device.settles(6 * MINUTE)
    await device.close()
  })

  test('behind an event that makes the server fail the queue waits for the next try instead of polling', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    await device.note(stops[0]!, 'poison')
    await device.finish(stops[0]!)
    device.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('poison') ? ours(500, 'broken') : null
    device.goOnline()
    const before = device.looks
    await device.passes(15 * MINUTE)
    expect(device.looks - before).toBeLessThan(60)
    device.network.stranger = () => null
    await device.settles(6 * MINUTE)
    await device.close()
  })

  test('an outdated XSRF cookie is renewed within the call and never counts against an event', async () => {
    const { phone: device, stops } = await ready()
    device.network.xsrf = null
    const event = await device.finish(stops[0]!)
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ attempts: 1, refusals: 0 })
    device.network.stranger = (url) => (isDone(url) ? ours(400, 'xsrf_mismatch') : null)
    const second = await device.finish(stops[1]!)
    await device.passes(10 * MINUTE)
    expect(await device.event(second.eventID)).toMatchObject({ state: 'queued', refusals: 0 })
    await device.close()
  })

  test('an app that is too old for the office keeps its send queue, says so, and sends after the update', async () => {
    const { phone: device, stops } = await ready()
    device.network.stranger = (url) => (isDone(url) ? ours(426, 'app_update_needed') : null)
    const event = await device.finish(stops[0]!)
    await device.passes(2 * MINUTE)
    expect(await device.status()).toMatchObject({ kind: 'update-needed', events: 1 })
    expect(device.network.batches).toHaveLength(1)
    device.network.stranger = () => null
    device.settings.appBuild = 'test-2'
    await device.restart()
    await device.settles()
    expect((await device.event(event.eventID))?.state).toBe('acknowledged')
    await device.close()
  })

  test('Send now finds out that the office accepts this version of the app again', async () => {
    const { phone: device, stops } = await ready()
    device.network.stranger = (url) => (isDone(url) ? ours(426, 'app_update_needed') : null)
    const event = await device.finish(stops[0]!)
    await device.passes(2 * MINUTE)
    await device.clock.during(device.sync.drainNow())
    expect(await device.status()).toMatchObject({ kind: 'update-needed', events: 1 })
    expect(device.network.batches).toHaveLength(2)
    device.network.stranger = () => null
    await device.passes(10 * MINUTE)
    expect((await device.event(event.eventID))?.state).toBe('queued')
    await device.clock.during(device.sync.drainNow())
    expect((await device.event(event.eventID))?.state).toBe('acknowledged')
    expect((await device.status()).kind).toBe('all-sent')
    await device.close()
  })

  test('a captive portal is reported as that, not as no signal', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = () => 'captive-200'
    await device.finish(stops[0]!)
    await device.passes(1000)
    expect((await device.status()).kind).toBe('captive')
    device.network.fate = () => 'drop-request'
    device.sync.wake('online')
    await device.passes(1000)
    expect((await device.status()).kind).toBe('offline')
    await device.close()
  })

  test('a request without an answer for 30 seconds is given up, and the app stays usable meanwhile', async () => {
    const { phone: device, stops } = await ready()
    device.network.fate = (url) => (isDone(url) ? 'hang' : 'none')
    await device.finish(stops[0]!)
    await device.passes(20_000)
    await device.finish(stops[1]!)
    expect((await device.run()).recorded).toBe(2)
    device.network.fate = () => 'none'
    await device.settles(45_000)
    await device.close()
  })

  test('a clock set back by two days delays no record', async () => {
    const { phone: device, stops } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    await device.passes(10 * MINUTE)
    device.skewMs = -172_800_000
    device.network.online = true
    await device.settles(2 * MINUTE)
    expect(Math.abs((await readMeta(device.device.db, 'clockOffsetMs'))! - 172_800_000)).toBeLessThan(5000)
    await device.close()
  })

  test('killed at any await of sending, every record still arrives once and in order', async () => {
    const { phone: device, stops, driver } = await ready()
    for (let step = 1; step <= 60; step += 2) {
      device.goOffline()
      await device.note(stops[step % 5]!, `at step ${step}`)
      await dies(device, step)
    }
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => row.seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    await device.close()
  })

  test('killed at any await while small batches and photos alternate, every record still arrives once and in order', async () => {
    const { phone: device, stops, driver } = await ready()
    const isBig = (init: RequestInit) => (JSON.parse(String(init.body)) as { events: unknown[] }).events.length > 2
    device.network.stranger = (url, init) => (isDone(url) && isBig(init) ? ours(413, 'body_too_large') : null)
    const steps = Array.from({ length: 24 }, (_, at) => 5 + at * 6)
    for (const step of steps) {
      device.goOffline()
      for (let n = 0; n < 5; n++) await device.note(stops[n]!, `${n} at step ${step}`)
      if (step % 4 === 1) await device.photograph(stops[step % 5]!)
      await dies(device, step)
    }
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => row.seq)).toEqual(Array.from({ length: kept.length }, (_, at) => at + 1))
    for (const stop of stops) {
      const notes = kept.filter((row) => row.type === 'note' && row.assignment_id === stop.assignmentID)
      expect(notes.length).toBeGreaterThan(0)
      const came = notes.map((row) => new Date(row.received_at).getTime())
      expect(came).toEqual(came.toSorted((a, b) => a - b))
    }
    expect(kept.filter((row) => row.type === 'photo')).toHaveLength(steps.filter((step) => step % 4 === 1).length)
    await device.close()
  })

  test('photo addresses are requested once the last outcomes are acknowledged; a failed answer stops no further try', async () => {
    const { phone: device, stops, driver } = await ready()
    device.goOffline()
    await device.finish(stops[0]!)
    await device.photograph(stops[0]!)
    await device.photograph(stops[1]!)
    await device.passes(MINUTE)
    const asked: string[] = []
    let faults = 1
    device.network.fate = (url) => {
      asked.push(url.replace(/.*\//, '').replace(/\?.*/, ''))
      return isDone(url) && faults-- > 0 ? 'ours-503' : 'none'
    }
    device.goOnline()
    await device.settles()
    expect(asked.filter((call) => call !== 'runs').slice(0, 3)).toEqual(['done', 'done', 'signed-urls'])
    expect((await eventsKept(business, driver.userID)).map((row) => row.type).toSorted()).toEqual([
      'done',
      'photo',
      'photo',
    ])
    await device.close()
  })

  test('each sync reports the phone’s count, and phone and office agree on the numbers', async () => {
    const { phone: device, stops } = await ready()
    await device.finish(stops[0]!)
    await device.photograph(stops[0]!)
    await device.settles()
    expect(await readMeta(device.device.db, 'reconcile')).toMatchObject({
      events: 2,
      photos: 1,
      holes: [],
      equal: true,
    })
    await device.close()
  })

  test('a record the office lost is missing by its number, and is sent again', async () => {
    const { phone: device, stops, driver } = await ready()
    const lost = await device.finish(stops[0]!)
    await device.settles()
    await office.deps.database.pool.query('delete from events where event_id = $1', [lost.eventID])
    await device.finish(stops[1]!)
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toContain(lost.eventID)
    await device.close()
  })

  test('a restored database gets the records of the last days again, photos included, once', async () => {
    const { phone: device, stops, driver, runOrderID } = await ready()
    await device.finish(stops[0]!, 2)
    await device.photograph(stops[0]!)
    await device.settles()
    const { pool } = office.deps.database
    await pool.query('delete from incomes where run_order_id = $1', [runOrderID])
    await pool.query('delete from photos where uploaded_by = $1', [driver.userID])
    await pool.query('delete from events where actor_id = $1', [driver.userID])
    await pool.query(
      "update jobs set outcome = null, pu = 0, state = 'planned', photo_ids = '[]', version = 1, driver_notes = null, done_at = null where run_order_id = $1",
      [runOrderID],
    )
    await pool.query("update installation set value = gen_random_uuid()::text where key = 'dataEpoch'")
    await device.clock.during(device.sync.pullNow())
    expect((await device.stop(stops[0]!)).outcome).toBe('COLLECTED')
    device.sync.wake('asked')
    await device.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.type)).toEqual(['done', 'photo'])
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({
      outcome: 'COLLECTED',
      pu: 2,
      photos: [expect.anything()],
    })
    await device.close()
  })
})
