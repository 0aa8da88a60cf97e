import type { Invoice } from '#contract/v1/invoices.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { sentences } from '#client/ui/core/texts.ts'

/** `nothing`: it was lowered to $0, or the customer is not asked for it any more. */
export const STANDING_WORDS = sentences({
  waiting_payment: 'Unpaid',
  paid: 'Paid',
  overdue: 'Overdue',
  written_off: 'Written off',
  nothing: 'Nothing to pay',
})

/** What the list is filtered by: whether something is owing. */
export const FILTER_WORDS = sentences({
  waiting_payment: 'Unpaid',
  paid: 'Nothing owing',
})

/** How an invoice that no longer owes was settled: what was written off, and what was paid. */
export function settledOf({ amount, owing, transactions }: Invoice): { off: number; paid: number } {
  const offIDs = new Set(transactions.filter(({ purpose }) => purpose === 'write_off').map((row) => row.transactionID))
  const ofWriteOff = transactions.filter(({ transactionID, linkedTo }) =>
    [transactionID, linkedTo].some((id) => id !== null && offIDs.has(id)),
  )
  const off = sumDollars(ofWriteOff.map(({ allocated }) => allocated))
  return { off, paid: sumDollars([amount, -owing, -off]) }
}
