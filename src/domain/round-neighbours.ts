import { placeByNeighbours } from './neighbours.ts'
import { orderKey, type OrderedStop } from './stop-order.ts'

/**
 * Which driver a stop without a place goes with: the one it is tied to, else the one who has the neighbour beside whom
 * it would be placed (domain.md 4, Divided round).
 * @param orders for each driver the stops with a place, in order
 * @param tiedTo the driver's number; -1: any
 * @returns for each driver the stops without a place
 */
export function sharedStops<Stop extends OrderedStop>(
  stops: readonly Stop[],
  orders: readonly (readonly Stop[])[],
  tiedTo: (stop: Stop) => number,
): Stop[][] {
  const driverOf = new Map(orders.flatMap((order, driver) => order.map((stop) => [stop, driver] as const)))
  const places = new Map(orders.flat().map((stop, at) => [stop, at + 1]))
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
  const shares: Stop[][] = orders.map(() => [])
  for (const [at, stop] of inOneLine.entries()) {
    if (driverOf.has(stop)) continue
    const tied = tiedTo(stop)
    const neighbour = nearer(
      stop,
      inOneLine.slice(0, at).findLast((one) => driverOf.has(one)),
      inOneLine.slice(at).find((one) => driverOf.has(one)),
    )
    shares[tied === -1 ? driverOf.get(neighbour!)! : tied]!.push(stop)
  }
  return shares
}

/** Of the stops before and after, the one of the same street, else of the same suburb, else the one before. */
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
