import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import { DEFAULT_TRAVEL } from '#domain/round-rules.ts'
import type { Travel } from '#domain/way-times.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'

const HOUR_MS = 60 * 60_000

/** @param runOrderID null: not wanted */
const drivenTimesOf = (runOrderID: string | null) => ({
  ...ask(getDrivenTimes, { runOrderID: runOrderID ?? '' }, { inPlace: true }),
  enabled: runOrderID !== null,
  staleTime: HOUR_MS,
  throwOnError: false,
})

interface KnownTravel {
  /** Null: still asked for. Without an answer the firm's speed alone counts. */
  travel: Travel | null
  /** The first answer is loading. */
  isAwaited: boolean
}

/**
 * How long ways take between a run's stops.
 * @param runOrderID null: not wanted
 */
export function useTravel(runOrderID: string | null): KnownTravel {
  const { speed, atStop } = useOffice().profile.config.travel ?? DEFAULT_TRAVEL
  const { data: driven, isPending, isLoading, failureCount } = useQuery(drivenTimesOf(runOrderID))
  const isAsked = runOrderID !== null && !isPending
  const travel = useMemo(() => (isAsked ? { speed, atStop, driven } : null), [isAsked, speed, atStop, driven])
  return { travel, isAwaited: isLoading && failureCount === 0 }
}
