import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBetter, roundSearch } from '#domain/round-order.ts'
import { placeOf } from '#domain/known-place.ts'
import type { RoundRules, RoundStop } from '#domain/round-question.ts'

const TRAVEL = { speed: 30, atStop: 2 }
const METRE = 1 / 111_195

/** A stop so many metres east of the depot, in its street by number. */
const stopAt = (number: number, east: number | null, more: Partial<RoundStop> = {}): RoundStop => ({
  assignmentID: `stop-${number}`,
  runNumber: 1,
  stopOrder: number,
  suburb: 'Gordon',
  address: `${number} High Street`,
  refId: String(number),
  ...(east === null
    ? { latitude: null, longitude: null }
    : { latitude: -33.75, longitude: 151.15 + (east * METRE) / Math.cos((33.75 * Math.PI) / 180) }),
  ...more,
})

function shortest(stops: readonly RoundStop[]) {
  const search = roundSearch(stops, TRAVEL)
  for (let step = 0; step < 30 && !search.isDone(); step++) search.improve(100)
  return { ...search.best(), before: search.before, withoutPlace: search.withoutPlace }
}

describe('the shortest order of a round', () => {
  test('is as short as without a wish whose time has passed, and names that wish', () => {
    const east = Array.from({ length: 20 }, (_, at) => ((at * 7) % 20) * 400)
    const rules = { start: null, end: null, startTime: 11 * 3600, streets: [] }
    const found = (orderWish: string | null) => {
      const stops = east.map((metres, at) => stopAt(at + 1, metres, at === 9 ? { orderWish } : {}))
      const search = roundSearch(stops, TRAVEL, rules)
      for (let step = 0; step < 30 && !search.isDone(); step++) search.improve(100)
      return search
    }
    const [free, late] = [found(null), found('09:00')]
    expect(late.best().seconds).toBe(free.best().seconds)
    expect(late.best().problems.map(({ code }) => code)).toEqual(['too_far_for_time'])
    expect(isBetter(late.best(), late.before)).toBe(true)
  })

  test('is worth offering when a stop is reached less late, even if the way is longer', () => {
    const figures = { metres: 0, ways: 0, drivenWays: 0 }
    const late = (arrival: number) => ({ code: 'late' as const, stop: 'a', before: 100, arrival })
    const before = { ...figures, seconds: 500, problems: [late(400)] }
    expect(isBetter({ ...figures, seconds: 900, problems: [late(150)] }, before)).toBe(true)
    expect(isBetter({ ...figures, seconds: 400, problems: [late(450)] }, before)).toBe(false)
    expect(isBetter({ ...figures, seconds: 400, problems: [late(400)] }, before)).toBe(true)
  })

  test('names a stop whose place is probably wrong', () => {
    const stops = [0, 300, 600, 900].map((east, at) => stopAt(at + 1, east))
    const perth = { ...stopAt(5, 0), latitude: -31.95, longitude: 115.86 }
    expect(shortest([...stops, perth]).problems).toMatchObject([{ code: 'far_away', stop: 'stop-5' }])
    expect(shortest(stops).problems).toEqual([])
  })

  test('visits a straight street from one end to the other', () => {
    const found = shortest([0, 900, 300, 600].map((east, at) => stopAt(at + 1, east)))
    const ways = [
      ['stop-1', 'stop-3', 'stop-4', 'stop-2'],
      ['stop-2', 'stop-4', 'stop-3', 'stop-1'],
    ]
    expect(ways).toContainEqual(found.assignmentIDs)
    // A road is 1.3 times as long as the straight line.
    expect(found.metres).toBe(1170)
    expect(found.before.metres).toBe(2340)
    expect(found.seconds).toBe(Math.round((1.17 / 30) * 3600) + 4 * 120)
  })

  test('keeps stops without a place beside their neighbours, and counts them', () => {
    const found = shortest([
      stopAt(10, 900),
      stopAt(11, null, { stopOrder: 40 }),
      stopAt(20, 0, { address: '2 Low Street' }),
      stopAt(30, 500, { address: '7 Park Road' }),
    ])
    expect(found.withoutPlace).toBe(1)
    const at = found.assignmentIDs.indexOf('stop-10')
    const beside = [found.assignmentIDs[at - 1], found.assignmentIDs[at + 1]]
    expect(beside).toContain('stop-11')
  })

  test('is today’s order where too few places are known, or none', () => {
    const stops = [stopAt(3, 500), stopAt(1, null), stopAt(2, 0)]
    const { assignmentIDs, metres, before } = shortest(stops)
    expect([...assignmentIDs].sort()).toEqual(['stop-1', 'stop-2', 'stop-3'])
    expect(metres).toBe(before.metres)
    expect(shortest([stopAt(1, null), stopAt(2, null)]).assignmentIDs).toEqual(['stop-1', 'stop-2'])
    expect(shortest([]).assignmentIDs).toEqual([])
  })

  test('has every stop once, is never longer than today’s, and the same each time', () => {
    const east = fc.option(fc.integer({ min: -5_000, max: 5_000 }), { freq: 5 })
    fc.assert(
      fc.property(fc.array(east, { maxLength: 25 }), (places) => {
        const stops = places.map((place, at) => stopAt(at + 1, place))
        const found = shortest(stops)
        expect([...found.assignmentIDs].sort()).toEqual(stops.map(({ assignmentID }) => assignmentID).sort())
        expect(found.metres).toBeLessThanOrEqual(found.before.metres)
        expect(shortest(stops)).toEqual(found)
      }),
      { numRuns: 40 },
    )
  })
})

