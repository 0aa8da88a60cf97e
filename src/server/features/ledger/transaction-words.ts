import type { InvoiceKind, Purpose } from '#domain/ledger.ts'
import type { PaymentType } from '#domain/money-words.ts'

const TRANSACTION_WORDS: Record<Purpose | 'reversal', string> = {
  payment: 'Payment',
  excess: 'Credit from the payment',
  released: 'Credit from the payment',
  goodwill: 'Goodwill credit',
  opening: 'Credit from before',
  write_off: 'Written off',
  apply: 'Paid from credit',
  release: 'Credit given back',
  refund: 'Refund',
  debit: 'Made good by a debit note',
  pay: 'Driver pay',
  reversal: 'Reversal',
}

/** Rows that take back what such a row gave before. */
const TAKEN_BACK_WORDS: Partial<Record<Purpose, string>> = {
  excess: 'Credit cancelled',
  released: 'Credit cancelled',
  write_off: 'Write-off cancelled',
}

/** What a row of the ledger is called for the customer. @param row its amount is in cents */
export function transactionInWords(row: { purpose: Purpose; amount: number; reverses: string | null }): string {
  if (row.reverses !== null) return TRANSACTION_WORDS.reversal
  return (row.amount < 0 ? TAKEN_BACK_WORDS[row.purpose] : undefined) ?? TRANSACTION_WORDS[row.purpose]
}

const INVOICE_WORDS: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  opening: 'Owed before',
  debit: 'Credit that was spent before its payment was reversed',
}

/** What an invoice is called on a statement; one of the old program has its number there. */
export const invoiceInWords = (kind: InvoiceKind, oldNumber: string | null | undefined): string =>
  oldNumber ? `${INVOICE_WORDS[kind]}: invoice ${oldNumber}` : INVOICE_WORDS[kind]

export const PAYMENT_WORDS: Record<PaymentType, string> = {
  CASH: 'Cash',
  CHEQUE: 'Cheque',
  DUMP_VOUCHER: 'Dump voucher',
  EFT: 'Bank transfer',
  CARD: 'Card',
}
