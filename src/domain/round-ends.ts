import type { Point } from './place.ts'
import type { RoundEndAt, RoundStartAt } from './round-rules.ts'

/** Where a driver's round starts and ends (domain.md 4, Shortest order). */

export interface DriverEnds {
  startsAt: RoundStartAt
  endsAt: RoundEndAt
  /** Null: not set. */
  home: Point | null
}

export interface FirmPlaces {
  /** Null: not set. */
  depot: Point | null
  tip: Point | null
}

export interface RoundEnds {
  /** Null: anywhere, also where the place is not set. */
  start: Point | null
  end: Point | null
  /** Chosen as start or end, but its place is not set. */
  missing: ('depot' | 'home' | 'tip')[]
}

export function endsOf({ startsAt, endsAt, home }: DriverEnds, { depot, tip }: FirmPlaces): RoundEnds {
  const places = { anywhere: null, depot, home, tip }
  const missing = [startsAt, endsAt].filter((at) => at !== 'anywhere').filter((at) => places[at] === null)
  return { start: places[startsAt], end: places[endsAt], missing: [...new Set(missing)] }
}
