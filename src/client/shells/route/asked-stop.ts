import { placeOf } from '#domain/known-place.ts'
import type { Point } from '#domain/place.ts'
import type { RoundRules, RoundStop } from '#domain/round-question.ts'

type Stop = Omit<RoundStop, 'refId' | 'suburbID' | 'orderWish'> & { customerID: string }

/** A stop as the search knows it. @param customer its suburb and wish; undefined: not known */
export function askedStop(
  { assignmentID, runNumber, stopOrder, suburb, address, customerID, latitude, longitude }: Stop,
  customer: { suburbID: string; orderWish: string | null } | undefined,
): RoundStop {
  return {
    assignmentID,
    runNumber,
    stopOrder,
    suburb,
    address,
    refId: customerID,
    latitude,
    longitude,
    orderWish: customer?.orderWish ?? null,
    ...(customer && { suburbID: customer.suburbID }),
  }
}

/** The points of an order, from the start to the end, without stops that have no place. */
export function wayPoints(
  ids: readonly string[],
  stops: readonly Pick<RoundStop, 'assignmentID' | 'latitude' | 'longitude'>[],
  { start, end }: Pick<RoundRules, 'start' | 'end'>,
): Point[] {
  const byID = new Map(stops.map((stop) => [stop.assignmentID, stop]))
  return [start, ...ids.map((id) => placeOf(byID.get(id) ?? {})), end].filter((point) => point !== null)
}
