import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectedBags } from '#domain/expected-bags.ts'
import { endsOf } from '#domain/round-ends.ts'
import { isOrderWish, readOrderWish, ROUND_ENDS, ROUND_STARTS, secondsOfDay } from '#domain/round-rules.ts'
import { streetKey, streetProblem, streetsOf } from '#domain/whole-streets.ts'

const point = (latitude: number) => ({ latitude, longitude: 151 })

describe('where a round starts and ends', () => {
  test('a place that is chosen but not set is anywhere, and named once', () => {
    const home = { startsAt: 'home', endsAt: 'home', home: null } as const
    expect(endsOf(home, { depot: point(-33), tip: null })).toEqual({ start: null, end: null, missing: ['home'] })
    const ends = endsOf({ startsAt: 'depot', endsAt: 'tip', home: null }, { depot: point(-33), tip: null })
    expect(ends).toEqual({ start: point(-33), end: null, missing: ['tip'] })
  })

  test('anywhere is never missing, and what is set always counts', () => {
    const places = { depot: point(-33), tip: point(-34) }
    fc.assert(
      fc.property(fc.constantFrom(...ROUND_STARTS), fc.constantFrom(...ROUND_ENDS), (startsAt, endsAt) => {
        const { start, end, missing } = endsOf({ startsAt, endsAt, home: point(-35) }, places)
        expect(missing).toEqual([])
        expect([start === null, end === null]).toEqual([startsAt === 'anywhere', endsAt === 'anywhere'])
      }),
    )
  })
})

test.each([
  ['First', 'first'],
  [' LAST ', 'last'],
  ['9:00', '09:00'],
  ['09.30', '09:30'],
  ['before 9:00', '09:00'],
  ['by 9am', '09:00'],
  ['9 a.m.', '09:00'],
  ['12:15 pm', '12:15'],
  ['12 am', '00:00'],
  ['3:05 PM', '15:05'],
  ['9:00:00 AM', '09:00'],
  ['9', null],
  ['9m', null],
  ['25:00', null],
  ['13 pm', null],
  ['0 am', null],
  ['second', null],
  ['', null],
])('a wish in a file, %j, is %j', (text, wish) => {
  expect(readOrderWish(text)).toBe(wish)
})

test('a wish is first, last or a time of the day', () => {
  for (const wish of ['first', 'last', '00:00', '09:30', '23:59']) expect(isOrderWish(wish)).toBe(true)
  for (const wish of ['', 'First', '9:30', '24:00', '09:60', 'before 9']) expect(isOrderWish(wish)).toBe(false)
  expect(secondsOfDay('09:30')).toBe(34_200)
})

describe('a street that is driven whole', () => {
  test('is one, however it is written, and no house', () => {
    expect(streetKey('Old Castle Rd')).toBe(streetKey('old castle road'))
    expect(streetProblem('Old Castle Rd')).toBeNull()
    for (const name of ['12 Smith St', '42', '3/4 Hill Road', '–']) expect(streetProblem(name)).not.toBeNull()
  })

  test('has the houses of its own suburb only', () => {
    const houses = new Map([
      [0, { suburbID: 'gordon', address: '3 Smith St' }],
      [1, { suburbID: 'pymble', address: '5 Smith St' }],
      [2, { suburbID: 'gordon', address: '2/8 Smith Street' }],
    ])
    expect(streetsOf(houses, [{ suburbID: 'gordon', name: 'smith street', way: 'both-sides' }])).toEqual([
      {
        way: 'both-sides',
        houses: [
          { stop: 0, number: 3 },
          { stop: 2, number: 8 },
        ],
      },
    ])
  })
})

test('expected bags are the mean, rounded up, at least one, and none of a rubbish removal', () => {
  expect(expectedBags('GARDEN_BAG', [])).toBe(1)
  expect(expectedBags('GARDEN_BAG', [1, 2])).toBe(2)
  expect(expectedBags('RUBBISH_REMOVAL', [1, 1])).toBe(0)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (latest) => {
      const bags = expectedBags('GARDEN_BAG', latest)
      expect(bags).toBeGreaterThanOrEqual(Math.min(...latest))
      expect(bags).toBeLessThanOrEqual(Math.max(...latest))
    }),
  )
})
