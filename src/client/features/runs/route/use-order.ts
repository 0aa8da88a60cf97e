import { useMemo } from 'react'
import type { RunStop } from '../page/run-types.ts'
import { useTravel } from '../use-travel.ts'
import { type Found, useOrderSearch } from '#client/shells/route/use-order-search.ts'
import { stopAsked, type Known, type RoundFacts } from './round-facts.ts'

/** How long to look, ms: a hundred stops need about one second for an order within a few percent of the best. */
const LOOK_MS = 3_000

/** The best order found until now; null: none yet, or not asked. @param open null: not to be asked */
export function useOrder(
  runOrderID: string,
  open: readonly RunStop[] | null,
  known: Known | undefined,
  facts: RoundFacts | null,
): Found {
  const { travel } = useTravel(runOrderID)
  const asked = useMemo(
    () =>
      open === null || known === undefined || facts === null || travel === null
        ? null
        : { stops: open.map((stop) => stopAsked(stop, known)), travel, rules: facts.rules, ms: LOOK_MS },
    [open, known, facts, travel],
  )
  return useOrderSearch(asked)
}
