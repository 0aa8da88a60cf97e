import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'

/**
 * How a form asks what stands now, when somebody else has changed it.
 * @param valuesOf what the form holds for it
 */
export function useLatest<E extends Endpoint, V>(endpoint: E, input: CallOf<E>, valuesOf: (row: OutputOf<E>) => V) {
  const client = useQueryClient()
  return async () => {
    const now = await client.fetchQuery({ ...ask(endpoint, input), staleTime: 0 })
    return { version: (now as { version: number }).version, values: valuesOf(now) }
  }
}

/** The object a form is opened on, asked anew, and what a conflict of two admins needs of it. */
export function useEdited<E extends Endpoint, V>(endpoint: E, input: CallOf<E>, valuesOf: (row: OutputOf<E>) => V) {
  const { data } = useQuery({ ...ask(endpoint, input), staleTime: 0 })
  return { data, latest: useLatest(endpoint, input, valuesOf) }
}
