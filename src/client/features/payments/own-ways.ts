import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getOwnWaysToPay, type OwnWays } from '#contract/v1/payments.ts'
import { ask } from '#client/api/query-client.ts'
import { returnedCheckout } from './returned.ts'

/** Height of the part above the list of invoices, px. */
export const WAYS_HEIGHT = 76

const SOON_MS = 4_000
const LATER_MS = 60_000

/** How the signed-in customer can pay, and what is being confirmed; asked again until it is booked. */
export function useOwnWays(): OwnWays | undefined {
  const queries = useQueryClient()
  const returned = returnedCheckout()
  const input = returned === null ? {} : { returned }
  const { data } = useQuery({
    ...ask(getOwnWaysToPay, input),
    staleTime: 0,
    // The page is complete without it.
    throwOnError: false,
    refetchInterval: ({ state }) => {
      const confirming = state.data?.confirming ?? []
      return confirming.length === 0 ? false : confirming.some(({ pending }) => !pending) ? SOON_MS : LATER_MS
    },
  })
  const count = data?.confirming.length
  const before = useRef(count)
  useEffect(() => {
    // A payment was booked or given up, so invoices and balance have changed.
    if (count !== undefined && before.current !== undefined && count < before.current) void queries.invalidateQueries()
    before.current = count
  }, [count, queries])
  return data
}

/** The invoices of payments that are not booked yet. */
export const useConfirming = (): ReadonlySet<string> =>
  new Set(useOwnWays()?.confirming.flatMap(({ invoiceIDs }) => invoiceIDs))
