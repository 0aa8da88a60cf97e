import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'

/** @param valuesOf the form's values for the object */
export function useLatest<E extends Endpoint, V>(endpoint: E, input: CallOf<E>, valuesOf: (row: OutputOf<E>) => V) {
  const client = useQueryClient()
  return async () => {
    const now = await client.fetchQuery({ ...ask(endpoint, input), staleTime: 0 })
    return { version: (now as { version: number }).version, values: valuesOf(now) }
  }
}

/** Fetches the object a form is opened on, and what a conflict of two admins needs. */
export function useEdited<E extends Endpoint, V>(endpoint: E, input: CallOf<E>, valuesOf: (row: OutputOf<E>) => V) {
  const { data } = useQuery({ ...ask(endpoint, input), staleTime: 0 })
  return { data, latest: useLatest(endpoint, input, valuesOf) }
}
