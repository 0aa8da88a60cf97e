import { isReversed } from './ledger-acts.ts'
import type { Account, LedgerTransaction } from './ledger.ts'

/**
 * The payments and goodwill that make up all of a request's credit, oldest first, which move to another customer when
 * they are merged. Null: the account has invoices, refunds or an opening balance, and can't be moved as a whole.
 */
export function movableMoney(account: Account): readonly LedgerTransaction[] | null {
  const moved = account.transactions.filter(
    (row) =>
      (row.purpose === 'payment' || row.purpose === 'goodwill') && row.reverses === null && !isReversed(account, row),
  )
  const sum = moved.reduce((all, { amount, rounding }) => all + amount + rounding, 0)
  return account.invoices.length === 0 && sum === account.credit ? moved : null
}
