import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { ask, keyOf, NoAnswer } from '#client/api/query-client.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { useOffice } from '#client/shells/office.tsx'
import { newerRun, changedStops, mergeProgress } from './merge-run.ts'
import type { Progress } from './run-types.ts'

export const runQuery = (runOrderID: string) => ask(getRun, { runOrderID })

/** The run with its stops. Every source of new data (an edit, polling, a dialog) is merged by version, stop by stop. */
export function useRun(runOrderID: string) {
  return useQuery({
    ...runQuery(runOrderID),
    structuralSharing: (held, arrived) => newerRun(held as Run | undefined, arrived as Run),
  })
}

const ASK_EVERY_MS = 3000
const FLASH_MS = 2000
const NONE: ReadonlySet<string> = new Set()

interface Watched {
  readonly progress: Progress | null
  /** The first answer is loading. Its content is above everything else and would push it down. */
  readonly awaited: boolean
  /** When progress was last received, ms; 0: not yet. */
  readonly at: number
  /** The last request was not answered. */
  readonly lost: boolean
  /** Stops that have just changed. */
  readonly fresh: ReadonlySet<string>
}

/**
 * Polls an active run while the page is visible and merges the changes into what is shown. A finished run is polled
 * once, because a phone may still have records of it; a draft never.
 */
export function useRunProgress({ runOrderID, status }: Pick<Run, 'runOrderID' | 'status'>): Watched {
  const { call } = useOffice()
  const client = useQueryClient()
  const cursor = useRef<string | undefined>(undefined)
  const [fresh, setFresh] = useState(NONE)
  // A draft marked active on this page keeps its layout.
  const [openedOut] = useState(status !== 'draft')
  const { queryKey } = runQuery(runOrderID)
  const { data, dataUpdatedAt, error, failureCount, isLoading } = useQuery({
    queryKey: keyOf(runProgress, { runOrderID }),
    enabled: status !== 'draft',
    refetchInterval: status === 'active' ? ASK_EVERY_MS : false,
    // A short failure is shown beside the run, not by a toast every three seconds.
    throwOnError: false,
    structuralSharing: false,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const since = cursor.current
      const answer = await call(runProgress, { runOrderID, ...(since === undefined ? {} : { since }) }, { signal })
      if (answer.kind !== 'ok') throw new NoAnswer(answer.kind)
      cursor.current = answer.value.cursor
      // The server restored a backup (another dataEpoch), so versions can't be compared.
      if (answer.value.whole && since !== undefined) await client.resetQueries({ queryKey })
      const held = client.getQueryData<Run>(queryKey)
      if (held !== undefined) {
        const merged = mergeProgress(held, answer.value)
        if (merged !== held) client.setQueryData(queryKey, merged)
        if (since !== undefined) setFresh((before) => asSet(before, changedStops(held, merged)))
      }
      return answer.value
    },
  })
  useEffect(() => {
    if (fresh.size === 0) return
    const fade = setTimeout(() => setFresh(NONE), FLASH_MS)
    return () => clearTimeout(fade)
  }, [fresh])
  return {
    progress: data ?? null,
    awaited: openedOut && isLoading && failureCount === 0,
    at: dataUpdatedAt,
    lost: error !== null,
    fresh,
  }
}

const asSet = (before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> =>
  ids.length === 0 ? before : new Set(ids)

/** The current value, for functions that must stay the same while it changes. */
export function useNow<T>(value: T): RefObject<T> {
  const now = useRef(value)
  useLayoutEffect(() => {
    now.current = value
  })
  return now
}
