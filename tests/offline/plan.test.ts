import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BACKOFF_MAX_MS } from '#client/offline/outbox/waits.ts'
import { FREE, type QueueState } from '#client/offline/store/meta.ts'
import { type Outbox, plan } from '#client/offline/outbox/plan.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'

const NOW = Date.parse('2026-11-24T00:00:00Z')

interface Made {
  stop: number
  run: number
  type: 'done' | 'note' | 'photo'
  state: 'queued' | 'sending' | 'needs-attention'
  wait: number
  refusals: number
  attempts: number
  /** Photos: whether the bytes are at the office; null: the phone has no row of the photo. */
  key: boolean | null
  flying: boolean
}

const made: fc.Arbitrary<Made> = fc.record({
  stop: fc.integer({ min: 0, max: 4 }),
  run: fc.integer({ min: 0, max: 1 }),
  type: fc.constantFrom('done', 'note', 'photo'),
  state: fc.constantFrom('queued', 'queued', 'queued', 'sending', 'needs-attention'),
  wait: fc.constantFrom(0, 0, 0, 5_000, BACKOFF_MAX_MS, 86_400_000),
  refusals: fc.constantFrom(0, 0, 0, 1),
  attempts: fc.nat(3),
  key: fc.constantFrom(true, false, false, null),
  flying: fc.constantFrom(false, false, false, true),
})
const lane: fc.Arbitrary<QueueState> = fc.record({
  failures: fc.nat(3),
  nextAttemptAt: fc.constantFrom(0, 0, NOW - 1, NOW + 7_000, NOW + 86_400_000),
  holdUntil: fc.constantFrom(0, 0, NOW + 9_000),
  lastAttemptAt: fc.constant(0),
  batchLimit: fc.integer({ min: 1, max: 6 }),
})
const worlds = fc
  .record({ rows: fc.array(made, { maxLength: 12 }), lane, photoLane: lane })
  .map(({ rows, ...lanes }) => outboxOf(rows, lanes))

function outboxOf(rows: readonly Made[], lanes: { lane?: QueueState; photoLane?: QueueState } = {}): Outbox {
  const events = rows.map(
    ({ stop, run, type, state, wait, refusals, attempts }, at) =>
      ({
        eventID: `e${at}`,
        seq: at + 1,
        // A stop belongs to one run.
        assignmentID: `s${run}${stop}`,
        runOrderID: `r${run}`,
        type,
        payload: type === 'photo' ? { photoID: `p${at}` } : {},
        state,
        nextAttemptAt: wait === 0 ? 0 : NOW + wait,
        refusals,
        attempts,
      }) as unknown as StoredEvent,
  )
  const photos = rows.flatMap(({ type, key }, at) =>
    type === 'photo' && key !== null ? [[`p${at}`, { key: key ? 'https://files/1' : null }] as const] : [],
  )
  const inFlight = rows.flatMap(({ flying, state }, at) => (flying && state !== 'needs-attention' ? [`e${at}`] : []))
  return { events, photos: new Map(photos), inFlight: new Set(inFlight), ...lanes }
}

const DONE: Made = {
  stop: 0,
  run: 0,
  type: 'done',
  state: 'queued',
  wait: 0,
  refusals: 0,
  attempts: 0,
  key: true,
  flying: false,
}
const numbers = (events: readonly StoredEvent[]) => events.map(({ seq }) => seq)
/** As if the request or the uploads had begun. */
const taken = (outbox: Outbox, events: readonly StoredEvent[]): Outbox => ({
  ...outbox,
  inFlight: new Set([...outbox.inFlight, ...events.map(({ eventID }) => eventID)]),
})

