import type { BankIndex, Entry } from './bank-index.ts'
import { type FilePayments, remaining } from './bank-file-payments.ts'
import type { FoundReferences } from './bank-references.ts'
import { type Cents, showMoney } from './money.ts'

/** A part of one payment for several customers, as property managers make it (M18 of domain.md 11). */
export interface SplitPart {
  readonly customerID: string
  /** Undefined: the customer's oldest invoices. */
  readonly invoiceID?: string
  readonly amount: Cents
}

export const SPLIT_PARTS_MAX = 100

/** What is wrong with the parts, in a sentence; null: they can be booked. */
export function splitProblem(amount: Cents, parts: readonly SplitPart[]): string | null {
  if (amount <= 0) return 'Only money in can be split.'
  if (parts.length < 2) return 'Split it over at least two parts.'
  if (parts.length > SPLIT_PARTS_MAX) return `Split it over at most ${SPLIT_PARTS_MAX} parts.`
  if (parts.some((part) => !Number.isSafeInteger(part.amount) || part.amount <= 0))
    return 'Each part must be more than $0.00.'
  if (new Set(parts.map(({ customerID, invoiceID }) => `${customerID} ${invoiceID ?? ''}`)).size < parts.length)
    return 'A customer or an invoice is there twice.'
  const difference = amount - parts.reduce((sum, part) => sum + part.amount, 0)
  if (difference === 0) return null
  return difference > 0
    ? `${showMoney(difference)} of the payment is left over.`
    : `The parts are ${showMoney(0 - difference)} more than the payment.`
}

/**
 * A proposal for a line that names several customers or invoices: the named invoices, and all that is owed by customers
 * named without an invoice. Null: these don't add up to the line.
 */
export function splitFor(
  { amount }: { readonly amount: Cents },
  named: readonly Entry[],
  found: FoundReferences,
  index: BankIndex,
  paid: FilePayments,
): SplitPart[] | null {
  const invoices = found.invoices.flatMap((digits) => index.byInvoice.get(digits) ?? [])
  const withInvoice = new Set(invoices.map(({ entry }) => entry))
  const parts: SplitPart[] = [
    ...invoices
      .filter(({ invoice }) => !paid.byInvoice.has(invoice.invoiceID))
      .map(({ entry, invoice }) => ({
        customerID: entry.payer.customerID,
        invoiceID: invoice.invoiceID,
        amount: invoice.owing,
      })),
    ...named
      .filter((entry) => !withInvoice.has(entry))
      .map(({ payer }) => ({ customerID: payer.customerID, amount: remaining(payer, paid) })),
  ]
  return splitProblem(amount, parts) === null ? parts : null
}
