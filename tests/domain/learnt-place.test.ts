import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/dates.ts'
import { AGREE_WITHIN, type LearntPlace, placeLearnt, placeRefined, type Visit } from '#domain/learnt-place.ts'
import { metresBetween, type Point } from '#domain/place.ts'

const HOME: Point = { latitude: -33.7, longitude: 151.1 }
const METRE = 1 / 111_195

/** A visit so many metres north and east of home, in a week. */
const visit = (week: number, north: number, east = 0): Visit => ({
  latitude: HOME.latitude + north * METRE,
  longitude: HOME.longitude + (east * METRE) / Math.cos((HOME.latitude * Math.PI) / 180),
  day: addDays('2026-01-05', 7 * week),
})

describe('a place is learnt', () => {
  test('from three visits of different days that agree', () => {
    const place = placeLearnt([visit(0, 0), visit(1, 10), visit(2, 20)])
    expect(place).toMatchObject({ visits: 3, day: '2026-01-19', accuracy: 10 })
    expect(metresBetween(place!, visit(1, 10))).toBeLessThan(1)
  })

  test('not from two, nor from three of one day, nor from three that are apart', () => {
    expect(placeLearnt([visit(0, 0), visit(1, 10)])).toBeNull()
    expect(placeLearnt([visit(0, 0), visit(0, 5), visit(0, 10)])).toBeNull()
    expect(placeLearnt([visit(0, 0), visit(1, 90), visit(2, 180)])).toBeNull()
  })

  test('although one tap came late, elsewhere', () => {
    const place = placeLearnt([visit(0, 0), visit(1, 2_000), visit(2, 5), visit(3, 10)])
    expect(metresBetween(place!, HOME)).toBeLessThan(11)
    expect(place).toMatchObject({ visits: 3 })
  })

  test('the same in whatever order the visits came', () => {
    const visits = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 400 })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(visits, (made) => {
        const all = [...new Map(made.map(([week, north]) => [week, visit(week, north)])).values()]
        expect(placeLearnt(all.toReversed())).toEqual(placeLearnt(all))
      }),
    )
  })

  test('within reach of every visit that it rests on', () => {
    const metres = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(fc.array(fc.tuple(metres, metres), { minLength: 3, maxLength: 9 }), (made) => {
        const visits = made.map(([north, east], week) => visit(week, north, east))
        const place = placeLearnt(visits)
        if (place === null) return
        const near = visits.filter((one) => metresBetween(one, place) <= AGREE_WITHIN + 0.2)
        expect(near.length).toBeGreaterThanOrEqual(place.visits)
        expect(place.accuracy).toBeLessThanOrEqual(AGREE_WITHIN)
      }),
    )
  })
})

describe('a learnt place', () => {
  const place = placeLearnt([visit(0, 0), visit(1, 0), visit(2, 0)])!

  test('moves by its share towards a further visit', () => {
    const refined = placeRefined(place, visit(3, 20))!
    expect(refined).toMatchObject({ visits: 4, day: '2026-01-26' })
    expect(metresBetween(place, refined)).toBeCloseTo(5, 0)
  })

  test('is not moved by a visit elsewhere, or by a day that it has taken in', () => {
    expect(placeRefined(place, visit(3, 300))).toBeNull()
    expect(placeRefined(place, visit(2, 10))).toBeNull()
  })
})

test('with 15 m of noise and every tenth tap late, 95 % of places are within 25 m after five visits', () => {
  let seed = 7
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    const mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
    return ((mixed ^ (mixed >>> 14) ^ Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) >>> 0) / 2 ** 32
  }
  const noise = () => 15 * Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const away: number[] = []
  for (let customer = 0; customer < 4_000; customer++) {
    let place = null as LearntPlace | null
    const waiting: Visit[] = []
    for (let week = 0; week < 5; week++) {
      const late = random() < 0.1 ? 300 + 2_700 * random() : 0
      const bearing = 2 * Math.PI * random()
      const made = visit(week, noise() + late * Math.cos(bearing), noise() + late * Math.sin(bearing))
      const refined: LearntPlace | null = place && placeRefined(place, made)
      if (!refined) waiting.push(made)
      place = refined ?? placeLearnt(waiting) ?? place
    }
    if (place) away.push(metresBetween(place, HOME))
  }
  expect(away.length).toBeGreaterThan(3_800)
  expect(away.filter((metres) => metres <= 25).length / away.length).toBeGreaterThan(0.95)
  expect(Math.max(...away)).toBeLessThan(60)
})
