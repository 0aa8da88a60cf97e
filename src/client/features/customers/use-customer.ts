import { useQuery } from '@tanstack/react-query'
import { getCustomer } from '#contract/v1/customers.ts'
import { ask } from '#client/api/query-client.ts'

export function useCustomer(customerID: string) {
  return useQuery({ ...ask(getCustomer, { customerID }), staleTime: 0 })
}
