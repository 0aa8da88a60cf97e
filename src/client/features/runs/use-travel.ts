import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import { DEFAULT_TRAVEL } from '#domain/round-rules.ts'
import type { Travel } from '#domain/way-times.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'

const HOUR_MS = 60 * 60_000

/** @param runOrderID null: not wanted */
export const drivenTimesOf = (runOrderID: string | null) => ({
  ...ask(getDrivenTimes, { runOrderID: runOrderID ?? '' }, { inPlace: true }),
  enabled: runOrderID !== null,
  staleTime: HOUR_MS,
  throwOnError: false,
})

/**
 * How long ways take between a run's stops; null: still asked for. Without an answer the firm's speed alone counts.
 * @param runOrderID null: not wanted
 */
export function useTravel(runOrderID: string | null): Travel | null {
  const { speed, atStop } = useOffice().profile.config.travel ?? DEFAULT_TRAVEL
  const { data: driven, isPending } = useQuery(drivenTimesOf(runOrderID))
  const isAsked = runOrderID !== null && !isPending
  return useMemo(() => (isAsked ? { speed, atStop, driven } : null), [isAsked, speed, atStop, driven])
}
