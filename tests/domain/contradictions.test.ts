import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contradiction } from '#domain/contradictions.ts'
import { foldStop, type RecordedEvent } from '#domain/events.ts'

const STOP = 'stop'
let made = 0
const recorded = (deviceID: string, at: number, what: object): RecordedEvent =>
  ({
    eventID: `event-${++made}`,
    v: 1,
    assignmentID: STOP,
    seq: at,
    deviceID,
    actorID: deviceID,
    occurredAt: new Date(at * 60_000).toISOString(),
    correctedAt: new Date(at * 60_000).toISOString(),
    ...what,
  }) as RecordedEvent

const DONE = { type: 'done', pu: 1 }
const NO_ACCESS = { type: 'not-collected', outcome: 'NO_ACCESS' }

test('two phones that say Done and No access contradict each other', () => {
  const [first, second] = [recorded('one', 1, NO_ACCESS), recorded('two', 2, DONE)]
  expect(contradiction([first, second])).toEqual([first, second])
})

test('a phone does not contradict itself, nor another one that says the same, nor one that took it back', () => {
  const wrong = recorded('two', 2, NO_ACCESS)
  for (const events of [
    [recorded('one', 1, NO_ACCESS), recorded('one', 2, DONE)],
    [recorded('one', 1, DONE), recorded('two', 2, { ...DONE, notes: 'Dog' })],
    [recorded('one', 1, DONE), wrong, recorded('two', 3, { type: 'undo', undoes: wrong.eventID })],
    [recorded('one', 1, DONE), recorded('two', 2, { type: 'note', notes: 'Dog' })],
  ])
    expect(contradiction(events)).toEqual([])
})

test('other bags or another extra amount contradict too, because they are billed', () => {
  for (const other of [
    { ...DONE, pu: 2 },
    { ...DONE, extraAmount: 5 },
  ])
    expect(contradiction([recorded('one', 1, DONE), recorded('two', 2, other)])).toHaveLength(2)
})

test('the order of arrival makes no difference, and the last one is the stop’s outcome', () => {
  const event = fc
    .record({
      deviceID: fc.constantFrom('one', 'two', 'three'),
      at: fc.integer({ min: 1, max: 9 }),
      what: fc.constantFrom(DONE, { ...DONE, pu: 2 }, NO_ACCESS, { type: 'bag-mt' }),
    })
    .map(({ deviceID, at, what }) => recorded(deviceID, at, what))
  fc.assert(
    fc.property(
      fc
        .array(event, { maxLength: 8 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const said = contradiction(all)
        expect(contradiction(shuffled)).toEqual(said)
        if (said.length > 0) expect(said.at(-1)!.eventID).toBe(foldStop(all).outcomeEventID)
      },
    ),
  )
})
