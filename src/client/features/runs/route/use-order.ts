import { useEffect, useMemo, useState } from 'react'
import { useOffice } from '#client/shells/office.tsx'
import type { RunStop } from '../page/run-types.ts'
import { askOrder } from './ask-order.ts'
import { askedStop, type Known, type RoundFacts } from './round-facts.ts'
import type { Found } from './shortest-answer.tsx'

/** How long to look, ms: a hundred stops need about one second for an order within a few percent of the best. */
const LOOK_MS = 3_000

export function useTravel() {
  const { travel } = useOffice().profile.config
  const { speed, atStop } = travel ?? { speed: 30, atStop: 2 }
  return useMemo(() => ({ speed, atStop }), [speed, atStop])
}

/** The best order found until now; null: none yet, or not asked. @param open null: not to be asked */
export function useOrder(open: readonly RunStop[] | null, known: Known | undefined, facts: RoundFacts | null): Found {
  const travel = useTravel()
  const [found, setFound] = useState<{ asked: unknown; answer: Found } | null>(null)
  const asked = useMemo(
    () =>
      open === null || known === undefined || facts === null
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
