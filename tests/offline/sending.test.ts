import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { discard, edit, retry, waiting } from '#client/offline/attention.ts'
import { readMeta } from '#client/offline/meta.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone, aPicture, type TestPhone } from '../support/phone.ts'
import { type Fault, ours } from '../support/simulation/network.ts'
import { type SimulatedBusiness, eventsKept, officeView, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

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
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, MINUTE)
  afterAll(() => office.close())

  async function ready(settings: Parameters<typeof aPhone>[2] = {}) {
    const round = await business.newRound()
    const phone = await aPhone(office, round.driver, settings)
    return { ...round, phone }
  }
  /** The phone is online again, and the app is killed after so many awaits of sending; then it is opened again. */
  async function dies(phone: TestPhone, crashAtStep: number) {
    phone.network.online = true
    await phone.restart({ crashAtStep })
    await phone.passes(1500)
    await phone.restart()
    await phone.settles()
  }
  const isDone = (url: string) => url.endsWith('/done')
  /** For a second the server is too busy for the phone's records, and answers with a Retry-After of so many seconds. */
  async function whileBusy(phone: TestPhone, seconds: number, says: () => Promise<unknown>) {
    phone.network.stranger = (url) => (isDone(url) ? ours(429, 'rate_limited', seconds) : null)
    await says()
    await phone.passes(1000)
    phone.network.stranger = () => null
  }

  test('a record too large for the office stays on the phone, says why, and is sent once it is shorter', async () => {
    const { phone, stops, runOrderID } = await ready()
    const large = await phone.finish(stops[0]!, 2, { notes: 'x'.repeat(20_000) })
    await phone.finish(stops[1]!)
    await phone.passes(5_000)
    expect(await phone.status()).toMatchObject({ kind: 'needs-attention', needsAttention: 1 })
    const answer = { kind: 'rejected', code: 'event_too_large', message: 'This record is too large. Max size: 16 kB' }
    expect(await waiting(phone.phone.db)).toMatchObject([
      { event: { eventID: large.eventID }, why: 'needs-attention', canEdit: true, lastAnswer: answer },
    ])
    expect((await officeView(business, runOrderID)).jobs.map(({ outcome }) => outcome)).toEqual([
      null,
      'COLLECTED',
      ...stops.slice(2).map(() => null),
    ])
    await edit(phone.phone, large.eventID, { pu: 2, notes: 'short' })
    await phone.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    await phone.close()
  })

  test('an outcome tapped with signal is in the office at once, and the stop says so', async () => {
    const { phone, stops, runOrderID } = await ready()
    await phone.finish(stops[0]!, 3)
    await phone.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    expect(await phone.stop(stops[0]!)).toMatchObject({ delivery: 'sent', outcome: 'COLLECTED', pu: 3 })
    expect(await phone.status()).toMatchObject({ kind: 'all-sent', events: 0, photos: 0 })
    await phone.close()
  })

  test('a day’s taps go in one batch, oldest first', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    const events = []
    for (const stop of stops) events.push(await phone.finish(stop))
    phone.goOnline()
    await phone.settles()
    expect(phone.network.batches.at(-1)).toEqual(events.map((event) => event.eventID))
    await phone.close()
  })

  test.each(NO_VERDICT)('“%s” is no verdict: nothing is dropped, and it arrives later, once', async (fault: Fault) => {
    const { phone, stops, driver } = await ready()
    let faults = 3
    phone.network.fate = (url) => (isDone(url) && faults-- > 0 ? fault : 'none')
    const event = await phone.finish(stops[0]!)
    await phone.passes(700)
    expect((await phone.event(event.eventID))?.state).not.toBe('needs-attention')
    expect((await phone.status()).events).toBe(1)
    await phone.passes(3 * MINUTE)
    await phone.settles(5 * MINUTE)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([event.eventID])
    await phone.close()
  })

  test('what is too large even alone is shown to a person, who may send it again', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = (url) => (isDone(url) ? 'ours-413' : 'none')
    const event = await phone.finish(stops[0]!)
    await phone.passes(1000)
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'needs-attention', attempts: 2 })
    phone.network.fate = () => 'none'
    await retry(phone.phone, event.eventID)
    await phone.settles()
    await phone.close()
  })

  test('a request delivered twice counts once', async () => {
    const { phone, stops, runOrderID } = await ready()
    phone.network.fate = (url) => (isDone(url) ? 'concurrent-duplicate' : 'none')
    await phone.finish(stops[0]!, 2)
    await phone.settles()
    expect((await officeView(business, runOrderID)).totalBags).toBe(2)
    await phone.close()
  })

  test('an answer that does not name every event of the batch is no answer', async () => {
    const { phone, stops } = await ready()
    let once = true
    phone.network.stranger = (url) => {
      if (!isDone(url) || !once) return null
      once = false
      const body = {
        results: [],
        run: null,
        dataEpoch: 'x',
        backedUpThrough: null,
        receivedAt: phone.clock.now().toISOString(),
      }
      return new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-bagrun': '1' },
      })
    }
    const event = await phone.finish(stops[0]!)
    await phone.passes(500)
    expect((await phone.event(event.eventID))?.state).not.toBe('acknowledged')
    await phone.settles()
    await phone.close()
  })

  test('a stranger who echoes our events in perfect JSON is no office', async () => {
    const { phone, stops } = await ready()
    let once = true
    phone.network.stranger = (url, init) => {
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
    const event = await phone.finish(stops[0]!)
    await phone.passes(500)
    expect((await phone.event(event.eventID))?.state).not.toBe('acknowledged')
    await phone.settles()
    await phone.close()
  })

  test('an answer this build can read only in part still acknowledges what it names', async () => {
    const { phone, stops } = await ready()
    phone.network.stranger = (url, init) => {
      if (!isDone(url)) return null
      const { events } = JSON.parse(String(init.body)) as { events: { eventID: string }[] }
      const body = {
        results: events.map(({ eventID }) => ({ eventID, result: 'applied' })),
        run: { shape: 'of tomorrow' },
        dataEpoch: 'x',
        backedUpThrough: null,
        receivedAt: phone.clock.now().toISOString(),
      }
      return new Response(JSON.stringify(body), {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-bagrun': '1' },
      })
    }
    const event = await phone.finish(stops[0]!)
    await phone.passes(500)
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'applied' })
    await phone.close()
  })

  test('without a verdict it waits longer each time, never more than five minutes, and never gives up', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = (url) => (isDone(url) ? 'foreign-502' : 'none')
    const event = await phone.finish(stops[0]!)
    await phone.passes(3 * 60 * MINUTE)
    const { attempts, state } = (await phone.event(event.eventID))!
    expect(state).toBe('queued')
    // Full jitter up to five minutes: two and a half on average, over three hours.
    expect(attempts).toBeGreaterThan(40)
    expect(attempts).toBeLessThan(140)
    phone.network.fate = () => 'none'
    await phone.settles(6 * MINUTE)
    await phone.close()
  })

  test('a phone without signal rests between its tries, with a photo in the queue, too', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    await phone.finish(stops[0]!)
    await phone.photograph(stops[0]!)
    const before = phone.looks
    await phone.passes(12 * 60_000)
    expect(phone.looks - before).toBeLessThan(60)
    phone.goOnline()
    await phone.settles()
    await phone.close()
  })

  test('signal coming back ends the waiting; Retry-After is kept to all the same', async () => {
    const { phone, stops } = await ready()
    await whileBusy(phone, 40, () => phone.finish(stops[0]!))
    const tries = phone.network.batches.length
    phone.sync.wake('online')
    await phone.passes(30_000)
    expect(phone.network.batches).toHaveLength(tries)
    await phone.settles(15_000)
    await phone.close()
  })

  test('what goes well beside it does not end the office’s Retry-After', async () => {
    const { phone, stops } = await ready()
    await phone.finish(stops[0]!)
    await phone.settles()
    await phone.passes(4 * MINUTE)
    await whileBusy(phone, 120, () => phone.finish(stops[1]!))
    const asked = phone.network.requests.length
    phone.sync.wake('visible')
    await phone.passes(100_000)
    const since = phone.network.requests.slice(asked).map(({ url }) => url.replace(/[?].*/, ''))
    expect(since).toContain('/v1/runs')
    expect(since.filter(isDone)).toEqual([])
    await phone.settles(40_000)
    await phone.close()
  })

  test('time the office asks for in answer to a mere count is given before the next record', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    await phone.passes(7 * 60 * MINUTE)
    phone.network.stranger = (url) => (isDone(url) ? ours(429, 'rate_limited', 120) : null)
    const said = () => phone.network.requests.filter(({ url, fault }) => isDone(url) && fault === 'none').length
    const before = said()
    phone.goOnline()
    await phone.passes(2_000)
    phone.network.stranger = () => null
    expect(said()).toBe(before + 1)
    await phone.finish(stops[0]!)
    await phone.passes(100_000)
    expect(said()).toBe(before + 1)
    await phone.settles(40_000)
    await phone.close()
  })

  test('photos that arrive after the office asked for time do not end that time', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    for (let n = 0; n < 25; n++) await phone.photograph(stops[n % 5]!)
    const asksForAddress = (url: string) => url.includes('/signed-url')
    const addresses = () => phone.network.requests.filter(({ url }) => asksForAddress(url)).length
    const before = addresses()
    phone.network.stranger = (url) =>
      asksForAddress(url) && addresses() > before + 1 ? ours(429, 'rate_limited', 120) : null
    phone.goOnline()
    await phone.passes(5_000)
    phone.network.stranger = () => null
    const asked = addresses()
    expect(asked).toBe(before + 2)
    await phone.passes(100_000)
    expect(addresses()).toBe(asked)
    expect((await eventsKept(business, driver.userID)).length).toBeLessThan(25)
    await phone.settles(40_000)
    expect(await eventsKept(business, driver.userID)).toHaveLength(25)
    await phone.close()
  })

  test('signal that came back unannounced is found by the next tap, and everything that waited goes along', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    for (const stop of stops.slice(0, 3)) await phone.finish(stop)
    await phone.passes(60 * MINUTE)
    phone.network.online = true
    const waited = await phone.event((await phone.events())[0]!.eventID)
    expect(waited?.attempts).toBeGreaterThan(5)
    await phone.note(stops[0]!, 'one more')
    await phone.passes(15_000)
    expect((await eventsKept(business, driver.userID)).map((row) => row.seq)).toEqual([1, 2, 3, 4])
    await phone.close()
  })

  test('a week that overtakes the answer to his tap shows it once, and an undo takes its note along', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = (url) => (url.endsWith('/done') ? 'hang-after-commit' : 'none')
    const done = await phone.finish(stops[0]!, 3, { notes: 'Behind the shed' })
    await phone.passes(2_000)
    await phone.pulls()
    expect(await phone.event(done.eventID)).toMatchObject({ state: 'sending' })
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3, driverNotes: 'Behind the shed' })
    await phone.undo(done)
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, driverNotes: '' })
    phone.network.fate = () => 'none'
    await phone.settles()
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, driverNotes: '' })
    await phone.close()
  })

  test('a note and a photo a week brings before their answers are taken back all the same', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = (url) => (url.endsWith('/done') ? 'hang-after-commit' : 'none')
    const note = await phone.note(stops[0]!, 'Mind the dog')
    const photo = await phone.photograph(
      stops[1]!,
      aPicture(() => 0.5),
    )
    await phone.passes(2_000)
    await phone.pulls()
    expect(await phone.stop(stops[0]!)).toMatchObject({ driverNotes: 'Mind the dog' })
    await phone.undo(note)
    await phone.undo(photo)
    expect(await phone.stop(stops[0]!)).toMatchObject({ driverNotes: '' })
    expect((await phone.stop(stops[1]!)).photosShown).toEqual([])
    phone.network.fate = () => 'none'
    await phone.settles()
    expect(await phone.stop(stops[0]!)).toMatchObject({ driverNotes: '' })
    await phone.close()
  })

  test('his photos stand in the order he took them, whichever arrived first', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    const [first, second] = [await phone.photograph(stops[0]!), await phone.photograph(stops[0]!)]
    const taken = [first, second].map((event) => (event.type === 'photo' ? event.payload.photoID : ''))
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes(`"eventID":"${first.eventID}"`) ? ours(409, 'wrong_state') : null
    phone.goOnline()
    await phone.passes(2 * MINUTE)
    expect([await phone.event(first.eventID), await phone.event(second.eventID)].map((event) => event?.state)).toEqual([
      'needs-attention',
      'acknowledged',
    ])
    expect((await phone.stop(stops[0]!)).photosShown.map(({ photoID }) => photoID)).toEqual(taken)
    await phone.close()
  })

  test('a request that is too large is halved until it fits', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    for (let n = 0; n < 9; n++) await phone.note(stops[n % 5]!, `note ${n}`)
    // The attempts in the meantime have failed: all nine leave together.
    await phone.passes(MINUTE)
    phone.network.stranger = (url, init) =>
      isDone(url) && (JSON.parse(String(init.body)) as { events: unknown[] }).events.length > 2
        ? ours(413, 'body_too_large')
        : null
    phone.goOnline()
    await phone.settles()
    expect(phone.network.batches.map((batch) => batch.length)).toEqual(expect.arrayContaining([9, 5, 3, 2]))
    await phone.close()
  })

  test('a batch the office refuses is taken apart: only the one that is refused again, alone, needs a person', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    const good = await phone.finish(stops[0]!)
    const bad = await phone.note(stops[1]!, 'the cause')
    const behind = await phone.finish(stops[1]!)
    const other = await phone.finish(stops[2]!)
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes(bad.eventID) && String(init.body).includes('"type":"note"')
        ? ours(422, 'fields_invalid', undefined, 'This can’t be read.')
        : null
    phone.goOnline()
    await phone.passes(5000)
    expect(await phone.event(bad.eventID)).toMatchObject({
      state: 'needs-attention',
      lastAnswer: { code: 'fields_invalid', message: 'This can’t be read.' },
    })
    // FIFO per stop: the record behind it waits, the other stops were sent.
    expect((await phone.event(behind.eventID))?.state).toBe('queued')
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      [good.eventID, other.eventID].sort(),
    )
    expect(await phone.status()).toMatchObject({ kind: 'needs-attention', needsAttention: 1, events: 2 })
    expect((await waiting(phone.phone.db)).map(({ event, why, canEdit }) => [event.eventID, why, canEdit])).toEqual([
      [bad.eventID, 'needs-attention', true],
      [behind.eventID, 'behind-another', false],
    ])
    expect(await phone.stop(stops[1]!)).toMatchObject({
      delivery: 'needs-attention',
      driverNotes: 'the cause',
      outcome: 'COLLECTED',
    })
    await phone.close()
  })

  test('a refused event is edited, sent under its own number, and what waited behind it follows in order', async () => {
    const { phone, stops, runOrderID, driver } = await ready()
    phone.goOffline()
    const bad = await phone.note(stops[1]!, 'unreadable')
    const behind = await phone.finish(stops[1]!)
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('unreadable') ? ours(422, 'fields_invalid') : null
    phone.goOnline()
    await phone.passes(5000)
    await expect(edit(phone.phone, bad.eventID, { notes: '' })).rejects.toThrow('Please check what you entered.')
    await edit(phone.phone, bad.eventID, { notes: 'readable' })
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toEqual([
      bad.eventID,
      behind.eventID,
    ])
    expect((await officeView(business, runOrderID)).jobs[1]?.driverNotes).toBe('readable')
    expect((await phone.event(bad.eventID))?.original).toEqual({ notes: 'unreadable' })
    await phone.close()
  })

  test('a discarded event leaves the stop, what waited behind it goes on, and the office is told', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    const bad = await phone.finish(stops[1]!, 7)
    const behind = await phone.note(stops[1]!, 'later')
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('"pu":7') ? ours(422, 'fields_invalid') : null
    phone.goOnline()
    await phone.passes(5000)
    await discard(phone.phone, bad.eventID)
    expect(await phone.stop(stops[1]!)).toMatchObject({ outcome: null, driverNotes: 'later' })
    await phone.settles()
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => [row.event_id, row.type])).toEqual([
      [behind.eventID, 'note'],
      [expect.any(String), 'undo'],
    ])
    expect(kept[1]?.payload['undoes']).toBe(bad.eventID)
    expect((await phone.event(bad.eventID))?.state).toBe('discarded')
    await phone.close()
  })

  test('a server that crashes on one event does not keep the others waiting for ever', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    const poison = await phone.note(stops[0]!, 'poison')
    const others = [await phone.finish(stops[1]!), await phone.finish(stops[2]!), await phone.finish(stops[3]!)]
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('poison') ? ours(500, 'broken') : null
    phone.goOnline()
    await phone.passes(15 * MINUTE)
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id).sort()).toEqual(
      others.map((event) => event.eventID).sort(),
    )
    expect((await phone.event(poison.eventID))?.state).toBe('queued')
    phone.network.stranger = () => null
    await phone.settles(6 * MINUTE)
    await phone.close()
  })

  test('what waits behind an event the server crashes on is waited for as long, and not looked for four times a second', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    await phone.note(stops[0]!, 'poison')
    await phone.finish(stops[0]!)
    phone.network.stranger = (url, init) =>
      isDone(url) && String(init.body).includes('poison') ? ours(500, 'broken') : null
    phone.goOnline()
    const before = phone.looks
    await phone.passes(15 * MINUTE)
    expect(phone.looks - before).toBeLessThan(60)
    phone.network.stranger = () => null
    await phone.settles(6 * MINUTE)
    await phone.close()
  })

  test('a stale XSRF cookie is renewed within the call and never counts against an event', async () => {
    const { phone, stops } = await ready()
    phone.network.xsrf = null
    const event = await phone.finish(stops[0]!)
    await phone.settles()
    expect(await phone.event(event.eventID)).toMatchObject({ attempts: 1, refusals: 0 })
    phone.network.stranger = (url) => (isDone(url) ? ours(400, 'xsrf_mismatch') : null)
    const second = await phone.finish(stops[1]!)
    await phone.passes(10 * MINUTE)
    expect(await phone.event(second.eventID)).toMatchObject({ state: 'queued', refusals: 0 })
    await phone.close()
  })

  test('an app the office no longer speaks to keeps its queue, says so, and sends after the update', async () => {
    const { phone, stops } = await ready()
    phone.network.stranger = (url) => (isDone(url) ? ours(426, 'app_update_needed') : null)
    const event = await phone.finish(stops[0]!)
    await phone.passes(2 * MINUTE)
    expect(await phone.status()).toMatchObject({ kind: 'update-needed', events: 1 })
    expect(phone.network.batches).toHaveLength(1)
    phone.network.stranger = () => null
    phone.settings.appBuild = 'test-2'
    await phone.restart()
    await phone.settles()
    expect((await phone.event(event.eventID))?.state).toBe('acknowledged')
    await phone.close()
  })

  test('an office that refused this app and takes from it again is found out by Send now', async () => {
    const { phone, stops } = await ready()
    phone.network.stranger = (url) => (isDone(url) ? ours(426, 'app_update_needed') : null)
    const event = await phone.finish(stops[0]!)
    await phone.passes(2 * MINUTE)
    await phone.clock.during(phone.sync.drainNow())
    expect(await phone.status()).toMatchObject({ kind: 'update-needed', events: 1 })
    expect(phone.network.batches).toHaveLength(2)
    phone.network.stranger = () => null
    await phone.passes(10 * MINUTE)
    expect((await phone.event(event.eventID))?.state).toBe('queued')
    await phone.clock.during(phone.sync.drainNow())
    expect((await phone.event(event.eventID))?.state).toBe('acknowledged')
    expect((await phone.status()).kind).toBe('all-sent')
    await phone.close()
  })

  test('a captive portal is told from no signal', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = () => 'captive-200'
    await phone.finish(stops[0]!)
    await phone.passes(1000)
    expect((await phone.status()).kind).toBe('captive')
    phone.network.fate = () => 'drop-request'
    phone.sync.wake('online')
    await phone.passes(1000)
    expect((await phone.status()).kind).toBe('offline')
    await phone.close()
  })

  test('a line that is silent for 30 seconds is given up, and the app stays usable meanwhile', async () => {
    const { phone, stops } = await ready()
    phone.network.fate = (url) => (isDone(url) ? 'hang' : 'none')
    await phone.finish(stops[0]!)
    await phone.passes(20_000)
    await phone.finish(stops[1]!)
    expect((await phone.run()).done).toBe(2)
    phone.network.fate = () => 'none'
    await phone.settles(45_000)
    await phone.close()
  })

  test('a clock set back by two days delays nothing', async () => {
    const { phone, stops } = await ready()
    phone.goOffline()
    await phone.finish(stops[0]!)
    await phone.passes(10 * MINUTE)
    phone.skewMs = -172_800_000
    phone.network.online = true
    await phone.settles(2 * MINUTE)
    expect(Math.abs((await readMeta(phone.phone.db, 'clockOffsetMs'))! - 172_800_000)).toBeLessThan(5000)
    await phone.close()
  })

  test('killed at any await of sending, everything still arrives once and in order', async () => {
    const { phone, stops, driver } = await ready()
    for (let step = 1; step <= 60; step += 2) {
      phone.goOffline()
      await phone.note(stops[step % 5]!, `at step ${step}`)
      await dies(phone, step)
    }
    const kept = await eventsKept(business, driver.userID)
    expect(kept.map((row) => row.seq)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
    await phone.close()
  })

  test('killed at any await while small batches and photos follow one another, everything still arrives once and in order', async () => {
    const { phone, stops, driver } = await ready()
    const isBig = (init: RequestInit) => (JSON.parse(String(init.body)) as { events: unknown[] }).events.length > 2
    phone.network.stranger = (url, init) => (isDone(url) && isBig(init) ? ours(413, 'body_too_large') : null)
    const steps = Array.from({ length: 24 }, (_, at) => 5 + at * 6)
    for (const step of steps) {
      phone.goOffline()
      for (let n = 0; n < 5; n++) await phone.note(stops[n]!, `${n} at step ${step}`)
      if (step % 4 === 1) await phone.photograph(stops[step % 5]!)
      await dies(phone, step)
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
    await phone.close()
  })

  test('while the last outcomes travel the photos’ addresses are asked for; where no verdict comes nothing is kept from being tried again', async () => {
    const { phone, stops, driver } = await ready()
    phone.goOffline()
    await phone.finish(stops[0]!)
    await phone.photograph(stops[0]!)
    await phone.photograph(stops[1]!)
    await phone.passes(MINUTE)
    const asked: string[] = []
    let faults = 1
    phone.network.fate = (url) => {
      asked.push(url.replace(/.*\//, '').replace(/\?.*/, ''))
      return isDone(url) && faults-- > 0 ? 'ours-503' : 'none'
    }
    phone.goOnline()
    await phone.passes(500)
    expect(asked.slice(0, 2).toSorted()).toEqual(['done', 'signed-urls'])
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.type).toSorted()).toEqual([
      'done',
      'photo',
      'photo',
    ])
    await phone.close()
  })

  test('each sync says how far the phone counted, and phone and office agree on the numbers', async () => {
    const { phone, stops } = await ready()
    await phone.finish(stops[0]!)
    await phone.photograph(stops[0]!)
    await phone.settles()
    expect(await readMeta(phone.phone.db, 'reconcile')).toMatchObject({ events: 2, photos: 1, holes: [], equal: true })
    await phone.close()
  })

  test('a record the office lost is noticed by its number and sent again', async () => {
    const { phone, stops, driver } = await ready()
    const lost = await phone.finish(stops[0]!)
    await phone.settles()
    await office.deps.database.pool.query('delete from events where event_id = $1', [lost.eventID])
    await phone.finish(stops[1]!)
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.event_id)).toContain(lost.eventID)
    await phone.close()
  })

  test('a restored database gets the receipts of the last days again, photos included, once', async () => {
    const { phone, stops, driver, runOrderID } = await ready()
    await phone.finish(stops[0]!, 2)
    await phone.photograph(stops[0]!)
    await phone.settles()
    const { pool } = office.deps.database
    await pool.query('delete from incomes where run_order_id = $1', [runOrderID])
    await pool.query('delete from photos where uploaded_by = $1', [driver.userID])
    await pool.query('delete from events where actor_id = $1', [driver.userID])
    await pool.query(
      "update jobs set outcome = null, pu = 0, state = 'planned', photo_ids = '[]', version = 1, driver_notes = null, done_at = null where run_order_id = $1",
      [runOrderID],
    )
    await pool.query("update installation set value = gen_random_uuid()::text where key = 'dataEpoch'")
    await phone.clock.during(phone.sync.pullNow())
    expect((await phone.stop(stops[0]!)).outcome).toBe('COLLECTED')
    phone.sync.wake('asked')
    await phone.settles()
    expect((await eventsKept(business, driver.userID)).map((row) => row.type)).toEqual(['done', 'photo'])
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({
      outcome: 'COLLECTED',
      pu: 2,
      photos: [expect.anything()],
    })
    await phone.close()
  })
})
