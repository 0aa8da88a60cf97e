import { useQuery } from '@tanstack/react-query'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { ask } from '#client/api/query-client.ts'
import { newerRun } from './merge-run.ts'

export const runQuery = (runOrderID: string) => ask(getRun, { runOrderID })

/** The run with its stops. Every source of new data (an edit, polling, a dialog) is merged by version, stop by stop. */
export function useRun(runOrderID: string) {
  return useQuery({
    ...runQuery(runOrderID),
    structuralSharing: (held, arrived) => newerRun(held as Run | undefined, arrived as Run),
  })
}
