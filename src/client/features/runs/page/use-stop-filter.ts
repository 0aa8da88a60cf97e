import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { STOP_STATES, type StopFilter, type StopState } from './stop-filter.ts'

const NAMES = ['driver', 'state', 'suburb', 'text'] as const

export interface FilterAddress {
  readonly filter: StopFilter
  readonly narrowed: boolean
  readonly change: (to: Partial<StopFilter>) => void
  readonly clear: () => void
}

/** The filter is in the address: the link can be sent to a colleague, and a reload keeps it. */
export function useStopFilter(): FilterAddress {
  const [params, setParams] = useSearchParams()
  const [driver, state, suburb, text] = NAMES.map((name) => params.get(name) ?? '') as [string, string, string, string]
  const change = useCallback(
    (to: Partial<StopFilter>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(to))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const filter = useMemo<StopFilter>(
    () => ({
      driver,
      state: STOP_STATES.includes(state as StopState) ? (state as StopState) : '',
      suburb,
      text: text.trim(),
    }),
    [driver, state, suburb, text],
  )
  const clear = useCallback(() => change({ driver: '', state: '', suburb: '', text: '' }), [change])
  return { filter, narrowed: Object.values(filter).some((part) => part !== ''), change, clear }
}
