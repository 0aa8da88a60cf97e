import { useQuery } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'

/**
 * The preview of a command, fetched again whenever its dialog opens, because the decision depends on it.
 * @param sent while the command is being sent the preview is not refetched
 */
export function usePreview<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  sent: boolean,
): { data: OutputOf<E> | undefined; failed: boolean; again: () => void } {
  const { data, error, refetch } = useQuery({
    ...ask(endpoint, input),
    staleTime: 0,
    gcTime: 0,
    enabled: !sent,
    throwOnError: false,
  })
  return {
    data: data as OutputOf<E> | undefined,
    failed: error !== null && data === undefined,
    again: () => void refetch(),
  }
}
