import { byKey } from '#domain/by-key.ts'
import type { AccountSummary, AdjustmentDocument, InvoiceDocument, InvoiceLine } from '#domain/documents/documents.ts'
import { adjustmentNumber, invoiceNumber } from '#domain/invoicing.ts'
import type { Adjustment, InvoiceKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { bankOf, firmOf, settingsInForce } from '../settings/public.ts'
import { balancesOf } from './accounts-reads.ts'
import { buyerOf, buyersOf } from './buyers-reads.ts'
import { invoiceInWords } from './transaction-words.ts'

/**
 * The snapshots that PDFs of invoices and adjustments are made from (domain.md 6), composed when these are issued. One
 * query of each kind for any number of them.
 */

export interface ToDocument {
  readonly customerID: string
  readonly issueDate: string
  readonly dueDate: string
  readonly issuedAmount: Cents
  readonly issuedGst: Cents
  readonly gstRegistered: boolean
  /** Names of the billed runs; undefined: it bills none. */
  readonly runNames?: readonly string[] | undefined
  readonly oldNumber?: string | null | undefined
  /** Undefined: the document has one line that says what it is. */
  readonly lines?: readonly InvoiceLine[] | undefined
  readonly account?: AccountSummary | undefined
}

export interface InvoicePaper {
  readonly billToName: string | null
  readonly billToEmail: string | null
  readonly document: InvoiceDocument
}

/** @returns a function that makes an invoice's snapshot, once its number is known */
export async function invoicePapers(
  db: Queryable,
  kind: InvoiceKind,
  rows: readonly ToDocument[],
): Promise<(row: ToDocument, number: number) => InvoicePaper> {
  const settings = await settingsInForce(db)
  const [firm, bank] = [firmOf(settings), bankOf(settings)]
  const buyers = await buyersOf(
    db,
    rows.map(({ customerID }) => customerID),
  )
  return (row, number) => {
    const buyer = buyers.get(row.customerID)!
    const { billToName, billToEmail } = buyer
    return {
      billToName,
      billToEmail,
      document: {
        kind: 'invoice',
        invoiceKind: kind === 'invoice' ? 'sale' : kind,
        number: invoiceNumber(kind, number),
        issueDate: row.issueDate,
        dueDate: row.dueDate,
        gstRegistered: row.gstRegistered,
        firm,
        bank,
        payUrl: null,
        buyer: buyerOf(buyer),
        lines: row.lines ?? [onlyLine(kind, row)],
        amount: row.issuedAmount,
        gst: row.issuedGst,
        account: row.account ?? null,
        runs: row.runNames ?? [],
        notes: '',
      },
    }
  }
}

const onlyLine = (kind: InvoiceKind, { issueDate, issuedAmount, oldNumber }: ToDocument): InvoiceLine => ({
  day: issueDate,
  description: invoiceInWords(kind, oldNumber),
  quantity: 1,
  price: issuedAmount,
  amount: issuedAmount,
})

type Adjusted = Adjustment & {
  readonly customerID: string
  /** What it takes back of a write-off. */
  readonly writtenOff: Cents
}

/**
 * Has to be called while invoices and accounts are still as before the adjustments.
 * @returns a function that makes each one's snapshot, in their order, once its number is known
 */
export async function adjustmentPapers(
  db: Queryable,
  rows: readonly Adjusted[],
): Promise<(row: Adjusted, number: number) => AdjustmentDocument> {
  const firm = firmOf(await settingsInForce(db))
  const customerIDs = rows.map(({ customerID }) => customerID)
  const buyers = await buyersOf(db, customerIDs)
  const balances = new Map([...(await balancesOf(db, customerIDs))].map(([id, { balance }]) => [id, balance]))
  const found = await db
    .select()
    .from(invoices)
    .where(among(invoices.invoiceID, [...byKey(rows, ({ invoiceID }) => invoiceID).keys()]))
  const now = new Map(found.map((row) => [row.invoiceID, { ...row }]))
  return ({ customerID, invoiceID, day, reason, difference, gstDifference, writtenOff }, number) => {
    const invoice = now.get(invoiceID)!
    const before = { amount: invoice.amount, gst: invoice.gst }
    const after = { amount: before.amount + difference, gst: before.gst + gstDifference }
    now.set(invoiceID, { ...invoice, ...after })
    const balance = balances.get(customerID) ?? 0
    const balanceAfter = balance - difference - writtenOff
    balances.set(customerID, balanceAfter)
    return {
      kind: 'adjustment',
      number: adjustmentNumber(number),
      issueDate: day,
      gstRegistered: invoice.gstRegistered,
      firm,
      buyer: buyerOf(buyers.get(customerID)!, invoice),
      invoice: { number: invoiceNumber(invoice.kind, invoice.number), issueDate: invoice.issueDate },
      before,
      after,
      reason,
      account: { before: balance, creditUsed: 0, ...(writtenOff === 0 ? {} : { writtenOff }), now: balanceAfter },
    }
  }
}
