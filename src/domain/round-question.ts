import { type MaybePlaced, placeOf } from './known-place.ts'
import { offRound, type Point } from './place.ts'
import { secondsOfDay } from './round-rules.ts'
import { timesOf } from './round-times.ts'
import { type RoundPoint, roundPoint, secondsAtStop, type Travel } from './way-times.ts'
import type { OrderProblem, OrderQuestion, Pin, RoundEnd, Street } from './route/question.ts'
import type { OrderedStop } from './stop-order.ts'
import { streetsOf, type WholeStreet } from './whole-streets.ts'

/** Turns stops, wishes and streets into the question of the search, and its problems back (domain.md 4, 18). */

export interface RoundStop extends OrderedStop, MaybePlaced {
  assignmentID: string
  /** The customer's suburb today; missing: in no street that is driven whole. */
  suburbID?: string
  /** "first", "last", or before a time, "HH:MM"; null: none. */
  orderWish?: string | null
}

export interface RoundRules {
  /** Null: anywhere. */
  start: Point | null
  end: Point | null
  /** When the round starts, seconds after midnight. */
  startTime: number
  streets: readonly WholeStreet[]
}

export const NO_RULES: RoundRules = { start: null, end: null, startTime: 0, streets: [] }

/** What an order does not hold, by the stops' ids; times are seconds after midnight. */
export type RoundProblem =
  | { code: 'two_first' | 'two_last'; stop: string; instead: string }
  | { code: 'first_and_last' | 'not_first' | 'not_last' | 'wish_without_place'; stop: string }
  | { code: 'too_far_for_time' | 'late'; stop: string; before: number; arrival: number }
  | { code: 'street_left' | 'sides_mixed'; street: string }
  | { code: 'times_unknown' }
  /** Its place is probably wrong. */
  | { code: 'far_away'; stop: string; metres: number }

export interface Placed<Stop extends RoundStop = RoundStop> {
  stop: Stop
  point: Point
}

export const placedOf = <Stop extends RoundStop>(stops: readonly Stop[]): Placed<Stop>[] =>
  stops.flatMap((stop) => {
    const point = placeOf(stop)
    return point === null ? [] : [{ stop, point }]
  })

export const pointOf = ({ stop, point }: Placed): RoundPoint => roundPoint(point, stop)

/** The points from the start over these stops to the end, in order. It is empty if there are no stops. */
export function wayOver(start: Point | null, stops: readonly Placed[], end: Point | null): RoundPoint[] {
  if (stops.length === 0) return []
  return [
    ...(start === null ? [] : [roundPoint(start)]),
    ...stops.map(pointOf),
    ...(end === null ? [] : [roundPoint(end)]),
  ]
}

/** Points are the stops in their order, then `others`. */
export function pointsQuestion(
  placed: readonly Placed[],
  others: readonly Point[],
  travel: Travel,
): Pick<OrderQuestion, 'times' | 'service' | 'stops'> {
  const atStop = secondsAtStop(travel)
  return {
    times: timesOf([...placed.map(pointOf), ...others.map((point) => roundPoint(point))], travel),
    service: placed.map(() => atStop),
    stops: placed.map((_, at) => at),
  }
}

/** The pins and streets among these stops. */
export function wishesOf(placed: readonly Placed[], { startTime, streets }: Omit<RoundRules, 'start' | 'end'>) {
  const pins = placed.flatMap(({ stop: { orderWish } }, stop): Pin[] => {
    if (!orderWish) return []
    if (orderWish === 'first' || orderWish === 'last') return [{ stop, place: orderWish }]
    return [{ stop, before: secondsOfDay(orderWish) - startTime }]
  })
  const houses = new Map(
    placed.flatMap(({ stop: { suburbID, address } }, at) =>
      suburbID === undefined ? [] : [[at, { suburbID, address }] as const],
    ),
  )
  return { pins, streets: streetsOf(houses, streets) } satisfies { pins: Pin[]; streets: Street[] }
}

export function questionOf(placed: readonly Placed[], rules: RoundRules, travel: Travel): OrderQuestion {
  const { start, end } = rules
  const others = [start, end].filter((point) => point !== null)
  const at = (point: Point | null): RoundEnd => (point === null ? 'anywhere' : placed.length + others.indexOf(point))
  return {
    ...pointsQuestion(placed, others, travel),
    ...wishesOf(placed, rules),
    start: at(start),
    end: at(end),
  }
}

/** The problems that people can do something about. */
export function problemsOf(
  problems: readonly OrderProblem[],
  placed: readonly Placed[],
  { startTime, streets }: Omit<RoundRules, 'start' | 'end'>,
): RoundProblem[] {
  const id = (stop: number) => placed[stop]!.stop.assignmentID
  return problems.flatMap((problem): RoundProblem[] => {
    switch (problem.code) {
      case 'two_first':
      case 'two_last':
        return [{ code: problem.code, stop: id(problem.stop), instead: id(problem.instead) }]
      case 'first_and_last':
      case 'not_first':
      case 'not_last':
        return [{ code: problem.code, stop: id(problem.stop) }]
      case 'too_far_for_time':
      case 'late': {
        const { code, before, arrival } = problem
        return [{ code, stop: id(problem.stop), before: before + startTime, arrival: arrival + startTime }]
      }
      case 'street_left':
      case 'sides_mixed':
        return [{ code: problem.code, street: streets[problem.street]!.name }]
      case 'times_unknown':
        return [{ code: problem.code }]
      default:
        return []
    }
  })
}

/** Wishes that can't be held, because nobody knows where the stop is. */
export const unplacedWishes = (stops: readonly RoundStop[]): RoundProblem[] =>
  stops
    .filter((stop) => stop.orderWish && placeOf(stop) === null)
    .map(({ assignmentID }) => ({ code: 'wish_without_place', stop: assignmentID }))

export const farAway = (placed: readonly Placed[]): RoundProblem[] =>
  [...offRound(placed, ({ point }) => point)].map(([{ stop }, metres]) => ({
    code: 'far_away',
    stop: stop.assignmentID,
    metres: Math.round(metres),
  }))
