import { useQuery } from '@tanstack/react-query'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { ask } from '#client/api/query-client.ts'
import { newerRun } from './merge-run.ts'

export const runQuery = (runOrderID: string) => ask(getRun, { runOrderID })

/** The run with its stops. Whatever brings it anew (an edit, the watching, a dialog of ours) only ever makes it newer, stop by stop. */
export function useRun(runOrderID: string) {
  return useQuery({
    ...runQuery(runOrderID),
    structuralSharing: (held, arrived) => newerRun(held as Run | undefined, arrived as Run),
  })
}
