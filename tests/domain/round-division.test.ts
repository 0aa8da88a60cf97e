import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DividedStop, type DividingDriver, type DivisionAsked, divideRun } from '#domain/round-division.ts'
import { numbersAfter } from '#domain/round-numbers.ts'

const METRE = 1 / 111_195

const pointAt = (east: number) => ({
  latitude: -33.75,
  longitude: 151.15 + (east * METRE) / Math.cos((33.75 * Math.PI) / 180),
})

/** A stop so many metres east of the depot, in its street by number. */
const stopAt = (number: number, east: number | null, more: Partial<DividedStop> = {}): DividedStop => ({
  assignmentID: `stop-${number}`,
  runNumber: 1,
  stopOrder: number,
  suburb: 'Gordon',
  address: `${number} High Street`,
  refId: String(number),
  ...(east === null ? { latitude: null, longitude: null } : pointAt(east)),
  suburbID: 'gordon',
  orderWish: null,
  driverID: 'ann',
  tiedTo: null,
  bags: 1,
  ...more,
})

const driver = (driverID: string, more: Partial<DividingDriver> = {}): DividingDriver => ({
  driverID,
  start: null,
  end: null,
  truckBags: null,
  longestDay: null,
  takesPart: true,
  ...more,
})

/** Ends after as many looks at the clock. */
function divided(stops: readonly DividedStop[], drivers: readonly DividingDriver[], more: Partial<DivisionAsked> = {}) {
  let looks = 0
  const travel = { speed: 30, atStop: 2 }
  const rules = { startTime: 7 * 3600, streets: [] }
  return divideRun({ stops, drivers, travel, hours: 'equal', ...rules, progress: () => (looks += 1) / 60, ...more })
}

const sharesOf = ({ shares }: ReturnType<typeof divideRun>) =>
  Object.fromEntries(shares.map(({ driverID, assignmentIDs }) => [driverID ?? 'nobody', assignmentIDs]))

const TWO_ENDS = [0, 50, 100, 5_000, 5_050, 5_100].map((east, at) => stopAt(at + 1, east))

