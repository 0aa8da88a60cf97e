import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressReplaces,
  type Candidate,
  CANDIDATES_MOST,
  homeOf,
  listedStreet,
  type ListedHome,
  nearness,
  suburbKey,
  withCandidate,
} from '#domain/address-match.ts'

/** "3/12A-14" or "lot 5" as a file of addresses lists it. */
function listed(text: string): ListedHome {
  const { home } = homeOf(`${text} Smith St`)
  const last = /-(\d+)/.exec(text)?.[1]
  return { ...home, last: last === undefined ? home.number : Number(last) }
}
const near = (wanted: string, other: string) => nearness(homeOf(`${wanted} Smith St`).home, listed(other))

describe('an address in a file of addresses', () => {
  test.each([
    ['12', '12'],
    ['12a', '12A'],
    ['3/12', '3/12'],
    ['Unit 3, 12', '3/12'],
    ['G01/12', 'G1/12'],
    ['Lot 5', 'Lot 5'],
  ])('%s is %s', (wanted, other) => {
    expect(near(wanted, other)).toEqual({ rank: 0, metres: 15 })
  })

  test.each([
    ['3/12', '12', 25],
    ['3/12', '4/12', 25],
    ['12', '3/12', 25],
    ['12', '12-14', 25],
    ['14', '12-14', 25],
    ['12', '12A', 25],
    ['12', '14', 30],
    ['12', '8', 45],
    ['20', '14-18', 30],
  ])('%s is near %s', (wanted, other, metres) => {
    expect(near(wanted, other)).toMatchObject({ rank: expect.any(Number), metres })
    expect(near(wanted, other)!.rank).toBeGreaterThan(0)
  })

  test.each([
    ['12', '13'],
    ['12', '18'],
    ['13', '12-14'],
    ['5', 'Lot 5'],
    ['Lot 5', '5'],
    ['Lot 5', 'Lot 7'],
  ])('%s is not near %s', (wanted, other) => {
    expect(near(wanted, other)).toBeNull()
  })

  test('without a number is near nothing', () => {
    expect(near('Gumnut Farm,', '2')).toBeNull()
  })

  test('the unit is nearer than the house, that nearer than another unit, a range, and a neighbour', () => {
    const ranks = ['3/12', '12', '4/12', '3/12-14', '12-14', '3/14', '16'].map((other) => near('3/12', other)!.rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    expect(new Set(ranks).size).toBe(ranks.length)
  })
})

const number = fc.integer({ min: 1, max: 40 })
const home = fc.record({
  number,
  suffix: fc.constantFrom('', '', 'a', 'b'),
  unit: fc.constantFrom('', '', '1', '2'),
  isLot: fc.constantFrom(false, false, false, true),
})
const listedHome = fc
  .tuple(home, fc.constantFrom(0, 0, 2, 4))
  .map(([one, more]): ListedHome => ({ ...one, last: one.number + (one.isLot ? 0 : more) }))

test('what is near is on the same side, at most four numbers away, and the more metres the farther', () => {
  fc.assert(
    fc.property(home, listedHome, listedHome, (wanted, one, other) => {
      const [a, b] = [nearness(wanted, one), nearness(wanted, other)]
      if (a === null) return
      expect(Math.abs(wanted.number - one.number) % 2).toBe(0)
      expect(wanted.number).toBeGreaterThanOrEqual(one.number - 4)
      expect(wanted.number).toBeLessThanOrEqual(one.last + 4)
      expect(wanted.isLot).toBe(one.isLot)
      if (b !== null && a.rank < b.rank) expect(a.metres).toBeLessThanOrEqual(b.metres)
    }),
  )
})

test('a home is found as itself, and only as itself exactly', () => {
  fc.assert(
    fc.property(home, listedHome, (wanted, other) => {
      expect(nearness(wanted, { ...wanted, last: wanted.number })?.rank).toBe(0)
      if (nearness(wanted, other)?.rank !== 0) return
      expect(other).toMatchObject({ number: wanted.number, last: wanted.number, suffix: wanted.suffix })
      if (!wanted.isLot) expect(other.unit).toBe(wanted.unit)
    }),
  )
})

test('the nearest are kept, in whatever order they come, and never more than a few', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      rank: fc.integer({ min: 0, max: 5 }),
      metres: fc.constant(15),
      isAlias: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 30 },
  )
  const shuffled = candidates.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  const kept = (all: Candidate[]) => all.reduce<readonly Candidate[]>(withCandidate, [])
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const nearest = kept(all)
      expect(kept(other)).toEqual(nearest)
      expect(nearest).toHaveLength(Math.min(all.length, CANDIDATES_MOST))
      const least = Math.min(...all.map(({ rank }) => rank))
      if (all.length > 0) expect(nearest[0]!.rank).toBe(least)
    }),
  )
})

test('names of streets and suburbs are those of our own addresses', () => {
  for (const [name, type, side, address] of [
    ['SMITH', 'STREET', '', '1 Smith St'],
    ["O'CONNELL", 'ROAD', 'N', '1 O’Connell Rd North'],
    ['ST JOHNS', 'AVENUE', '', '1 Saint Johns Ave'],
    ['THE ESPLANADE', '', '', '1 The Esplanade'],
  ] as const)
    expect(listedStreet(name, type, side)).toBe(homeOf(address).street)
  expect(suburbKey('Mt Colah')).toBe(suburbKey('MOUNT COLAH'))
  expect(suburbKey('Saint Ives')).toBe(suburbKey('ST IVES'))
  expect(suburbKey('St Ives')).not.toBe(suburbKey('St Ives Chase'))
})

test('a place set by hand, learnt, or of the firm’s own file stays', () => {
  expect(addressReplaces(null)).toBe(true)
  expect(addressReplaces({ source: 'imported', accuracy: 30 })).toBe(true)
  expect(addressReplaces({ source: 'imported', accuracy: null })).toBe(false)
  expect(addressReplaces({ source: 'learnt', accuracy: 30 })).toBe(false)
  expect(addressReplaces({ source: 'placed', accuracy: null })).toBe(false)
})
