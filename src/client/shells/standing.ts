import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { LAST_DAY } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'

/**
 * A customer's credit, owing and unbilled collections now; the ledger's lines are left out by their date. Undefined
 * while loading, and without a customer.
 */
export function useStanding(customerID: string): OutputOf<typeof getLedger> | undefined {
  return useQuery({ ...ask(getLedger, { customerID, from: LAST_DAY }), enabled: customerID !== '', staleTime: 0 }).data
}
