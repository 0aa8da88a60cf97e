import type { Street } from './question.ts'

/** For each node its street, or a number of its own. A stop named in two streets belongs to the first. */
export function groupsOf(size: number, stops: readonly number[], streets: readonly Street[]): Int32Array {
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  const groups = Int32Array.from({ length: size }, (_, node) => streets.length + node)
  for (const [street, { houses }] of [...streets.entries()].reverse()) {
    for (const { stop } of houses) {
      const node = nodes.get(stop)
      if (node !== undefined) groups[node] = street
    }
  }
  return groups
}

/** A house's side of its street, and its place there by number. */
interface House {
  odd: boolean
  rank: number
  isLowest: boolean
  isHighest: boolean
}

/** By node: the houses of all streets that are driven one side and back. */
export function housesOf(
  stops: readonly number[],
  streets: readonly Street[],
  groups: Int32Array,
): ReadonlyMap<number, House> {
  const nodes = new Map(stops.map((stop, node) => [stop, node]))
  const found = new Map<number, House>()
  for (const [street, { way, houses }] of streets.entries()) {
    if (way === 'both-sides') continue
    const here = houses
      .map(({ stop, number }) => ({ node: nodes.get(stop) ?? -1, number }))
      .filter(({ node }) => groups[node] === street)
    for (const odd of [true, false]) {
      const side = here.filter(({ number }) => isOdd(number) === odd).sort((a, b) => a.number - b.number)
      for (const [rank, { node }] of side.entries())
        found.set(node, { odd, rank, isLowest: rank === 0, isHighest: rank === side.length - 1 })
    }
  }
  return found
}

export const isOdd = (number: number): boolean => Math.abs(number) % 2 === 1

/**
 * How far a link within a street is from "one side and back": 0 between neighbours of one side, 1 from side to side at
 * an end of the street, else 2. A street with both sides has 1 in all exactly when it is driven so.
 */
export function turnsOf(a: House, b: House): 0 | 1 | 2 {
  if (a.odd === b.odd) return Math.abs(a.rank - b.rank) === 1 ? 0 : 2
  return (a.isLowest && b.isLowest) || (a.isHighest && b.isHighest) ? 1 : 2
}
