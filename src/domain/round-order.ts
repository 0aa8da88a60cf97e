import { type MaybePlaced, placeOf } from './known-place.ts'
import { placeByNeighbours } from './neighbours.ts'
import { metresBetween, type Point } from './place.ts'
import { figuresOf, type OrderSearch, orderSearch } from './route.ts'
import type { OrderQuestion } from './route/question.ts'
import { compareStops, type OrderedStop } from './stop-order.ts'

/** The shortest order of one round's stops by the places that are known (domain.md 18). */

export interface RoundStop extends OrderedStop, MaybePlaced {
  assignmentID: string
}

export interface Travel {
  /** Kilometres an hour, over the whole round. */
  speed: number
  /** Minutes at a stop. */
  atStop: number
}

/** A straight line is this much shorter than the road, on average in towns. */
const DETOUR = 1.3

export interface RoundFigures {
  /** Metres from the first to the last stop with a place. */
  metres: number
  /** Driven and spent at these stops. */
  seconds: number
}

export interface RoundOrder extends RoundFigures {
  /** Every stop of the round. */
  assignmentIDs: string[]
}

export interface RoundSearch {
  /** Stops that have no place, which stay beside their neighbours of the street. */
  readonly withoutPlace: number
  readonly before: RoundFigures
  /** Tries so many changes, a few milliseconds at most for some hundred. */
  improve(changes: number): void
  isDone(): boolean
  best(): RoundOrder
}

/**
 * Looks for the shortest way over the stops that have a place, from whichever is first to whichever is last. Never
 * longer than today's order; the same stops and seed give the same order.
 */
export function roundSearch(stops: readonly RoundStop[], travel: Travel, seed = 1): RoundSearch {
  const today = [...stops].sort(compareStops)
  const placed = today.flatMap((stop) => {
    const point = placeOf(stop)
    return point === null ? [] : [{ stop, point }]
  })
  const question = questionOf(
    placed.map(({ point }) => point),
    travel,
  )
  const search: OrderSearch = orderSearch({ ...question, seed })
  const figures = ({ driven, total }: { driven: number; total: number }): RoundFigures => ({
    metres: Math.round((driven * travel.speed) / 3.6),
    seconds: Math.round(total),
  })
  return {
    withoutPlace: stops.length - placed.length,
    before: figures(figuresOf(question, question.stops)),
    improve: (changes) => search.improve(changes),
    isDone: () => placed.length < 3 || search.isDone(),
    best() {
      const answer = search.answer()
      const order = answer.order.map((at) => placed[at]!.stop)
      return { ...figures(answer), assignmentIDs: withOthers(today, order) }
    },
  }
}

function questionOf(points: readonly Point[], { speed, atStop }: Travel): OrderQuestion {
  const size = points.length
  const seconds = new Float64Array(size * size)
  for (const [a, from] of points.entries())
    for (let b = 0; b < a; b++)
      seconds[a * size + b] = seconds[b * size + a] = (DETOUR * metresBetween(from, points[b]!) * 3.6) / speed
  return {
    times: { size, seconds },
    service: points.map(() => atStop * 60),
    start: 'anywhere',
    end: 'anywhere',
    stops: points.map((_, at) => at),
  }
}

/** Stops without a place go beside their neighbours, as new stops of a run do (domain.md 4, Generate). */
function withOthers(today: readonly RoundStop[], order: readonly RoundStop[]): string[] {
  const positions = new Map(order.map((stop, at) => [stop, at + 1]))
  const together = today.map((stop) => ({ ...stop, runNumber: 1, stopOrder: positions.get(stop) ?? null }))
  return placeByNeighbours(together).map(({ assignmentID }) => assignmentID)
}
