import { isDrivenGap } from './driven-times.ts'
import { median } from './middle.ts'
import { inOwnOrder } from './own-order.ts'
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
  /** Still to do. */
  isOpen: boolean
  /** The time at which its driver recorded the outcome, epoch ms; null if it is open or somebody else recorded it. */
  doneAt: number | null
}

/** Seconds for a way that nothing says anything about. */
const UNKNOWN_WAY = 120
/** Milliseconds; after a longer silence the driver may be anywhere. */
export const HEARD_WITHIN = 60 * 60_000
/** Milliseconds; a stop further ahead is probably driven after a break or on another day. */
export const SAID_WITHIN = 6 * 60 * 60_000

/** The last so many records say whether the driver keeps to the order that is known. */
const RECORDS_LOOKED_AT = 3
/** A record may be this many stops ahead in the order, because neighbours are often done the other way round. */
const NEAR = 3

/**
 * Counts from the stop that the driver recorded last, in the driver's own order, else in the office's. A driver who
 * should have been at a stop already is expected there now, and everywhere after it later by as much. Nobody knows when a
 * driver comes back for a stop that was left out, so it is said only once nothing else is ahead.
 * @param stops of one driver in one run
 * @param ownOrder assignmentIDs in the driver's own order, as the phone told it last; empty: the office's
 * @param now epoch ms
 * @returns assignmentID -> epoch ms, of the stops to do within six hours; empty where the driver has not been heard
 * of within an hour, or drives in an order that is not known
 */
export function arrivalsOf(
  stops: readonly StopAhead[],
  ownOrder: readonly string[],
  travel: Travel,
  now: number,
): Map<string, number> {
  const office = [...stops].sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  const order = inOwnOrder(office, ownOrder)
  const done = order.filter(({ doneAt }) => doneAt !== null).sort((a, b) => a.doneAt! - b.doneAt!)
  const last = done.at(-1)
  const found = new Map<string, number>()
  if (last === undefined || now - last.doneAt! > HEARD_WITHIN || !keepsTo(order, done)) return found
  const wayBetween = wayOf(travel)
  const atStop = secondsAtStop(travel)
  const named = (stop: StopAhead) => stop.point && roundPoint(stop.point, stop)
  const gaps = done.map(({ doneAt }, at) => (doneAt! - (done[at - 1]?.doneAt ?? doneAt!)) / 1000).filter(isDrivenGap)
  const usual = gaps.length === 0 ? UNKNOWN_WAY : Math.max(0, median(gaps) - atStop)
  let at = last.doneAt!
  let from = named(last)
  for (const [index, stop] of aheadOf(order, last).entries()) {
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

/** The stops to do behind the last record, else those that were left out before it. */
function aheadOf(order: readonly StopAhead[], last: StopAhead): StopAhead[] {
  const behind = order.slice(order.indexOf(last) + 1).filter(({ isOpen }) => isOpen)
  return behind.length > 0 ? behind : order.filter(({ isOpen }) => isOpen)
}

/**
 * Whether the latest records follow the order: each at one of the next stops that were still to do, and all of them
 * forward together.
 * @param done by time
 */
function keepsTo(order: readonly StopAhead[], done: readonly StopAhead[]): boolean {
  const places = new Map(order.map((stop, at) => [stop, at]))
  const placeOf = (stop: StopAhead | undefined) => (stop === undefined ? -1 : places.get(stop)!)
  const from = Math.max(0, done.length - RECORDS_LOOKED_AT)
  const isNear = (at: number) => {
    const [before, here] = [placeOf(done[at - 1]), placeOf(done[at])]
    const earlier = new Set(done.slice(0, at))
    const between = order.slice(Math.min(before, here) + 1, Math.max(before, here))
    return between.filter((stop) => (stop.isOpen || stop.doneAt !== null) && !earlier.has(stop)).length < NEAR
  }
  const isForward = done.length - from < 2 || placeOf(done.at(-1)) > placeOf(done[from - 1])
  return isForward && done.slice(from).every((_, index) => isNear(from + index))
}

const MINUTE = 60_000
const STEP = 10 * MINUTE
const HOUR = 60 * MINUTE
/** Further ahead a break or the end of the day comes between. */
const TOLD_WITHIN = 2 * HOUR

/**
 * The hour that a customer is told, from and to whole ten minutes; null: too far ahead to say.
 * @param arrival @param now epoch ms
 */
export function arrivalWindow(arrival: number, now: number): { from: number; to: number } | null {
  if (arrival - now > TOLD_WITHIN) return null
  const from = Math.floor(Math.max(now, arrival - HOUR / 2) / STEP) * STEP
  return { from, to: from + HOUR }
}
