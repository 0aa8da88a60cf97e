import { useSearchParams } from 'react-router-dom'
import { depotOptions, useDepots } from '#client/shells/depots.tsx'
import type { Option } from '#client/shells/terms.ts'

export interface ChosenDepot {
  /** None where there is nothing to choose. */
  readonly options: readonly Option[]
  /** What the report is asked for; empty: every depot. */
  readonly asked: { readonly depotID?: string }
  choose(depotID: string): void
}

/** The depot of a report, in its address. */
export function useReportDepot(): ChosenDepot {
  const depots = useDepots()
  const [params, setParams] = useSearchParams()
  const chosen = depots.find(({ depotID }) => depotID === params.get('depotID'))
  return {
    options: depotOptions(depots),
    asked: chosen === undefined ? {} : { depotID: chosen.depotID },
    choose: (depotID) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        if (depotID === '') next.delete('depotID')
        else next.set('depotID', depotID)
        return next
      }),
  }
}
