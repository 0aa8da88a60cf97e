import { type DrivenTimes, NOTHING_DRIVEN, streetNameOf } from './driven-times.ts'
import { median } from './middle.ts'
import { metresBetween, type Point } from './place.ts'

/** How long driving takes from point to point (domain.md 18). */

/** A straight line is this much shorter than the road, on average in towns. */
const DETOUR = 1.3
/** No driven time makes a way quicker than this part of the estimate, whatever the records of a day say. */
const QUICKEST = 0.25

export interface Travel {
  /** Kilometres an hour, over the whole round. */
  speed: number
  /** Minutes at a stop. */
  atStop: number
  /** What earlier runs say; missing: nothing. */
  driven?: DrivenTimes | undefined
}

/** Seconds at a stop: what earlier runs say, else the firm's minutes. */
export const secondsAtStop = ({ atStop, driven }: Travel): number => driven?.atStop ?? atStop * 60

export interface Way {
  seconds: number
  /** Whether it rests on records, not on the straight line alone. */
  isDriven: boolean
}

/** A point of a round; both names are empty of one that is no stop, such as the depot. */
export interface RoundPoint {
  point: Point
  suburb: string
  street: string
}

export const roundPoint = (point: Point, stop: { suburb: string; address: string } | null = null): RoundPoint => ({
  point,
  ...(stop === null ? { suburb: '', street: '' } : streetNameOf(stop)),
})

/** Metres by road, by the straight line. */
export const roadMetres = (a: Point, b: Point): number => DETOUR * metresBetween(a, b)

/**
 * What was driven from street to street, else the pace between the suburbs, else the straight line times 1.3 at the
 * firm's speed.
 */
export function wayOf(travel: Travel) {
  const { speed, driven = NOTHING_DRIVEN } = travel
  const atStop = secondsAtStop(travel)
  const streets = pairs(driven.streets, (row) => row)
  const paces = pairs(driven.suburbs, ({ ways }) =>
    median(ways.map(([seconds, metres]) => Math.max(0, seconds - atStop) / metres)),
  )
  /** Seconds for a metre of road. */
  const usual = 3.6 / speed
  return (a: RoundPoint, b: RoundPoint): Way => {
    const road = roadMetres(a.point, b.point)
    const pace = paces(a.suburb, b.suburb)
    const least = QUICKEST * usual * road
    const street = a.street === b.street ? undefined : streets(a.street, b.street)
    if (street !== undefined) {
      // The median is of the houses between which was driven; these two may be further apart, or nearer.
      const further = street.metres === null ? 0 : (road / DETOUR - street.metres) * (pace ?? usual * DETOUR)
      return { seconds: Math.max(least, street.seconds - atStop + further), isDriven: true }
    }
    if (pace !== undefined) return { seconds: Math.max(least, (pace * road) / DETOUR), isDriven: true }
    return { seconds: usual * road, isDriven: false }
  }
}

/**
 * Finds a row by its two names in any order, without making a key, because each pair of a thousand stops is asked for.
 */
function pairs<Row extends { first: string; second: string }, T>(rows: readonly Row[], of: (row: Row) => T) {
  const found = new Map<string, Map<string, T>>()
  for (const row of rows) {
    const beside = found.get(row.first) ?? new Map<string, T>()
    found.set(row.first, beside.set(row.second, of(row)))
  }
  return (one: string, other: string): T | undefined => found.get(one)?.get(other) ?? found.get(other)?.get(one)
}
