import { placeByNeighbours } from './neighbours.ts'
import {
  NO_RULES,
  type Placed,
  placedOf,
  farAway,
  problemsOf,
  questionOf,
  type RoundProblem,
  type RoundRules,
  type RoundStop,
  unplacedWishes,
  wayOver,
} from './round-question.ts'
import { figuresAlong, type RoundFigures } from './round-times.ts'
import type { Travel } from './way-times.ts'
import { figuresOf, type OrderSearch, orderSearch } from './route.ts'
import type { OrderAnswer } from './route/question.ts'
import { compareStops } from './stop-order.ts'

/** The shortest order of one round's stops by the places that are known (domain.md 18). */

export interface OrderFigures extends RoundFigures {
  /** What this order does not hold. */
  problems: RoundProblem[]
}

export interface RoundOrder extends OrderFigures {
  /** Every stop of the round. */
  assignmentIDs: string[]
}

/** Stops at the very point of another one, of which no search can tell which comes first or who gets it. */
export interface SharedPoints {
  readonly samePlace: number
  /** All of them are at one point. */
  readonly onePlace: boolean
}

export interface RoundSearch extends SharedPoints {
  /** Stops that have no place, which stay beside their neighbours of the street. */
  readonly withoutPlace: number
  readonly before: OrderFigures
  /** Tries so many changes, a few milliseconds at most for some hundred. */
  improve(changes: number): void
  isDone(): boolean
  best(): RoundOrder
}

/**
 * Looks for the shortest way from the start over the stops that have a place to the end. Never longer than today's
 * order, unless that does not hold the wishes; the same stops and seed give the same order.
 */
export function roundSearch(
  stops: readonly RoundStop[],
  travel: Travel,
  rules: RoundRules = NO_RULES,
  seed = 1,
): RoundSearch {
  const today = [...stops].sort(compareStops)
  const placed = placedOf(today)
  const question = questionOf(placed, rules, travel)
  const search: OrderSearch = orderSearch({ ...question, seed })
  const known = [...unplacedWishes(today), ...farAway(placed)]
  const figures = (answer: OrderAnswer): OrderFigures => ({
    ...figuresAlong(
      wayOver(
        rules.start,
        answer.order.map((at) => placed[at]!),
        rules.end,
      ),
      answer.total,
      travel,
    ),
    problems: [...problemsOf(answer.problems, placed, rules), ...known],
  })
  return {
    withoutPlace: stops.length - placed.length,
    ...sharedPoints(placed),
    before: figures(figuresOf(question, question.stops)),
    improve: (changes) => search.improve(changes),
    isDone: () => placed.length < 2 || search.isDone(),
    best() {
      const answer = search.answer()
      const order = answer.order.map((at) => placed[at]!.stop)
      return { ...figures(answer), assignmentIDs: withOthers(today, order) }
    },
  }
}

/** Whether the order is worth offering: it holds more, is less late, or is the same in a shorter time. */
export function isBetter(after: OrderFigures, before: OrderFigures): boolean {
  const more = broken(after) - broken(before) || secondsLate(after) - secondsLate(before)
  return more < 0 || (more === 0 && after.seconds < before.seconds)
}

const broken = ({ problems }: OrderFigures) => problems.filter(({ code }) => code !== 'late').length

/** Counts lateness as the search does (route/reading.ts). */
const secondsLate = ({ problems }: OrderFigures) =>
  problems.reduce((sum, problem) => (problem.code === 'late' ? sum + problem.arrival - problem.before : sum), 0)

export function sharedPoints(placed: readonly Placed[]): SharedPoints {
  const points = new Set(placed.map(({ point: { latitude, longitude } }) => `${latitude} ${longitude}`)).size
  return { samePlace: placed.length - points, onePlace: placed.length > 1 && points === 1 }
}

/**
 * Stops without a place go beside their neighbours, as new stops of a run do (domain.md 4, Generate), but neither before
 * a stop that is first by its wish nor behind one that is last.
 */
export function withOthers(today: readonly RoundStop[], order: readonly RoundStop[]): string[] {
  const positions = new Map(order.map((stop, at) => [stop, at + 1]))
  const together = today.map((stop) => ({ ...stop, runNumber: 1, stopOrder: positions.get(stop) ?? null }))
  const all = placeByNeighbours(together).map(({ assignmentID }) => assignmentID)
  const [first, last] = [order[0], order.at(-1)]
  const inside = all.filter(
    (id) =>
      !(first?.orderWish === 'first' && id === first.assignmentID) &&
      !(last?.orderWish === 'last' && id === last.assignmentID),
  )
  return [
    ...(first?.orderWish === 'first' ? [first.assignmentID] : []),
    ...inside,
    ...(last?.orderWish === 'last' ? [last.assignmentID] : []),
  ]
}
