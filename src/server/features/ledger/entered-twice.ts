import { formatDay } from '#domain/dates.ts'
import { twinOf } from '#domain/entered-twice.ts'
import type { Account, Entries } from '#domain/ledger.ts'
import { purposeInWords } from '#domain/ledger-words.ts'
import { showMoney } from '#domain/money.ts'
import { Refused } from '../../http/refused.ts'

/** Refuses a row of which the account has a twin. The caller holds the account's lock, so that of two at once one is refused. */
export function requireNoTwin(
  account: Account,
  { transactions }: Entries,
  { transactionID, invoiceID }: { transactionID: string; invoiceID: string | null },
): void {
  const entered = transactions.find((row) => row.transactionID === transactionID)
  const twin = entered && twinOf(account, entered, invoiceID)
  if (twin === undefined) return
  const what = `${purposeInWords({ purpose: twin.purpose, amount: twin.amount })} of ${showMoney(twin.amount)}`
  throw new Refused('entered_already', {
    message: `${what} on ${formatDay(twin.datePaid)} is in this account already.`,
  })
}
