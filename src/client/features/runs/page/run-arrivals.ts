import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listOwnOrders } from '#contract/v1/own-orders.ts'
import type { Run } from '#contract/v1/runs.ts'
import { arrivalsOf } from '#domain/arrivals.ts'
import { byKey } from '#domain/by-key.ts'
import { placeOf } from '#domain/known-place.ts'
import { ask } from '#client/api/query-client.ts'
import { useTravel } from '../use-travel.ts'
import { isOnTheRun, type RunStop } from './run-types.ts'

const MINUTE_MS = 60_000

/** When each stop to do will probably be reached, by assignmentID, epoch ms. */
export type Arrivals = ReadonlyMap<string, number>

/**
 * Empty unless the run is being driven. `isAwaited`: the first answers are loading, whose line in the drivers' cards would
 * push down what is below them.
 * @param at when the run's state was received, epoch ms
 */
export function useArrivals(run: Run, at: number): { arrivals: Arrivals; isAwaited: boolean } {
  const isDriven = run.status === 'active' && run.jobs.some(({ doneAt }) => doneAt !== null)
  const { travel, isAwaited } = useTravel(isDriven ? run.runOrderID : null)
  const orders = useQuery({
    ...ask(listOwnOrders, { runOrderID: run.runOrderID }, { inPlace: true, everyMs: MINUTE_MS }),
    enabled: isDriven,
    throwOnError: false,
  })
  const own = orders.data
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const arrivals = useMemo(() => {
    if (travel === null || own === undefined) return new Map()
    const ownOrders = new Map(own.items.map(({ driverID, assignmentIDs }) => [driverID, assignmentIDs]))
    const ofDrivers = byKey(run.jobs.filter(isOnTheRun), ({ driverID }) => driverID)
    ofDrivers.delete(null)
    return new Map(
      [...ofDrivers].flatMap(([driverID, stops]) => [
        ...arrivalsOf(
          stops.map((stop) => ({
            ...stop,
            point: placeOf(stop),
            isOpen: stop.outcome === null,
            doneAt: recordedAt(stop),
          })),
          ownOrders.get(driverID!) ?? [],
          travel,
          now,
        ),
      ]),
    )
  }, [run.jobs, travel, own, now])
  return { arrivals, isAwaited: isAwaited || (orders.isLoading && orders.failureCount === 0) }
}

/** Null if the stop is open, or if the office recorded it: the office's time is when it was entered. */
function recordedAt({ doneAt, driverID, events, outcomeEventID }: RunStop): number | null {
  const event = events.find(({ eventID }) => eventID === outcomeEventID)
  return doneAt === null || event?.actorID !== driverID ? null : Date.parse(doneAt)
}
