import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listRuns } from '#contract/v1/runs.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { useRunName } from './depots.tsx'
import type { Option } from './terms.ts'

export function useRunOptions(): readonly Option[] {
  const nameOf = useRunName()
  const { data } = useQuery(ask(listRuns, { status: 'all', sort: '-fromDate', perPage: PAGE_MAX }))
  return useMemo(
    () =>
      (data?.items ?? [])
        .filter(({ status }) => status !== 'draft')
        .map((run) => ({ value: run.runOrderID, label: nameOf(run) })),
    [data, nameOf],
  )
}
