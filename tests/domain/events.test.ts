import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldStop, NOTHING_RECORDED, orderEvents, type RecordedEvent } from '#domain/events.ts'
import { NOT_COLLECTED_OUTCOMES, OUTCOMES } from '#domain/words.ts'

const T0 = Date.parse('2026-11-09T07:00:00.000Z')
const iso = (minute: number) => new Date(T0 + minute * 60_000).toISOString()

type Said =
  | { type: 'done'; pu: number; extraAmount?: number; notes?: string }
  | { type: 'bag-mt'; notes?: string }
  | { type: 'not-collected'; outcome: (typeof NOT_COLLECTED_OUTCOMES)[number]; notes?: string }
  | { type: 'photo'; photoID: string }
  | { type: 'note'; notes: string }
  | { type: 'undo'; undoes: string }

function event(
  eventID: string,
  seq: number,
  said: Said,
  on: { deviceID?: string; actorID?: string; minute?: number } = {},
): RecordedEvent {
  const { deviceID = 'phone', actorID = 'dan', minute = seq } = on
  const envelope = {
    eventID,
    v: 1,
    assignmentID: 'stop',
    seq,
    deviceID,
    actorID,
    occurredAt: iso(minute),
    correctedAt: iso(minute),
  }
  return said.type === 'photo'
    ? { ...envelope, key: said.photoID, sha256: '', size: 1, takenAt: iso(minute), ...said }
    : { ...envelope, ...said }
}

const done = (pu: number, more: { extraAmount?: number; notes?: string } = {}): Said => ({ type: 'done', pu, ...more })

describe('what a stop’s events add up to', () => {
  it('is nothing without events', () => {
    expect(foldStop([])).toEqual(NOTHING_RECORDED)
  })

  it('is the bags, extra, note, time and driver for Done', () => {
    expect(foldStop([event('a', 1, done(2, { extraAmount: 12.5, notes: 'gate left open' }))])).toEqual({
      outcome: 'COLLECTED',
      emptyPickup: false,
      pu: 2,
      extraAmount: 1250,
      driverNotes: 'gate left open',
      doneAt: iso(1),
      photos: [],
      recordedBy: 'dan',
      outcomeEventID: 'a',
    })
  })

  it('is an empty pickup without bags for Bag MT, and no bags for a stop that could not be collected', () => {
    expect(foldStop([event('a', 1, { type: 'bag-mt' })])).toMatchObject({ outcome: 'EMPTY', emptyPickup: true, pu: 0 })
    for (const outcome of NOT_COLLECTED_OUTCOMES)
      expect(foldStop([event('a', 1, { type: 'not-collected', outcome })])).toMatchObject({
        outcome,
        emptyPickup: false,
        pu: 0,
      })
  })

  it('is at least one bag for Done', () => {
    expect([0, -1, 1, 7, Number.NaN].map((pu) => foldStop([event('a', 1, done(pu))]).pu)).toEqual([1, 1, 1, 7, 1])
  })

  it('is the last outcome when the driver corrects it, and keeps only the note of the earlier one', () => {
    expect(
      foldStop([
        event('a', 1, done(5, { extraAmount: 10, notes: 'heavy' })),
        event('b', 2, { type: 'not-collected', outcome: 'OVERWEIGHT', notes: 'over 30 kg' }),
      ]),
    ).toMatchObject({
      outcome: 'OVERWEIGHT',
      pu: 0,
      extraAmount: 0,
      driverNotes: 'heavy\nover 30 kg',
      outcomeEventID: 'b',
    })
  })

  it('has a note once when a correction repeats it', () => {
    expect(
      foldStop([
        event('a', 1, done(1, { notes: 'dog' })),
        event('b', 2, done(2, { notes: 'dog' })),
        event('c', 3, { type: 'note', notes: 'dog\nsteep drive' }),
      ]).driverNotes,
    ).toBe('dog\nsteep drive')
  })

  it('falls back to the outcome before when the last is undone, and to none when all are', () => {
    const first = event('a', 1, done(1))
    const second = event('b', 2, { type: 'bag-mt' })
    expect(foldStop([first, second, event('c', 3, { type: 'undo', undoes: 'b' })])).toMatchObject({
      outcome: 'COLLECTED',
      outcomeEventID: 'a',
      emptyPickup: false,
    })
    expect(
      foldStop([
        first,
        second,
        event('c', 3, { type: 'undo', undoes: 'b' }),
        event('d', 4, { type: 'undo', undoes: 'b' }),
      ]),
    ).toMatchObject({ outcome: 'COLLECTED', outcomeEventID: 'a' })
    expect(
      foldStop([
        first,
        second,
        event('c', 3, { type: 'undo', undoes: 'b' }),
        event('d', 4, { type: 'undo', undoes: 'a' }),
      ]),
    ).toEqual(NOTHING_RECORDED)
  })

  it('keeps the last outcome when an earlier one is undone', () => {
    expect(
      foldStop([event('a', 1, done(1)), event('b', 2, done(3)), event('c', 3, { type: 'undo', undoes: 'a' })]),
    ).toMatchObject({ pu: 3, outcomeEventID: 'b' })
  })

  it('can’t undo an undo: the outcome has to be recorded again', () => {
    expect(
      foldStop([
        event('a', 1, done(1)),
        event('b', 2, { type: 'undo', undoes: 'a' }),
        event('c', 3, { type: 'undo', undoes: 'b' }),
      ]).outcome,
    ).toBeNull()
  })

  it('leaves out a photo and a note that were undone', () => {
    const said = [
      event('a', 1, { type: 'photo', photoID: 'p1' }),
      event('b', 2, { type: 'photo', photoID: 'p2' }),
      event('c', 3, { type: 'note', notes: 'x' }),
      event('d', 4, { type: 'note', notes: 'y' }),
    ]
    expect(foldStop(said)).toMatchObject({ photos: ['p1', 'p2'], driverNotes: 'x\ny', outcome: null })
    expect(
      foldStop([...said, event('e', 5, { type: 'undo', undoes: 'a' }), event('f', 6, { type: 'undo', undoes: 'c' })]),
    ).toMatchObject({ photos: ['p2'], driverNotes: 'y' })
  })

  it('names the driver who recorded the deciding outcome', () => {
    expect(
      foldStop([
        event('a', 1, done(1), { actorID: 'dan' }),
        event('b', 1, done(2), { actorID: 'eve', deviceID: 'other', minute: 30 }),
      ]).recordedBy,
    ).toBe('eve')
  })
})

