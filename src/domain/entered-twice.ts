import type { Account, LedgerTransaction } from './ledger.ts'
import { isReversed } from './ledger-acts.ts'

type Entry = Pick<LedgerTransaction, 'purpose' | 'amount' | 'datePaid'>

/**
 * What is in the account already with the same purpose, amount and day, and was not reversed. Two people who enter one
 * payment make such a pair, even if they disagree about how it was paid; so does a payment that was typed in and is in
 * the bank's file.
 */
export const twinOf = (account: Account, { purpose, amount, datePaid }: Entry): LedgerTransaction | undefined =>
  account.transactions.find(
    (row) => row.purpose === purpose && row.amount === amount && row.datePaid === datePaid && !isReversed(account, row),
  )
