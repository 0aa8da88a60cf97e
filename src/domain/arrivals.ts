import { BREAK } from './driven-times.ts'
import { median } from './middle.ts'
import type { Point } from './place.ts'
import { roundPoint, secondsAtStop, type Travel, wayOf } from './way-times.ts'

/** When a driver will probably reach the stops still to do (domain.md 18). */

export interface StopAhead {
  assignmentID: string
  suburb: string
  address: string
  /** Null: its place is not known. */
  point: Point | null
  runNumber: number
  stopOrder: number
  /** When its outcome was recorded, ms since 1970; null: still to do. */
  doneAt: number | null
}

/** Seconds for a way that nothing says anything about. */
const UNKNOWN_WAY = 120
/** Milliseconds; after a longer silence the driver may be anywhere. */
export const HEARD_WITHIN = 60 * 60_000
/** Milliseconds; a stop further ahead is probably driven after a break or on another day. */
export const SAID_WITHIN = 6 * 60 * 60_000

/**
 * From where the driver recorded last, in the office's order. A driver who should have been there already is expected
 * now, and everything after it later by as much.
 * @param stops of one driver in one run
 * @param now ms since 1970
 * @returns assignmentID -> ms since 1970, of the stops to do within six hours; empty where the driver has not been heard
 * of within an hour
 */
export function arrivalsOf(stops: readonly StopAhead[], travel: Travel, now: number): Map<string, number> {
  const done = stops.filter(({ doneAt }) => doneAt !== null).sort((a, b) => a.doneAt! - b.doneAt!)
  const last = done.at(-1)
  const found = new Map<string, number>()
  if (last === undefined || now - last.doneAt! > HEARD_WITHIN) return found
  const wayBetween = wayOf(travel)
  const atStop = secondsAtStop(travel)
  const named = (stop: StopAhead) => stop.point && roundPoint(stop.point, stop)
  const gaps = done
    .map(({ doneAt }, at) => (doneAt! - (done[at - 1]?.doneAt ?? doneAt!)) / 1000)
    .filter((seconds) => seconds > 0 && seconds <= BREAK)
  const usual = gaps.length === 0 ? UNKNOWN_WAY : Math.max(0, median(gaps) - atStop)
  const ahead = stops
    .filter(({ doneAt }) => doneAt === null)
    .sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  let at = last.doneAt!
  let from = named(last)
  for (const [index, stop] of ahead.entries()) {
    const to = named(stop)
    at += 1000 * (from && to ? wayBetween(from, to).seconds : usual)
    if (index === 0) at = Math.max(at, now)
    if (at - now > SAID_WITHIN) break
    found.set(stop.assignmentID, Math.round(at))
    at += 1000 * atStop
    from = to
  }
  return found
}

const MINUTE = 60_000
const STEP = 10 * MINUTE
const HOUR = 60 * MINUTE
/** Further ahead a break or the end of the day comes between. */
const TOLD_WITHIN = 2 * HOUR

/**
 * The hour that a customer is told, from and to whole ten minutes; null: too far ahead to say.
 * @param arrival @param now ms since 1970
 */
export function arrivalWindow(arrival: number, now: number): { from: number; to: number } | null {
  if (arrival - now > TOLD_WITHIN) return null
  const from = Math.floor(Math.max(now, arrival - HOUR / 2) / STEP) * STEP
  return { from, to: from + HOUR }
}
