import type { InvoiceKind, Purpose } from '#domain/ledger.ts'
import { purposeInWords } from '#domain/ledger-words.ts'
import type { PaymentType } from '#domain/money-words.ts'

/** What a row of the ledger is called for the customer. @param row its amount is in cents */
export const transactionInWords = (row: {
  purpose: Purpose
  amount: number
  reverses: string | null
  paymentType: PaymentType | null
  isDispute: boolean
  ofWriteOff: boolean
}): string => (row.reverses === null ? purposeInWords(row) : 'Reversal')

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
  DIRECT_DEBIT: 'Direct debit',
}
