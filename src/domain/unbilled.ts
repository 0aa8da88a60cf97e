import { type AccountTerms, accountsDue, type BillingLine, blockSize, type PaymentScheme } from './billing.ts'
import { showMoney } from './money.ts'

/** Invoices what is unbilled outside of a completion (domain.md 6). */

/** `full`: only accounts that have all their collections; `all`: unfinished ones too. */
export const UNBILLED_ACCOUNTS = ['full', 'all'] as const
export type UnbilledAccounts = (typeof UNBILLED_ACCOUNTS)[number]

export interface UnbilledDue<Line> {
  readonly accounts: readonly (readonly Line[])[]
  /** Why none is issued; null: some are. */
  readonly why: string | null
}

/** @param unbilled the customer's unbilled lines, oldest first */
export function unbilledDue<Line extends Pick<BillingLine, 'counts' | 'amount'>>(
  unbilled: readonly Line[],
  terms: AccountTerms & { readonly scheme: PaymentScheme },
  which: UnbilledAccounts,
): UnbilledDue<Line> {
  const accounts = accountsDue(unbilled, { ...terms, everything: which === 'all' })
  return { accounts, why: accounts.length > 0 ? null : whyNot(unbilled, blockSize(terms)) }
}

function whyNot(unbilled: readonly Pick<BillingLine, 'counts' | 'amount'>[], size: number): string {
  if (unbilled.length === 0) return 'Nothing is unbilled'
  const amount = unbilled.reduce((sum, line) => sum + line.amount, 0)
  if (amount <= 0) return `What is unbilled comes to ${showMoney(amount)}: it goes on a later invoice`
  const collected = unbilled.reduce((sum, line) => sum + line.counts, 0)
  return `${collected} of ${size} collections done`
}
