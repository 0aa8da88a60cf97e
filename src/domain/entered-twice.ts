import { type Account, type LedgerTransaction, owingOf } from './ledger.ts'
import { isRefunded, isReversed } from './ledger-acts.ts'

type Entry = Pick<LedgerTransaction, 'purpose' | 'amount' | 'datePaid'>

/**
 * What is in the account already with the same purpose, amount and day, and was not taken back. Two people who enter one
 * payment make such a pair, even if they disagree about how it was paid; so does a payment that was typed in and is in
 * the bank's file. A payment of an invoice that still owes all of it has no twin: customers pay two invoices of one
 * amount on one day.
 * @param account before the entry @param invoiceID the invoice that the payment names; null: none
 */
export function twinOf(
  account: Account,
  { purpose, amount, datePaid }: Entry,
  invoiceID: string | null,
): LedgerTransaction | undefined {
  const named = account.invoices.find((invoice) => invoice.invoiceID === invoiceID)
  if (named !== undefined && owingOf(named) >= amount) return undefined
  return account.transactions.find(
    (row) =>
      row.purpose === purpose && row.amount === amount && row.datePaid === datePaid && !isTakenBack(account, row),
  )
}

/** Whether the row was reversed, or its money went back as a refund or a lost dispute of a card payment does. */
const isTakenBack = (account: Account, row: LedgerTransaction): boolean =>
  isReversed(account, row) || isRefunded(account, row)
