import { isABN } from '../identifiers.ts'
import { type Cents, showMoney } from '../money.ts'
import type { AdjustmentDocument, Buyer, Firm, InvoiceDocument, PrintedDocument } from './documents.ts'
import { isNamePrinted, lettersNotPrinted } from './printed-letters.ts'

/** A tax invoice names its buyer from this amount on (domain.md 6). */
const BUYER_NAMED_FROM: Cents = 100_000

/** What tax law requires and the snapshot lacks, so that the document may not be sent; null: nothing. */
export function documentProblem(document: PrintedDocument): string | null {
  switch (document.kind) {
    case 'invoice':
      return document.invoiceKind === 'sale' && document.gstRegistered
        ? (firmProblem(document.firm) ?? buyerProblem(document.buyer, document.amount))
        : null
    case 'adjustment':
      return document.gstRegistered
        ? (firmProblem(document.firm) ??
            buyerProblem(document.buyer, Math.max(document.before.amount, document.after.amount)))
        : null
    case 'rcti':
    case 'rcti-adjustment':
      return firmProblem(document.firm) ?? (isABN(document.payee.abn) ? null : 'The driver’s ABN is missing.')
    case 'statement':
    case 'receipt':
    case 'price':
    case 'driver-pay':
      return null
  }
}

/**
 * Adds what tax law requires of the firm and the snapshot lacks from the current settings. Such a document was never
 * sent, so no copy without it is in circulation.
 */
export function withFirm<Document extends { firm: Firm }>(document: Document, { name, abn }: Firm): Document {
  const { firm } = document
  return { ...document, firm: { ...firm, name: firm.name.trim() || name, abn: isABN(firm.abn) ? firm.abn : abn } }
}

/**
 * Whether tax law wants the buyer's name and the snapshot has one that can't be printed. It may then be printed as the
 * customer is named now; any other paper stays as it was issued.
 */
export function isBuyerUnnamed(document: InvoiceDocument | AdjustmentDocument): boolean {
  const amount = document.kind === 'invoice' ? document.amount : Math.max(document.before.amount, document.after.amount)
  return document.gstRegistered && buyerProblem(document.buyer, amount) !== null
}

function firmProblem({ name, abn }: Firm): string | null {
  if (name.trim() === '') return 'The business name is missing in Settings.'
  return isABN(abn) ? null : 'A valid ABN is missing in Settings.'
}

function buyerProblem({ name }: Buyer, amount: Cents): string | null {
  if (amount < BUYER_NAMED_FROM || isNamePrinted(name)) return null
  const missing = lettersNotPrinted(name)
  const why = missing.length === 0 ? '' : ` Invoices can’t show ${missing.join(' ')}: write it in English letters.`
  return `From ${showMoney(BUYER_NAMED_FROM)} the customer’s name is needed.${why}`
}