describe('what may leave the phone', () => {
  test('A batch is of one run, in order, at most as long as the limit, and alone after a refusal', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { batch } = plan(outbox, NOW)
        expect(new Set(batch.map(({ runOrderID }) => runOrderID)).size).toBeLessThanOrEqual(1)
        expect(numbers(batch)).toEqual(numbers(batch).sort((a, b) => a - b))
        expect(batch.length).toBeLessThanOrEqual(outbox.lane!.batchLimit)
        if (batch.some(({ refusals }) => refusals > 0)) expect(batch).toHaveLength(1)
      }),
    )
  })

  test('Nothing is sent or uploaded that needs attention, is under way, waits, or lacks what it needs', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { batch, uploads } = plan(outbox, NOW)
        for (const event of [...batch, ...uploads]) {
          expect(event.state).not.toBe('needs-attention')
          expect(outbox.inFlight.has(event.eventID)).toBe(false)
          expect(event.nextAttemptAt <= NOW || event.nextAttemptAt > NOW + BACKOFF_MAX_MS).toBe(true)
        }
        const keyOf = (event: StoredEvent) =>
          event.type === 'photo' ? outbox.photos.get(event.payload.photoID)?.key : 'none'
        expect(batch.every((event) => typeof keyOf(event) === 'string')).toBe(true)
        expect(uploads.every((event) => keyOf(event) === null)).toBe(true)
      }),
    )
  })

  test('No outcome, note or undo leaves before an earlier one of its stop', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { batch } = plan(outbox, NOW)
        const sent = new Set(batch.map(({ eventID }) => eventID))
        for (const event of batch.filter(({ type }) => type !== 'photo'))
          for (const earlier of outbox.events)
            if (earlier.type !== 'photo' && earlier.assignmentID === event.assignmentID && earlier.seq < event.seq)
              expect(sent.has(earlier.eventID)).toBe(true)
      }),
    )
  })

  test('The next attempt is now exactly when something may leave now, and never in the past', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { batch, uploads, nextAt } = plan(outbox, NOW)
        expect(nextAt === NOW).toBe(batch.length + uploads.length > 0)
        if (nextAt !== null) expect(nextAt).toBeGreaterThanOrEqual(NOW)
      }),
    )
  })

  test('At the time of the next attempt something may leave', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { nextAt } = plan(outbox, NOW)
        if (nextAt === null) return
        const then = plan(outbox, nextAt)
        expect(then.batch.length + then.uploads.length).toBeGreaterThan(0)
      }),
    )
  })

  test('Request by request everything leaves that is not stuck, each once, whatever its run or stop', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const left: string[] = []
        let now = NOW
        let rest = outbox
        for (let turn = 0; turn < 100; turn++) {
          const { batch, uploads, nextAt } = plan(rest, now)
          if (batch.length + uploads.length === 0) {
            if (nextAt === null) break
            now = nextAt
            continue
          }
          const gone = new Set((batch.length > 0 ? batch : uploads).map(({ eventID }) => eventID))
          left.push(...(batch.length > 0 ? gone : []))
          rest = {
            ...rest,
            events: rest.events.filter(({ eventID }) => batch.length === 0 || !gone.has(eventID)),
            photos: new Map(
              [...rest.photos].map(([id, photo]) => [
                id,
                gone.has(id.replace('p', 'e')) ? { key: 'https://f' } : photo,
              ]),
            ),
          }
        }
        expect(new Set(left).size).toBe(left.length)
        const stuck = plan(rest, now).waiting
        const held = new Set<string>()
        for (const { event } of stuck) {
          const isStuck = event.state === 'needs-attention' || rest.inFlight.has(event.eventID)
          const noRow = event.type === 'photo' && !rest.photos.has(event.payload.photoID)
          expect(isStuck || noRow || held.has(event.assignmentID)).toBe(true)
          if (event.type !== 'photo' && isStuck) held.add(event.assignmentID)
        }
      }),
    )
  })

  test('What was taken is not taken again', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const first = plan(outbox, NOW)
        const second = plan(taken(outbox, [...first.batch, ...first.uploads]), NOW)
        expect(numbers(second.batch).filter((seq) => numbers(first.batch).includes(seq))).toEqual([])
        expect(second.uploads).toEqual([])
        expect(second.uploadsDue).toBe(first.uploadsDue)
      }),
    )
  })

  test('Each unsent record is listed once, in order, with its reason', () => {
    fc.assert(
      fc.property(worlds, (outbox) => {
        const { waiting } = plan(outbox, NOW)
        expect(waiting.map(({ event }) => event)).toEqual(outbox.events)
        for (const { event, why } of waiting) {
          expect(why === 'needs-attention').toBe(event.state === 'needs-attention')
          if (why === 'sending') expect(outbox.inFlight.has(event.eventID)).toBe(true)
        }
      }),
    )
  })

  test('A record behind one that needs attention says so, and other stops go on', () => {
    const outbox = outboxOf([{ ...DONE, state: 'needs-attention' }, DONE, { ...DONE, stop: 1 }])
    const { batch, waiting, nextAt } = plan(outbox, NOW)
    expect(numbers(batch)).toEqual([3])
    expect(waiting.map(({ why }) => why)).toEqual(['needs-attention', 'behind-another', 'not-sent-yet'])
    expect(nextAt).toBe(NOW)
  })

  test('A refused record travels alone, and the next of its stop waits for its verdict', () => {
    const refused = { ...DONE, stop: 1, refusals: 1 }
    const outbox = outboxOf([DONE, refused, { ...DONE, stop: 1 }, { ...DONE, stop: 2 }])
    expect(numbers(plan(outbox, NOW).batch)).toEqual([1, 4])
    const later = plan(outboxOf([refused, { ...DONE, stop: 1 }]), NOW)
    expect(numbers(later.batch)).toEqual([1])
    expect(later.more).toBe(false)
  })

  test('Bytes are not uploaded while outcomes must wait, and outcomes do not wait for bytes', () => {
    const photo: Made = { ...DONE, type: 'photo', key: false }
    const waits = { ...FREE, failures: 1, nextAttemptAt: NOW + 5_000 }
    expect(plan(outboxOf([photo], { lane: waits }), NOW)).toMatchObject({ uploads: [], nextAt: NOW + 5_000 })
    const held = plan(outboxOf([photo, DONE], { photoLane: waits }), NOW)
    expect(numbers(held.batch)).toEqual([2])
    expect(held.uploads).toEqual([])
  })
})
