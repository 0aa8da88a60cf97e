import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundSearch } from '#domain/round-order.ts'
import type { RoundStop } from '#domain/round-question.ts'

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
