import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'

/**
 * The object a form is opened on, asked anew, and what a conflict of two admins needs of it.
 * @param valuesOf what the form holds for it
 */
export function useEdited<E extends Endpoint, V>(endpoint: E, input: CallOf<E>, valuesOf: (row: OutputOf<E>) => V) {
  const client = useQueryClient()
  const asking = { ...ask(endpoint, input), staleTime: 0 }
  const { data } = useQuery(asking)
  const latest = async () => {
    const now = await client.fetchQuery(asking)
    return { version: (now as { version: number }).version, values: valuesOf(now) }
  }
  return { data, latest }
}
