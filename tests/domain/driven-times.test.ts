import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BREAK, type DrivenStop, drivenTimes, gapsOf, GAPS_KEPT, newestGaps } from '#domain/driven-times.ts'
import { roundPoint, secondsAtStop, type Travel, wayOf } from '#domain/way-times.ts'

const MINUTE = 60_000
/** Metres north of a point in Hornsby. */
const north = (metres: number) => ({ latitude: -33.7 + metres / 111_195, longitude: 151.1 })
const stop = (minute: number, address: string, metres: number | null, more: Partial<DrivenStop> = {}): DrivenStop => ({
  driverID: 'dan',
  at: minute * MINUTE,
  suburb: 'Hornsby',
  address,
  point: metres === null ? null : north(metres),
  ...more,
})
const travel: Travel = { speed: 30, atStop: 2 }
/** The same way on so many days. */
const learnt = (days: number, ...stops: readonly DrivenStop[]) => {
  const all = Array.from({ length: days }, (_, day) =>
    stops.map((each) => ({ ...each, at: each.at + day * 24 * 60 * MINUTE })),
  )
  return drivenTimes([...gapsOf(all.flat()).values()])
}
const named = (address: string, metres: number) => roundPoint(north(metres), { suburb: 'Hornsby', address })

describe('Driven times (domain.md 18)', () => {
  test('Without records a way is the straight line times 1.3 at the firm’s speed', () => {
    const wayBetween = wayOf(travel)
    const way = wayBetween(named('1 High St', 0), named('9 Low Rd', 1_000))
    expect(way.isDriven).toBe(false)
    expect(way.seconds).toBeCloseTo((1.3 * 1_000 * 3.6) / 30, 3)
    expect(secondsAtStop(travel)).toBe(120)
  })

  test('Three gaps from street to street replace it, both ways; two say nothing', () => {
    const way = [stop(0, '1 High Street', 0), stop(8, '9 Low Rd', 1_000)]
    expect(learnt(2, ...way).streets).toEqual([])
    const wayBetween = wayOf({ ...travel, driven: learnt(3, ...way) })
    const [high, low] = [named('1 High St', 0), named('9 Low Road', 1_000)]
    // Eight minutes from record to record, of which two are at the stop.
    const sixMinutes = { seconds: expect.closeTo(360, 0) as number, isDriven: true }
    expect(wayBetween(high, low)).toEqual(sixMinutes)
    expect(wayBetween(low, high)).toEqual(sixMinutes)
  })

  test('Where a street is not known, the pace between the suburbs counts, per metre', () => {
    const wayBetween = wayOf({ ...travel, driven: learnt(3, stop(0, '1 High St', 0), stop(8, '9 Low Rd', 1_000)) })
    const other = wayBetween(named('5 Mid Av', 0), named('7 Far Cl', 2_000))
    expect(other).toEqual({ seconds: expect.closeTo(720, 0) as number, isDriven: true })
  })

  test('Stops side by side tell the time at a stop', () => {
    const driven = learnt(3, stop(0, '1 High St', 0), stop(1.5, '3 High St', 20))
    expect(driven.atStop).toBe(90)
    expect(secondsAtStop({ ...travel, driven })).toBe(90)
  })

  test('Stops told one after the other at the end of a street say nothing', () => {
    const told = [stop(0, '1 High St', 0), stop(0.1, '3 High St', 20), stop(0.2, '9 Low Rd', 1_000)]
    expect(gapsOf(told).size).toBe(0)
  })

  test('A break is left out, and so is the gap between two drivers', () => {
    expect(gapsOf([stop(0, '1 High St', 0), stop(BREAK / 60 + 1, '9 Low Rd', 1_000)]).size).toBe(0)
    expect(gapsOf([stop(0, '1 High St', 0), stop(5, '9 Low Rd', 1_000, { driverID: 'eve' })]).size).toBe(0)
  })

  test('No way becomes shorter than a quarter, whatever the records say', () => {
    const wayBetween = wayOf({ ...travel, driven: learnt(3, stop(0, '1 High St', 0), stop(0.3, '9 Low Rd', 1_000)) })
    const way = wayBetween(named('1 High St', 0), named('9 Low Rd', 1_000))
    expect(way.seconds).toBeCloseTo((0.25 * 1.3 * 1_000 * 3.6) / 30, 3)
  })

  test('Stops without a place still tell the way from street to street', () => {
    const wayBetween = wayOf({ ...travel, driven: learnt(3, stop(0, '1 High St', null), stop(8, '9 Low Rd', null)) })
    expect(wayBetween(named('1 High St', 0), named('9 Low Rd', 1_000)).seconds).toBe(360)
  })

  test('Only the newest gaps are kept', () => {
    const gaps = Array.from({ length: 40 }, (_, at) => [at, null] as const)
    expect(newestGaps(gaps.slice(0, 25), gaps.slice(25))).toEqual(gaps.slice(40 - GAPS_KEPT))
  })

  test('The order in which records arrive changes nothing, and each way has a time that can be driven', () => {
    const stops = fc.array(
      fc.record({
        driverID: fc.constantFrom('dan', 'eve'),
        at: fc.integer({ min: 0, max: 20_000_000 }),
        suburb: fc.constantFrom('Hornsby', 'Asquith'),
        address: fc.constantFrom('1 High St', '3 High St', '9 Low Rd', 'no number'),
        point: fc.option(fc.integer({ min: 0, max: 5_000 }).map(north), { nil: null }),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(stops, (all) => {
        const once = all.filter(({ at }, index) => all.findIndex((other) => other.at === at) === index)
        const driven = drivenTimes([...gapsOf(once).values()])
        const again = drivenTimes([...gapsOf(once.toReversed()).values()])
        const byName = ({ streets, suburbs, atStop }: typeof driven) => ({
          atStop,
          streets: new Set(streets.map((row) => JSON.stringify(row))),
          suburbs: new Set(suburbs.map((row) => JSON.stringify(row))),
        })
        expect(byName(again)).toEqual(byName(driven))
        const wayBetween = wayOf({ ...travel, driven })
        for (const a of once)
          for (const b of once) {
            if (a.point === null || b.point === null) continue
            const way = wayBetween(roundPoint(a.point, a), roundPoint(b.point, b))
            expect(way.seconds).toBeGreaterThanOrEqual(0)
            expect(Number.isFinite(way.seconds)).toBe(true)
          }
      }),
    )
  })
})
