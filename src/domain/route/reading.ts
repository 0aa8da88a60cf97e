import type { KeptPins } from './kept-pins.ts'
import type { LocalTimes } from './local-times.ts'
import type { Tour } from './tour.ts'

/**
 * Reads a closed tour as a round from its start: away from the end; where both are one point, so that "first" and
 * "last" hold, else so that less is late, else in the direction of today's order.
 */
export function readingOf({ size, seconds, service, start, end }: LocalTimes, { first, last, before }: KeptPins) {
  const isTimed = before.some((time) => time < Infinity)

  /** Seconds by which stops are reached too late, all together. */
  function lateRead(tour: Tour, forward: boolean): number {
    let time = 0
    let late = 0
    let from = start
    for (let node = step(tour, start, forward); node < start; node = step(tour, node, forward)) {
      time += seconds[from * size + node]!
      if (time > before[node]!) late += time - before[node]!
      time += service[node]!
      from = node
    }
    return late
  }

  /** true, false: the tour can be read only so; null: both ways. */
  function onlyWay(tour: Tour): boolean | null {
    if (start !== end) return tour.before(start) === end
    if (first !== null) return tour.after(start) === first
    return last === null ? null : tour.before(start) === last
  }

  return {
    isTimed,
    late(tour: Tour): number {
      const way = onlyWay(tour)
      return way === null ? Math.min(lateRead(tour, true), lateRead(tour, false)) : lateRead(tour, way)
    },
    read(tour: Tour): number[] {
      const difference = isTimed ? lateRead(tour, true) - lateRead(tour, false) : 0
      const forward = onlyWay(tour) ?? (difference === 0 ? tour.after(start) < tour.before(start) : difference < 0)
      const order: number[] = []
      for (let node = step(tour, start, forward); node < start; node = step(tour, node, forward)) order.push(node)
      return order
    },
  }
}

const step = (tour: Tour, node: number, forward: boolean) => (forward ? tour.after(node) : tour.before(node))
