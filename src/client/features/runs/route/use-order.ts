import { useEffect, useMemo, useState } from 'react'
import type { RunStop } from '../page/run-types.ts'
import { useTravel } from '../use-travel.ts'
import { askOrder } from '#client/shells/route/ask-order.ts'
import { askedStop, type Known, type RoundFacts } from './round-facts.ts'
import type { Found } from './shortest-answer.tsx'

/** How long to look, ms: a hundred stops need about one second for an order within a few percent of the best. */
const LOOK_MS = 3_000

/** The best order found until now; null: none yet, or not asked. @param open null: not to be asked */
export function useOrder(
  runOrderID: string,
  open: readonly RunStop[] | null,
  known: Known | undefined,
  facts: RoundFacts | null,
): Found {
  const travel = useTravel(runOrderID)
  const [found, setFound] = useState<{ asked: unknown; answer: Found } | null>(null)
  const asked = useMemo(
    () =>
      open === null || known === undefined || facts === null || travel === null
        ? null
        : { stops: open.map((stop) => askedStop(stop, known)), travel, rules: facts.rules, ms: LOOK_MS },
    [open, known, facts, travel],
  )
  useEffect(() => {
    if (asked === null) return undefined
    const tell = (answer: Found) => setFound({ asked, answer })
    return askOrder(asked, tell, () => tell('failed'))
  }, [asked])
  return asked !== null && found?.asked === asked ? found.answer : null
}
