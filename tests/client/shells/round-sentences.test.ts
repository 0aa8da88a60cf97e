import { expect, test } from 'vitest'
import type { OrderFigures } from '#domain/round-order.ts'
import { hoursAndMinutes, outcomeOf, sentencesFor } from '#client/shells/route/round-sentences.ts'

const names = { stop: (id: string) => `Customer ${id}`, driver: () => 'Dave' }

test('Many troubles of one kind are four sentences and a count, and each other kind is told too', () => {
  const tied = Array.from({ length: 30 }, (_, at) => ({
    code: 'tied_elsewhere' as const,
    stop: String(at),
    driverID: 'dave',
  }))
  const said = sentencesFor([...tied, { code: 'two_first', stop: 'a', instead: 'b' }], names)
  expect(said).toHaveLength(6)
  expect(said.slice(4)).toEqual([
    'The same is so of 26 more.',
    'Customer a and Customer b both wish to be first. Only Customer b is.',
  ])
  expect(sentencesFor(tied.slice(0, 5), names)).toHaveLength(5)
})

const MINUTE = 60
const HOUR = 60 * MINUTE

const figures = (seconds: number, metres: number, broken = 0) =>
  ({
    seconds,
    metres,
    problems: Array.from({ length: broken }, () => ({ code: 'first', assignmentIDs: [] })),
  }) as unknown as OrderFigures

test.each([
  ['hours as in the figures above it', figures(4 * HOUR, 80_000), '40 km and 3 h 20 min less.'],
  ['less than an hour in minutes', figures(7 * HOUR, 119_000), '1 km and 20 minutes less.'],
  ['one minute', figures(7 * HOUR + 19 * MINUTE, 121_500), '1 minute less, on 1.5 km more.'],
  ['seconds, on a longer way', figures(7 * HOUR + 20 * MINUTE - 20, 120_100), 'It saves less than a minute.'],
  ['nothing', figures(7 * HOUR + 20 * MINUTE, 120_000), 'Nothing shorter was found.'],
])('What a shorter order saves is said in %s', (_, after, sentence) => {
  expect(outcomeOf({ before: figures(7 * HOUR + 20 * MINUTE, 120_000), after })).toBe(sentence)
})

test.each([
  [figures(8 * HOUR + 30 * MINUTE, 120_000), '1 h 10 min more, because it keeps more of the wishes and streets.'],
  [figures(7 * HOUR + 20 * MINUTE, 120_000), 'It keeps more of the wishes and streets.'],
])('An order that keeps more says what that costs', (after, sentence) => {
  expect(outcomeOf({ before: figures(7 * HOUR + 20 * MINUTE, 120_000, 1), after })).toBe(sentence)
})

test.each([
  [0, '0 min'],
  [14 * MINUTE, '14 min'],
  [HOUR - 10, '1 h 0 min'],
  [25 * HOUR + 5 * MINUTE, '25 h 5 min'],
])('%s seconds are said as %s', (seconds, said) => {
  expect(hoursAndMinutes(seconds)).toBe(said)
})
