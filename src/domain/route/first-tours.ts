import { greedyTour } from './greedy.ts'
import type { KeptPins } from './kept-pins.ts'
import type { Links } from './links.ts'
import type { LocalTimes } from './local-times.ts'

/**
 * The tours from which a search starts: today's order; the greedy one; and, where stops have times, the greedy one with
 * those stops moved to its beginning, once alone and once with their streets.
 */
export function firstTours(local: LocalTimes, { links, groups }: Links, pins: KeptPins): number[][] {
  const { size, start, end } = local
  const ends = start === end ? [start] : [start, end]
  const round = (middle: readonly number[]): number[] => {
    const free = middle.filter((node) => node !== pins.first && node !== pins.last)
    return [
      start,
      ...(pins.first === null ? [] : [pins.first]),
      ...free,
      ...(pins.last === null ? [] : [pins.last]),
      ...(start === end ? [] : [end]),
    ]
  }
  const greedy = greedyTour(links, size)
  const today = round([...local.stops.keys()])
  const timed = [...local.stops.keys()].filter((node) => pins.before[node]! < Infinity && node !== pins.first)
  if (timed.length === 0) return [today, greedy]
  const rest = greedy.filter((node) => !ends.includes(node))
  const inTime = mostInTime(timed, local, pins)
  const places = new Map<number, number>()
  for (const [place, node] of inTime.entries()) if (!places.has(groups[node]!)) places.set(groups[node]!, place)
  const place = (node: number) => places.get(groups[node]!) ?? Infinity
  const byStreet = [...rest].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
  return [today, greedy, round([...inTime, ...rest.filter((node) => !timed.includes(node))]), round(byStreet)]
}

/** The stops with times in an order in which as little as possible is late, and then the way is short. */
function mostInTime(timed: readonly number[], { size, seconds, service, start }: LocalTimes, pins: KeptPins): number[] {
  function costOf(order: readonly number[]): number {
    let from = pins.first ?? start
    let time = pins.first === null ? 0 : seconds[start * size + from]! + service[from]!
    let late = 0
    for (const node of order) {
      time += seconds[from * size + node]!
      late += Math.max(0, time - pins.before[node]!)
      time += service[node]!
      from = node
    }
    return late * size * 1000 + time
  }
  const inserted = (order: readonly number[], node: number): number[] => {
    let best: number[] = []
    let least = Infinity
    for (let place = order.length; place >= 0; place -= 1) {
      const tried = order.toSpliced(place, 0, node)
      const cost = costOf(tried)
      if (cost >= least) continue
      best = tried
      least = cost
    }
    return best
  }
  let order: number[] = []
  for (const node of [...timed].sort((a, b) => pins.before[a]! - pins.before[b]!)) order = inserted(order, node)
  for (let round = 0; round < 3; round += 1) {
    for (const node of timed) {
      order = inserted(
        order.filter((other) => other !== node),
        node,
      )
    }
  }
  return order
}
