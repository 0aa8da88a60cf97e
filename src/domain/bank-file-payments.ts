import type { OpenInvoice, Payer } from './bank-index.ts'
import type { Day } from './dates.ts'
import type { Cents } from './money.ts'

/** What lines of a file have paid by exact matches; a later line is compared with what is left. */
export interface FilePayments {
  /** invoiceID -> the line that pays it */
  readonly byInvoice: Map<string, number>
  /** customerID -> the sum of their exact lines */
  readonly byCustomer: Map<string, Cents>
  readonly lines: { line: number; customerID: string; amount: Cents; day: Day }[]
}

export const noPayments = (): FilePayments => ({ byInvoice: new Map(), byCustomer: new Map(), lines: [] })

interface Paying {
  readonly customerID: string
  readonly invoiceIDs: readonly string[]
  readonly amount: Cents
}

export function pay(paid: FilePayments, { customerID, invoiceIDs, amount }: Paying, line: { line: number; day: Day }) {
  for (const invoiceID of invoiceIDs) paid.byInvoice.set(invoiceID, line.line)
  paid.byCustomer.set(customerID, (paid.byCustomer.get(customerID) ?? 0) + amount)
  paid.lines.push({ line: line.line, customerID, amount, day: line.day })
}

/** What the customer still owes after the earlier lines. */
export const remaining = ({ customerID, owing }: Payer, paid: FilePayments): Cents =>
  owing - (paid.byCustomer.get(customerID) ?? 0)

/**
 * The open invoice of this amount, else `total` when it is all that is owed, else null.
 * @param named the only invoice it may be; null: only the total
 */
export function fitOf(
  payer: Payer,
  amount: Cents,
  paid: FilePayments,
  named?: OpenInvoice | null,
): OpenInvoice | 'total' | null {
  const may = named === undefined ? payer.invoices : named === null ? [] : [named]
  const invoice = may.find(({ invoiceID, owing }) => owing === amount && !paid.byInvoice.has(invoiceID))
  return invoice ?? (amount > 0 && remaining(payer, paid) === amount ? 'total' : null)
}
