import { dayOf, timeOf, weekdayOf } from './dates.ts'

/** When a customer is usually collected, by past collections at the same address (domain.md 17). */
export interface UsualTime {
  /** 1 = Monday ... 7 = Sunday. */
  readonly weekday: number
  /** Minutes after midnight, multiples of 10. */
  readonly from: number
  readonly to: number
}

/** Fewer collections show no usual time. */
const FEWEST = 3
/** Only the latest count, because a run is driven in another order from time to time. */
const LATEST = 12
const STEP = 10
/** A narrower range would promise more than a truck can keep. */
const LEAST = 60
/** Minutes of a day. */
const DAY = 1440

/**
 * The weekday of more than half of the collections, and the middle half of their times on it, widened to an hour, from
 * and to whole ten minutes; null: too few, or no such weekday.
 * @param collections when the bag was collected or found empty, in any order
 */
export function usualTime(collections: readonly Date[], timeZone: string): UsualTime | null {
  if (collections.length < FEWEST) return null
  const latest = collections
    .toSorted((a, b) => b.getTime() - a.getTime())
    .slice(0, LATEST)
    .map((at) => ({ weekday: weekdayOf(dayOf(at, timeZone)), minute: minutesOf(timeOf(at, timeZone)) }))
  const ofWeekday = [1, 2, 3, 4, 5, 6, 7].map((weekday) => latest.filter((one) => one.weekday === weekday))
  const most = ofWeekday.find((some) => some.length * 2 > latest.length)
  if (most?.[0] === undefined) return null
  const minutes = most.map(({ minute }) => minute).sort((a, b) => a - b)
  const from = Math.floor(quantile(minutes, 0.25) / STEP) * STEP
  const to = Math.ceil(quantile(minutes, 0.75) / STEP) * STEP
  const wider = Math.max(0, LEAST - (to - from))
  const begin = Math.min(Math.max(0, from - Math.floor(wider / 2 / STEP) * STEP), DAY - Math.max(LEAST, to - from))
  return { weekday: most[0].weekday, from: begin, to: begin + Math.max(LEAST, to - from) }
}

/** Interpolates between the two values beside that part of the sorted list. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)]!
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place))
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
