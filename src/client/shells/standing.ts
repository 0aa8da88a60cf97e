import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { LAST_DAY } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'

/**
 * For what a dialog says of a customer's money before an act, and what an invoice says of its own: another tab or person
 * may book a payment while it is open, or its email may be sent. The interval runs only while the window is looked at, ms.
 */
export const FOLLOWS_OTHERS = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: 15_000 } as const

/**
 * A customer's credit, owing and unbilled collections now; the ledger's lines are left out by their date. Undefined
 * while loading, and without a customer.
 */
export function useStanding(customerID: string): OutputOf<typeof getLedger> | undefined {
  return useQuery({ ...ask(getLedger, { customerID, from: LAST_DAY }), enabled: customerID !== '', ...FOLLOWS_OTHERS })
    .data
}
