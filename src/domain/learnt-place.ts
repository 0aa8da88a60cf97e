import { type Day } from './dates.ts'
import { middleOf } from './middle.ts'
import { metresBetween, type Point, rounded } from './place.ts'

/**
 * How a place is learnt from where drivers' phones were at their outcomes (domain.md 18). A position says nothing alone:
 * a driver may tap late, elsewhere.
 */

/** One position on one day; the phone sends none that is less accurate than this, metres. */
export const ACCURACY_MAX = 50
/** Seconds; an older position was measured before the truck stopped here. */
export const POSITION_AGE_MAX = 15
/** Metres from their middle within which positions agree. */
export const AGREE_WITHIN = 40
/** Positions of so many different days make a place. */
export const DAYS_NEEDED = 3
/** Later positions still move a place, until it rests on so many. */
export const VISITS_MAX = 10
/** Days after which a position that made no place is deleted. */
export const POSITION_DAYS_MAX = 60

export interface Visit extends Point {
  readonly day: Day
}

export interface LearntPlace extends Point {
  /** Days whose positions agree. */
  readonly visits: number
  /** The newest of these days. */
  readonly day: Day
  /** Metres from the middle within which all agreeing positions are. */
  readonly accuracy: number
}

/**
 * The place on which the positions of enough days agree; null: they don't yet. One far position moves nothing, because
 * only those that agree are taken. Where two groups agree, such as before and after a customer moved the bag, the larger
 * one counts, and of two equal ones the newer.
 */
export function placeLearnt(visits: readonly Visit[]): LearntPlace | null {
  const newestFirst = visits.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  let best: LearntPlace | null = null
  for (const seed of newestFirst) {
    const found = around(seed, newestFirst)
    if (found !== null && found.visits > (best?.visits ?? 0)) best = found
  }
  return best
}

/** The agreeing positions around one of them: those near it, and of these the ones near their middle. */
function around(seed: Visit, visits: readonly Visit[]): LearntPlace | null {
  const near = onePerDay(visits.filter((visit) => metresBetween(visit, seed) <= 2 * AGREE_WITHIN))
  if (near.length < DAYS_NEEDED) return null
  const middle = middleOf(near)
  const agreeing = near.filter((visit) => metresBetween(visit, middle) <= AGREE_WITHIN)
  if (agreeing.length < DAYS_NEEDED) return null
  const place = middleOf(agreeing)
  const away = Math.max(...agreeing.map((visit) => metresBetween(visit, place)))
  if (away > AGREE_WITHIN) return null
  const newest = agreeing.reduce((latest, { day }) => (day > latest ? day : latest), agreeing[0]!.day)
  return { ...rounded(place), visits: agreeing.length, day: newest, accuracy: Math.max(1, Math.round(away)) }
}

/** Two positions of one day are one visit. */
function onePerDay(visits: readonly Visit[]): Visit[] {
  return [...new Map(visits.map((visit) => [visit.day, visit])).values()]
}

/**
 * A learnt place after a further visit near it: the mean moves by the visit's share, so that no position needs to be
 * kept. Null: the visit is elsewhere, or of a day that the place has taken in already.
 */
export function placeRefined(place: LearntPlace, visit: Visit): LearntPlace | null {
  if (visit.day <= place.day || metresBetween(place, visit) > AGREE_WITHIN) return null
  const visits = Math.min(VISITS_MAX, place.visits + 1)
  const mean = (old: number, one: number) => old + (one - old) / visits
  return {
    ...rounded({
      latitude: mean(place.latitude, visit.latitude),
      longitude: mean(place.longitude, visit.longitude),
    }),
    visits,
    day: visit.day,
    accuracy: Math.max(place.accuracy, Math.round(metresBetween(place, visit))),
  }
}

/** What is known of a customer after some visits. */
export interface Learning {
  /** The place that the visits made or moved; null: they did neither. */
  readonly learnt: LearntPlace | null
  /** Visits that wait for others which agree. */
  readonly waiting: readonly Visit[]
}

/**
 * Takes in visits, oldest first: one near the learnt place moves it, any other waits, and those that agree make a place.
 * @param place the one learnt until now; null: there is none
 * @param waiting the visits that wait, at most one a day
 */
export function learnFrom(place: LearntPlace | null, waiting: readonly Visit[], visits: readonly Visit[]): Learning {
  const left = [...waiting]
  let now = place
  for (const visit of visits) {
    const refined = now && placeRefined(now, visit)
    if (refined) now = refined
    else if ((now === null || visit.day > now.day) && !left.some(({ day }) => day === visit.day)) left.push(visit)
  }
  const agreed = placeLearnt(left)
  return agreed ? { learnt: agreed, waiting: [] } : { learnt: now === place ? null : now, waiting: left }
}
