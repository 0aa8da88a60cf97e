import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import type { Run } from '#contract/v1/runs.ts'
import { arrivalsOf } from '#domain/arrivals.ts'
import { byKey } from '#domain/by-key.ts'
import { NOTHING_DRIVEN } from '#domain/driven-times.ts'
import { placeOf } from '#domain/known-place.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { isOnTheRun } from './run-types.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type Arrivals = ReadonlyMap<string, number>

/**
 * When each stop to do will probably be reached, by assignmentID; empty unless the run is being driven.
 * @param at when the run's state was received, ms since 1970
 */
export function useArrivals(run: Run, at: number): Arrivals {
  const { travel = { speed: 30, atStop: 2 } } = useOffice().profile.config
  const { speed, atStop } = travel
  const isDriven = run.status === 'active' && run.jobs.some(({ doneAt }) => doneAt !== null)
  const { data: driven = NOTHING_DRIVEN } = useQuery({
    ...ask(getDrivenTimes, { runOrderID: run.runOrderID }, { inPlace: true }),
    enabled: isDriven,
    staleTime: HOUR_MS,
    throwOnError: false,
  })
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS
  return useMemo(() => {
    if (!isDriven) return new Map()
    const ofDrivers = byKey(run.jobs.filter(isOnTheRun), ({ driverID }) => driverID)
    ofDrivers.delete(null)
    return new Map(
      [...ofDrivers.values()].flatMap((stops) => [
        ...arrivalsOf(
          stops.map((stop) => ({
            ...stop,
            point: placeOf(stop),
            doneAt: stop.doneAt === null ? null : Date.parse(stop.doneAt),
          })),
          { travel: { speed, atStop }, driven, now },
        ),
      ]),
    )
  }, [isDriven, run.jobs, speed, atStop, driven, now])
}
