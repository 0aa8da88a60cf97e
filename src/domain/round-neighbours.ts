import { placeByNeighbours } from './neighbours.ts'
import { orderKey, type OrderedStop } from './stop-order.ts'

/**
 * Finds for each stop without a place the stop with a place that it goes with (domain.md 4, Divided round).
 * @param stops in today's order
 * @param placed those with a place, at least one, in today's order
 */
export function besidePlaced<Stop extends OrderedStop>(
  stops: readonly Stop[],
  placed: readonly Stop[],
): Map<Stop, Stop> {
  const places = new Map(placed.map((stop, at) => [stop, at + 1]))
  const inOneLine = placeByNeighbours(
    stops.map((stop) => ({
      stop,
      suburb: stop.suburb,
      address: stop.address,
      refId: stop.refId,
      runNumber: 1,
      stopOrder: places.get(stop) ?? null,
    })),
  ).map(({ stop }) => stop)
  return new Map(
    inOneLine.flatMap((stop, at) => {
      if (places.has(stop)) return []
      const before = inOneLine.slice(0, at).findLast((one) => places.has(one))
      const after = inOneLine.slice(at).find((one) => places.has(one))
      return [[stop, nearer(stop, before, after)!] as const]
    }),
  )
}

/** Chooses of the stops before and after the one of the same street, else of the same suburb, else the one before. */
function nearer<Stop extends OrderedStop>(stop: Stop, before: Stop | undefined, after: Stop | undefined) {
  if (before === undefined || after === undefined) return before ?? after
  const key = orderKey(stop)
  const apart = (other: Stop) => {
    const { suburb, street, number } = orderKey(other)
    if (suburb !== key.suburb) return Infinity
    return street === key.street ? Math.abs(number - key.number) : 1e9
  }
  return apart(after) < apart(before) ? after : before
}
