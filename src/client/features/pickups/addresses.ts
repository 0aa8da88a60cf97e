import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SHOWS, type Filter, type Show } from './stops.ts'

/** The addresses these screens link to. The app passes them in, because a feature does not import the app. */
export interface DriverPaths {
  pickups(): string
  pickup(assignmentID: string): string
  /** With `?run=` of which run, and `&stop=` which stop is chosen. */
  map(): string
  /** `?run=` says of which run. */
  order(): string
  unsent(): string
  ready(): string
  incomes(): string
}

interface ListAddress {
  filter: Filter
  /** The run the driver switched to; null: today's. */
  runOrderID: string | null
  setFilter: (change: Partial<Filter>) => void
  setRun: (runOrderID: string) => void
}

/** The list's state, kept in the address so that Back and a reload show the same list (screens.md, "For everyone"). */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams()
  const setFilter = useCallback(
    (change: Partial<Filter>) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (change.show !== undefined) put(after, 'show', change.show === 'to-do' ? '' : change.show)
          if (change.suburb !== undefined) put(after, 'suburb', change.suburb)
          if (change.words !== undefined) put(after, 'find', change.words)
          return after
        },
        { replace: true, preventScrollReset: true },
      )
    },
    [setParams],
  )
  const setRun = useCallback((runOrderID: string) => setParams({ run: runOrderID }, { replace: true }), [setParams])
  const filter = useMemo<Filter>(
    () => ({ show: asShow(params.get('show')), suburb: params.get('suburb') ?? '', words: params.get('find') ?? '' }),
    [params],
  )
  return { filter, runOrderID: params.get('run'), setFilter, setRun }
}

function asShow(text: string | null): Show {
  return text === 'off' ? text : (SHOWS.find((show) => show === text) ?? 'to-do')
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