describe('the order of events', () => {
  it('is the device’s own count even where its clock was set back', () => {
    const rows = [event('a', 1, done(1), { minute: 100 }), event('b', 2, done(2), { minute: 5 })]
    expect(orderEvents(rows.toReversed()).map(({ eventID }) => eventID)).toEqual(['a', 'b'])
  })

  it('is the corrected time between devices, then the eventID', () => {
    const rows = [
      event('c', 1, done(1), { deviceID: 'one', minute: 10 }),
      event('b', 9, done(2), { deviceID: 'two', minute: 5 }),
      event('a', 10, done(3), { deviceID: 'two', minute: 10 }),
    ]
    expect(orderEvents(rows).map(({ eventID }) => eventID)).toEqual(['b', 'a', 'c'])
  })
})

const said: fc.Arbitrary<Said> = fc.oneof(
  fc.record({
    type: fc.constant('done' as const),
    pu: fc.integer({ min: 1, max: 9 }),
    extraAmount: fc.nat(5000).map((cents) => cents / 100),
  }),
  fc.constant({ type: 'bag-mt' as const }),
  fc.record({ type: fc.constant('not-collected' as const), outcome: fc.constantFrom(...NOT_COLLECTED_OUTCOMES) }),
  fc.record({ type: fc.constant('photo' as const), photoID: fc.uuid() }),
  fc.record({ type: fc.constant('note' as const), notes: fc.uuid() }),
  fc.record({ type: fc.constant('undo' as const), undoes: fc.nat(14).map((n) => `e${n}`) }),
)

/** Several devices, each with its own count; their clocks have arbitrary errors. */
const histories = (clock: 'wild' | 'steady') =>
  fc
    .array(fc.record({ said, device: fc.nat(2), minute: fc.nat(60) }), { maxLength: 15 })
    .map((taps) =>
      taps.map((tap, i) =>
        event(`e${i}`, i, tap.said, { deviceID: `d${tap.device}`, minute: clock === 'wild' ? tap.minute : i }),
      ),
    )

