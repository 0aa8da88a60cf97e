import { useQuery } from '@tanstack/react-query'
import { getRun } from '#contract/v1/runs.ts'
import { ask } from '#client/api/query-client.ts'
import { PageHeader } from '#client/ui/app-shell.tsx'

/** /run-orders/:runOrderID */
export function RunPage({ runOrderID }: { runOrderID: string }) {
  const { data } = useQuery(ask(getRun, { runOrderID }))
  return <PageHeader title={data?.readableID ?? ''} />
}
