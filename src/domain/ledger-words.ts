import type { Purpose } from './ledger.ts'
import type { PaymentType } from './money-words.ts'

/** What a row of the ledger is called, alike in the office, the portal and on paper. */

export const PURPOSE_WORDS: Readonly<Record<Purpose, string>> = {
  payment: 'Payment',
  excess: 'Payment kept as credit',
  released: 'Returned to credit',
  goodwill: 'Goodwill credit',
  opening: 'Opening credit',
  write_off: 'Written off',
  apply: 'Paid from credit',
  release: 'Credit given back',
  refund: 'Refund',
  debit: 'Covered by debit note',
  pay: 'Driver pay',
}

const WRITE_OFF_BACK_WORDS = 'Write-off cancelled'

/** Rows that take back what such a row gave before. */
const TAKEN_BACK_WORDS: Partial<Record<Purpose, string>> = {
  excess: 'Credit cancelled',
  released: 'Credit cancelled',
  write_off: WRITE_OFF_BACK_WORDS,
}

/**
 * Nobody refunded: the customer disputed the card payment, and their bank took it. A bank debit that comes back is no
 * dispute to anybody who reads it.
 */
export const takenByBankWords = (paymentType: PaymentType | null | undefined): string =>
  paymentType === 'DIRECT_DEBIT' ? 'Returned by the bank' : 'Taken by the bank (dispute)'

interface NamedRow {
  readonly purpose: Purpose
  readonly amount: number
  /** A card payment that the customer's bank took back; servers before this field omit it. */
  readonly isDispute?: boolean | undefined
  readonly paymentType?: PaymentType | null | undefined
  /** A `release` of what a write-off paid; servers before this field omit it. */
  readonly ofWriteOff?: boolean | undefined
}

/** What a transaction is for; a negative row takes back what such a row gave before. */
export function purposeInWords({
  purpose,
  amount,
  paymentType,
  isDispute = false,
  ofWriteOff = false,
}: NamedRow): string {
  if (isDispute) return takenByBankWords(paymentType)
  // A write-off was no money, so no credit is given back where it is taken back.
  if (ofWriteOff) return WRITE_OFF_BACK_WORDS
  return (amount < 0 ? TAKEN_BACK_WORDS[purpose] : undefined) ?? PURPOSE_WORDS[purpose]
}