describe('any history of several devices', () => {
  it('has the same result in whatever order and however often the events arrive', () => {
    const arrivals = histories('wild').chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
    )
    fc.assert(
      fc.property(arrivals, ([events, arrived]) => {
        expect(orderEvents(arrived)).toEqual(orderEvents(events))
        expect(foldStop(arrived)).toEqual(foldStop(events))
      }),
    )
  })

  it('keeps each device’s own order and every event once', () => {
    fc.assert(
      fc.property(histories('wild'), (events) => {
        const ordered = orderEvents(events)
        expect(ordered.map(({ eventID }) => eventID).sort()).toEqual(events.map(({ eventID }) => eventID).sort())
        for (const device of ['d0', 'd1', 'd2']) {
          const counts = ordered.filter(({ deviceID }) => deviceID === device).map(({ seq }) => seq)
          expect(counts).toEqual([...counts].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('is in order of time where no clock went back', () => {
    fc.assert(
      fc.property(histories('steady'), (events) => {
        expect(orderEvents(events.toReversed())).toEqual(events)
      }),
    )
  })

  it('with an undo gives the same as without the undo and what it undoes', () => {
    fc.assert(
      fc.property(histories('steady'), (events) => {
        const undone = new Set(events.flatMap((one) => (one.type === 'undo' ? [one.undoes] : [])))
        expect(foldStop(events)).toEqual(
          foldStop(events.filter((one) => one.type !== 'undo' && !undone.has(one.eventID))),
        )
      }),
    )
  })

  it('gives the last outcome that is not undone, and every photo and note that is not undone', () => {
    fc.assert(
      fc.property(histories('wild'), (events) => {
        const record = foldStop(events)
        const undone = new Set(events.flatMap((one) => (one.type === 'undo' ? [one.undoes] : [])))
        const inEffect = orderEvents(events).filter(({ eventID }) => !undone.has(eventID))
        const last = inEffect.filter(({ type }) => ['done', 'bag-mt', 'not-collected'].includes(type)).at(-1)
        expect(record.outcomeEventID).toBe(last?.eventID ?? null)
        expect(record.outcome === null || OUTCOMES.includes(record.outcome)).toBe(true)
        expect(record.pu > 0).toBe(record.outcome === 'COLLECTED')
        expect(record.emptyPickup).toBe(record.outcome === 'EMPTY')
        expect(record.photos).toEqual(inEffect.flatMap((one) => (one.type === 'photo' ? [one.photoID] : [])))
        expect(record.driverNotes).toBe(inEffect.flatMap((one) => (one.type === 'note' ? [one.notes] : [])).join('\n'))
      }),
    )
  })
})

describe('the phone’s view: the office’s row and what is not in it yet', () => {
  it('keeps the text of a note when the row already holds its undo and another phone wrote the same', () => {
    const row = foldStop([
      event('a', 1, done(1, { notes: '5 bags' })),
      event('b', 1, done(5, { notes: '5 bags' }), { deviceID: 'other', minute: 2 }),
      event('c', 2, { type: 'undo', undoes: 'a' }, { minute: 3 }),
    ])
    expect(
      foldStop([], row, [
        event('a', 1, done(1, { notes: '5 bags' })),
        event('c', 2, { type: 'undo', undoes: 'a' }, { minute: 3 }),
      ]),
    ).toMatchObject({ outcome: 'COLLECTED', pu: 5, driverNotes: '5 bags' })
  })

  it('is what the office will have once every event has arrived', () => {
    fc.assert(
      fc.property(histories('steady'), fc.nat(15), (events, arrived) => {
        const inBase = events.slice(0, arrived)
        const base = foldStop(inBase)
        expect(foldStop(events.slice(arrived), base, inBase)).toEqual(foldStop(events))
        expect(foldStop([], base, inBase)).toEqual(base)
      }),
    )
  })

  it('does not change the row it is given', () => {
    const base = Object.freeze({ ...foldStop([event('a', 1, { type: 'photo', photoID: 'p1' })]) })
    foldStop([event('b', 2, { type: 'photo', photoID: 'p2' }), event('c', 3, done(1))], base)
    expect(base.photos).toEqual(['p1'])
  })

  it('clears the row’s outcome when it is undone, even where the phone no longer has its event', () => {
    const base = foldStop([event('a', 1, done(2, { extraAmount: 5 })), event('b', 2, { type: 'photo', photoID: 'p1' })])
    expect(foldStop([event('c', 3, { type: 'undo', undoes: 'a' })], base)).toEqual({
      ...NOTHING_RECORDED,
      photos: ['p1'],
    })
  })

  it('falls back to the outcome before the row’s when that is undone, and not to one undone earlier', () => {
    const inBase = [
      event('a', 1, done(2)),
      event('b', 2, done(3)),
      event('c', 3, { type: 'undo', undoes: 'b' }),
      event('d', 4, { type: 'bag-mt' }),
    ]
    expect(foldStop([event('e', 5, { type: 'undo', undoes: 'd' })], foldStop(inBase), inBase)).toMatchObject({
      outcome: 'COLLECTED',
      pu: 2,
      outcomeEventID: 'a',
    })
  })

  it('shows a photo that is in the row already only once', () => {
    const photo = event('a', 1, { type: 'photo', photoID: 'p1' })
    expect(foldStop([photo, event('b', 2, { type: 'photo', photoID: 'p1' })], foldStop([photo])).photos).toEqual(['p1'])
  })

  it('keeps the office’s own outcome when an older one is undone', () => {
    const base = { ...NOTHING_RECORDED, outcome: 'NOT_OUT' as const, outcomeEventID: 'office', recordedBy: 'ann' }
    expect(foldStop([event('c', 3, { type: 'undo', undoes: 'a' })], base, [event('a', 1, done(1))])).toEqual(base)
  })
})
