import type { InvoiceKind, Purpose } from '#domain/ledger.ts'
import type { PaymentType } from '#domain/money-words.ts'

export const TRANSACTION_WORDS: Record<Purpose | 'reversal', string> = {
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
