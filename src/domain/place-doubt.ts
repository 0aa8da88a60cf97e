import { median, middleOf } from './middle.ts'
import { ISLANDS, isInside, type Box, metresBetween, type Point } from './place.ts'
import type { StateOfAustralia } from './words.ts'

/** Why a place that could be right is probably wrong (domain.md 18). It is said, and never refused. */

/** Where a suburb's customers are. */
export interface Around {
  readonly middle: Point
  /** Metres from the middle beyond which a place is probably wrong. */
  readonly far: number
}

/** Fewer places of a suburb don't say where it is. */
const OTHERS_LEAST = 3
/** Metres; a suburb at the edge of a town is a few kilometres wide. */
const FAR_LEAST = 5_000

/** Null: there are too few places to say where the suburb is. */
export function aroundOf(points: readonly Point[]): Around | null {
  if (points.length < OTHERS_LEAST) return null
  const middle = middleOf(points)
  const usual = median(points.map((point) => metresBetween(point, middle)))
  return { middle, far: Math.max(FAR_LEAST, 4 * usual) }
}

/** Metres from the middle of the suburb's other places, if that is suspiciously far; else null. */
export function farFrom(point: Point, around: Around | null): number | null {
  const away = around === null ? 0 : metresBetween(point, around.middle)
  return around !== null && away > around.far ? Math.round(away) : null
}

/** Drawn some 10 km beyond the borders and coasts, degrees; islands far out are added. */
const STATES: Readonly<Record<StateOfAustralia, Box>> = {
  NSW: { north: -28.05, south: -37.6, west: 140.9, east: 153.8 },
  VIC: { north: -33.9, south: -39.3, west: 140.85, east: 150.1 },
  QLD: { north: -9, south: -29.3, west: 137.9, east: 153.8 },
  SA: { north: -25.9, south: -38.2, west: 128.9, east: 141.1 },
  WA: { north: -13.4, south: -35.4, west: 112.5, east: 129.1 },
  TAS: { north: -39.1, south: -44, west: 143.4, east: 148.8 },
  // The Territory is taken with Jervis Bay.
  ACT: { north: -35, south: -36.05, west: 148.6, east: 150.85 },
  NT: { north: -10.7, south: -26.1, west: 128.9, east: 138.1 },
}

const isInState = (point: Point, state: StateOfAustralia): boolean =>
  isInside(point, STATES[state]) || ISLANDS.some((island) => island.state === state && isInside(point, island))

/** @param metres from the suburb's other customers */
const farAway = (metres: number, suburb: string) =>
  `This is ${Math.round(metres / 1000).toLocaleString('en-AU')} km from the other customers in ${suburb}. Check it.`

interface Home {
  readonly suburb: string
  readonly state: StateOfAustralia
  /** Metres from the suburb's other customers, if that is suspiciously far; else null. */
  readonly away: number | null
}

/** Why a place is probably wrong for a customer, in a sentence; null: nothing says so. */
export function placeDoubt(point: Point, { suburb, state, away }: Home): string | null {
  if (away !== null) return farAway(away, suburb)
  return isInState(point, state) ? null : `This isn’t in ${state}. Check it.`
}
