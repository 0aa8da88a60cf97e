import { metresBetween, type Point } from './place.ts'
import type { Times } from './route/question.ts'

/** How long ways take between the points of a round (domain.md 18). */

export interface Travel {
  /** Kilometres an hour, over the whole round. */
  speed: number
  /** Minutes at a stop. */
  atStop: number
}

/** Seconds driven from one point to the other, the same both ways. */
export type SecondsBetween = (a: Point, b: Point) => number

/** A straight line is this much shorter than the road, on average in towns. */
const DETOUR = 1.3

export const straightSeconds =
  ({ speed }: Travel): SecondsBetween =>
  (a, b) =>
    (DETOUR * metresBetween(a, b) * 3.6) / speed

export function timesOf(points: readonly Point[], secondsBetween: SecondsBetween): Times {
  const size = points.length
  const seconds = new Float64Array(size * size)
  for (const [a, from] of points.entries())
    for (let b = 0; b < a; b++) seconds[a * size + b] = seconds[b * size + a] = secondsBetween(from, points[b]!)
  return { size, seconds }
}

export interface RoundFigures {
  /** Driven, from the start over the stops with a place to the end. */
  metres: number
  /** Driven, and spent at the stops. */
  seconds: number
}

/** A search's seconds as people read them. */
export const figuresIn = ({ speed }: Travel, { driven, total }: { driven: number; total: number }): RoundFigures => ({
  metres: Math.round((driven * speed) / 3.6),
  seconds: Math.round(total),
})