const RULES = { start: null, end: null, startTime: 7 * 3600, streets: [] }

function ordered(stops: readonly RoundStop[], rules: Partial<RoundRules>, steps = 30) {
  const search = roundSearch(stops, TRAVEL, { ...RULES, ...rules })
  for (let step = 0; step < steps && !search.isDone(); step++) search.improve(100)
  return { ...search.best(), before: search.before, onePlace: search.onePlace, samePlace: search.samePlace }
}

const pointAt = (east: number) => placeOf(stopAt(1, east))!

describe('starts, ends, wishes and streets', () => {
  test('the way from the start to the first stop and from the last to the end counts', () => {
    const stops = [stopAt(1, 100), stopAt(2, 200)]
    const found = ordered(stops, { start: pointAt(300), end: pointAt(0) })
    expect(found.assignmentIDs).toEqual(['stop-2', 'stop-1'])
    expect(found.metres).toBe(390)
    expect(found.before.metres).toBe(650)
  })

  test('a wish for a time counts from when the round starts', () => {
    const stops = [0, 1_000, 2_000].map((east, at) => stopAt(at + 1, east))
    const wishing = (orderWish: string) => stops.map((stop, at) => (at === 2 ? { ...stop, orderWish } : stop))
    const kept = ordered(wishing('07:10'), { start: pointAt(-1_000) })
    expect(kept.problems).toEqual([])
    const late = ordered(wishing('07:01'), { start: pointAt(-1_000) })
    expect(late.problems).toMatchObject([{ code: 'too_far_for_time', stop: 'stop-3', before: 7 * 3600 + 60 }])
  })

  test('a neighbour without a place does not go before the first or behind the last', () => {
    const stops = [
      stopAt(10, 0, { orderWish: 'first' }),
      stopAt(20, 900, { orderWish: 'last' }),
      stopAt(15, 500),
      stopAt(9, null),
      stopAt(21, null),
    ]
    const { assignmentIDs } = ordered(stops, {})
    expect([assignmentIDs[0], assignmentIDs.at(-1)]).toEqual(['stop-10', 'stop-20'])
    expect(assignmentIDs).toHaveLength(5)
    const unplaced = ordered([stopAt(1, 0), stopAt(2, 50), stopAt(3, null, { orderWish: 'first' })], {})
    expect(unplaced.problems).toEqual([{ code: 'wish_without_place', stop: 'stop-3' }])
  })

  test('400 stops of one street are driven one side up and the other back', () => {
    const stops = Array.from({ length: 400 }, (_, at) => stopAt(at + 1, 10 * at, { suburbID: 'gordon' }))
    const streets = [{ suburbID: 'gordon', name: 'High St', way: 'one-side-and-back' as const }]
    const found = ordered(stops, { streets }, 3)
    expect(found.problems).toEqual([])
    const sides = found.assignmentIDs.map((id) => Number(id.slice(5)) % 2)
    expect(sides.filter((side, at) => at > 0 && side !== sides[at - 1])).toHaveLength(1)
  })

  test('stops at one point are counted', () => {
    expect(
      ordered(
        [1, 2, 3].map((number) => stopAt(number, 0)),
        {},
      ),
    ).toMatchObject({ onePlace: true, metres: 0 })
    expect(ordered([stopAt(1, 0), stopAt(2, 0), stopAt(3, 9)], {})).toMatchObject({ onePlace: false, samePlace: 1 })
  })

  test('nothing is lost and nothing held is given up, whatever is wished', () => {
    const stop = fc.record({
      east: fc.option(fc.integer({ min: -3_000, max: 3_000 }), { freq: 4 }),
      orderWish: fc.option(fc.constantFrom('first', 'last', '07:05', '08:00'), { freq: 1 }),
    })
    const end = fc.option(fc.integer({ min: -3_000, max: 3_000 }).map(pointAt))
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 12 }), end, end, fc.boolean(), (places, start, last, isWhole) => {
        const stops = places.map(({ east, orderWish }, at) =>
          stopAt(at + 1, east, {
            orderWish,
            suburbID: 'gordon',
            address: `${at + 1} ${at % 3 === 0 ? 'Low' : 'High'} Street`,
          }),
        )
        const streets = isWhole ? [{ suburbID: 'gordon', name: 'Low St', way: 'both-sides' as const }] : []
        const found = ordered(stops, { start, end: last, streets })
        expect([...found.assignmentIDs].sort()).toEqual(stops.map(({ assignmentID }) => assignmentID).sort())
        if (found.before.problems.length === 0) {
          expect(found.problems).toEqual([])
          expect(found.metres).toBeLessThanOrEqual(found.before.metres)
        }
      }),
      { numRuns: 60 },
    )
  })
})