describe('a run divided among drivers', () => {
  test('gives each one a compact half, with figures before and after', () => {
    const found = divided(TWO_ENDS, [driver('ann'), driver('bob')])
    const halves = found.shares.map(({ assignmentIDs }) => [...assignmentIDs].sort())
    expect(halves.toSorted()).toEqual([
      ['stop-1', 'stop-2', 'stop-3'],
      ['stop-4', 'stop-5', 'stop-6'],
    ])
    const [ann, bob] = found.shares
    expect(ann!.before).toMatchObject({ stops: 6, bags: 6, metres: 1.3 * 5_100 })
    expect(ann!.after).toEqual({ stops: 3, bags: 3, metres: 130, seconds: 16 + 360, ways: 2, drivenWays: 0 })
    expect(bob!.before).toMatchObject({ stops: 0, bags: 0, metres: 0, seconds: 0 })
    expect(found.problems).toEqual([])
  })

  test('a driver without stops drives nowhere, wherever the day would start and end', () => {
    const ends = { start: pointAt(-9_000), end: pointAt(9_000) }
    const found = divided([stopAt(1, 0)], [driver('ann'), driver('bob', ends)])
    const [ann, bob] = found.shares
    expect(ann!.after.stops).toBe(1)
    for (const figures of [bob!.before, bob!.after])
      expect(figures).toMatchObject({ stops: 0, metres: 0, seconds: 0, ways: 0 })
  })

  test('says how many stops are at the point of another one, and whether all are', () => {
    const two = [driver('ann'), driver('bob')]
    const at = (...metres: number[]) => metres.map((east, number) => stopAt(number + 1, east))
    expect(divided(at(70, 70, 70), two)).toMatchObject({ samePlace: 2, onePlace: true })
    expect(divided(at(70, 70, 900), two)).toMatchObject({ samePlace: 1, onePlace: false })
    expect(divided(at(70, 900), two)).toMatchObject({ samePlace: 0, onePlace: false })
  })

  test('keeps tied customers with their driver, and says who can’t be', () => {
    const tied = TWO_ENDS.map((stop, at) => (at === 0 ? { ...stop, tiedTo: 'bob' } : stop))
    const found = divided(
      tied.map((stop, at) => (at === 5 ? { ...stop, tiedTo: 'eve' } : stop)),
      [driver('ann', { start: pointAt(0), end: pointAt(0) }), driver('bob'), driver('eve', { takesPart: false })],
    )
    expect(sharesOf(found)['bob']).toContain('stop-1')
    expect(found.problems).toEqual([{ code: 'tied_elsewhere', stop: 'stop-6', driverID: 'eve' }])
  })

  test('names bags and hours that no division can hold, counting stops without a place too', () => {
    const stops = [...TWO_ENDS, stopAt(7, null, { bags: 4 })]
    const small = [driver('ann', { truckBags: 3 }), driver('bob', { truckBags: 3 })]
    const found = divided(stops, small)
    expect(found.problems).toContainEqual({ code: 'bags_over_all', bags: 4 })
    const over = found.problems.flatMap((problem) => (problem.code === 'too_many_bags' ? [problem.bags] : []))
    expect(over.reduce((sum, bags) => sum + bags, 0)).toBe(4)
    const short = divided(stops, [driver('ann', { longestDay: 0.1 })])
    expect(short.problems).toMatchObject([{ code: 'too_long_day', driverID: 'ann' }])
  })

  test('a driver who does not take part gives everything away, and nobody’s stops get a driver', () => {
    const stops = TWO_ENDS.map((stop, at) => (at < 2 ? { ...stop, driverID: null } : stop))
    const found = divided(stops, [driver('ann', { takesPart: false }), driver('bob'), driver('eve')])
    expect(found.shares.map(({ driverID, before, after }) => [driverID, before.stops, after.stops])).toEqual([
      ['ann', 4, 0],
      ['bob', 0, 3],
      ['eve', 0, 3],
      [null, 2, 0],
    ])
  })

  test('without drivers, or without any place, says so and changes nothing', () => {
    const none = divided(TWO_ENDS, [driver('ann', { takesPart: false })])
    expect(none.problems).toEqual([{ code: 'no_drivers' }])
    expect(sharesOf(none)).toEqual({ ann: TWO_ENDS.map(({ assignmentID }) => assignmentID) })
    expect(divided([stopAt(1, null)], [driver('ann')]).problems).toEqual([{ code: 'no_places' }])
  })

  test('balances drivers by the stops without a place too', () => {
    const stops = Array.from({ length: 100 }, (_, at) => stopAt(at + 1, at % 16 === 0 ? at * 20 : null))
    const found = divided(stops, [driver('ann'), driver('bob')])
    const counts = found.shares.map(({ after }) => after.stops)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(Math.abs(counts[0]! - counts[1]!)).toBeLessThanOrEqual(20)
    const hours = found.shares.map(({ after }) => after.seconds / 3600)
    expect(Math.abs(hours[0]! - hours[1]!)).toBeLessThan(1)
  })

  test('stops without a place go with their neighbours of the street', () => {
    const stops = [
      stopAt(2, 0, { address: '2 Low Street' }),
      stopAt(4, 50, { address: '4 Low Street' }),
      stopAt(1, 9_000, { address: '1 Hill Road' }),
      stopAt(3, 9_050, { address: '3 Hill Road' }),
      stopAt(8, null, { address: '5 Hill Road' }),
      stopAt(9, null, { address: '3A Low Street' }),
    ]
    const found = divided(stops, [driver('ann'), driver('bob')])
    for (const ids of Object.values(sharesOf(found))) {
      expect(ids.includes('stop-8')).toBe(ids.includes('stop-3'))
      expect(ids.includes('stop-9')).toBe(ids.includes('stop-2'))
    }
    expect(found.withoutPlace).toBe(2)
  })

  test('every open stop has one driver who takes part, tied ones theirs, and the same each time', () => {
    const place = fc.option(fc.integer({ min: -5_000, max: 5_000 }), { freq: 4 })
    const one = fc.record({
      place,
      driverID: fc.constantFrom('ann', 'bob', 'eve', null),
      tiedTo: fc.constantFrom('ann', 'bob', 'eve', null),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.constantFrom('equal', 'any'), (places, hours) => {
        const stops = places.map(({ place: east, ...more }, at) => stopAt(at + 1, east, more))
        const drivers = [driver('ann'), driver('bob'), driver('eve', { takesPart: false })]
        const found = divided(stops, drivers, { hours })
        const { ann = [], bob = [], ...others } = sharesOf(found)
        if (stops.every(({ latitude }) => latitude == null)) return
        expect([...ann, ...bob].sort()).toEqual(stops.map(({ assignmentID }) => assignmentID).sort())
        expect(Object.values(others).flat()).toEqual([])
        for (const { assignmentID, tiedTo } of stops) {
          if (tiedTo === 'ann') expect(ann).toContain(assignmentID)
          if (tiedTo === 'bob') expect(bob).toContain(assignmentID)
        }
        for (const { driverID, after } of found.shares)
          expect(after.stops).toBe(driverID === 'ann' ? ann.length : driverID === 'bob' ? bob.length : 0)
        expect(divided(stops, drivers, { hours })).toEqual(found)
      }),
      { numRuns: 30 },
    )
  })
})

describe('run numbers after a division', () => {
  test('stay with the driver who has most of them, and a further driver gets the lowest free one', () => {
    const stops = [1, 1, 1, 2, 3].map((runNumber, at) => ({ runNumber, driverID: at < 2 ? 'ann' : 'bob' }))
    expect([...numbersAfter(['ann', 'bob', 'eve'], stops)]).toEqual([
      ['ann', 1],
      ['bob', 2],
      ['eve', 3],
    ])
  })

  test('are one for each driver', () => {
    const stop = fc.record({
      runNumber: fc.integer({ min: 1, max: 4 }),
      driverID: fc.constantFrom('ann', 'bob', 'eve', null),
    })
    fc.assert(
      fc.property(fc.subarray(['ann', 'bob', 'eve']), fc.array(stop, { maxLength: 12 }), (drivers, stops) => {
        const numbers = numbersAfter(drivers, stops)
        expect([...numbers.keys()].sort()).toEqual([...drivers].sort())
        expect(new Set(numbers.values()).size).toBe(drivers.length)
      }),
    )
  })
})
