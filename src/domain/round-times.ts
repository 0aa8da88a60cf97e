import { type RoundPoint, roadMetres, type Travel, wayOf } from './way-times.ts'
import type { Times } from './route/question.ts'

/** How long a round takes over its points (domain.md 18). */

/** Seconds driven between all points. */
export function timesOf(points: readonly RoundPoint[], travel: Travel): Times {
  const way = wayOf(travel)
  const size = points.length
  const seconds = new Float64Array(size * size)
  for (const [a, from] of points.entries())
    for (let b = 0; b < a; b++) seconds[a * size + b] = seconds[b * size + a] = way(from, points[b]!).seconds
  return { size, seconds }
}

export interface RoundFigures {
  /** The way by road from the start over the stops that have a place to the end. */
  metres: number
  /** Driven, and spent at the stops. */
  seconds: number
  /** From point to point. */
  ways: number
  /** The ways whose time earlier runs tell. */
  drivenWays: number
}

/** @param points in the order in which they are driven @param total seconds */
export function figuresAlong(points: readonly RoundPoint[], total: number, travel: Travel): RoundFigures {
  const way = wayOf(travel)
  const legs = points.slice(1).map((to, at) => [points[at]!, to] as const)
  return {
    metres: Math.round(legs.reduce((sum, [from, to]) => sum + roadMetres(from.point, to.point), 0)),
    seconds: Math.round(total),
    ways: legs.length,
    drivenWays: legs.filter(([from, to]) => way(from, to).isDriven).length,
  }
}
