import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Customer, getCustomer } from '#contract/v1/customers.ts'
import { ask } from '#client/api/query-client.ts'

export function useCustomer(customerID: string) {
  return useQuery({ ...ask(getCustomer, { customerID }), staleTime: 0 })
}

/** How a form asks what stands now, when somebody else has changed it. */
export function useLatest(customerID: string) {
  const client = useQueryClient()
  return async <V>(valuesOf: (customer: Customer) => V): Promise<{ version: number; values: V }> => {
    const now = await client.fetchQuery({ ...ask(getCustomer, { customerID }), staleTime: 0 })
    return { version: now.version, values: valuesOf(now) }
  }
}
