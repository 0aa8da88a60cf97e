import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { getRequest } from '#contract/v1/requests.ts'
import { ask } from '#client/api/query-client.ts'

export type Request = OutputOf<typeof getRequest>

export function useRequest(customerID: string) {
  return useQuery({ ...ask(getRequest, { customerID }), staleTime: 0 })
}
