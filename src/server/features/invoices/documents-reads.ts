import { and, eq } from 'drizzle-orm'
import { checkoutIsOn } from '#domain/checkout.ts'
import { documentProblem, isBuyerUnnamed, withFirm } from '#domain/documents/document-problem.ts'
import type { AdjustmentDocument, InvoiceDocument, PrintedDocument } from '#domain/documents/documents.ts'
import type { Queryable } from '../../db/database.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { buyerOf, buyersOf, invoicePapers } from '../ledger/public.ts'
import { firmOf, settingsInForce } from '../settings/public.ts'
import { payUrlOf } from './checkout-token.ts'
import type { InvoiceRow } from './invoices-reads.ts'

/** The printed and mailed documents of issued invoices: the snapshot, with a pay link where cards can pay. */
export async function documentsOf(
  db: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'payments'>,
  rows: readonly InvoiceRow[],
): Promise<InvoiceDocument[]> {
  const settings = await settingsInForce(db)
  const firm = firmOf(settings)
  const byCard = checkoutIsOn(settings['checkout.enabled'], deps.payments.kind)
  const documents: InvoiceDocument[] = []
  for (const row of rows) {
    const kept = (row.document as InvoiceDocument | null) ?? (await withoutSnapshot(db, row))
    const named = await withBuyer(db, withFirm(kept, firm), row.customerID)
    documents.push({ ...named, payUrl: byCard ? payUrlOf(deps, row.invoiceID) : null })
  }
  return documents
}

/** A debt that was imported by an earlier version, which made no snapshots. */
async function withoutSnapshot(db: Queryable, row: InvoiceRow): Promise<InvoiceDocument> {
  return (await invoicePapers(db, row.kind, [row]))(row, row.number).document
}

/** Names a buyer whose name in the snapshot can't be printed as the customer is named now (domain.md 6). */
async function withBuyer<Document extends InvoiceDocument | AdjustmentDocument>(
  db: Queryable,
  document: Document,
  customerID: string,
): Promise<Document> {
  if (!isBuyerUnnamed(document)) return document
  const customer = (await buyersOf(db, [customerID])).get(customerID)
  return customer ? { ...document, buyer: { ...document.buyer, name: buyerOf(customer).name } } : document
}

/** Null: the invoice has no such adjustment. */
export async function adjustmentDocument(
  db: Queryable,
  invoiceID: string,
  adjustmentID: string,
): Promise<AdjustmentDocument | null> {
  const [row] = await db
    .select({ document: adjustments.document, customerID: invoices.customerID })
    .from(adjustments)
    .innerJoin(invoices, eq(invoices.invoiceID, adjustments.invoiceID))
    .where(and(eq(adjustments.adjustmentID, adjustmentID), eq(adjustments.invoiceID, invoiceID)))
  if (!row) return null
  const document = withFirm(row.document as AdjustmentDocument, firmOf(await settingsInForce(db)))
  return withBuyer(db, document, row.customerID)
}

/** Refuses a tax invoice that lacks what tax law requires (domain.md 6). */
export function requireComplete(document: PrintedDocument): void {
  const problem = documentProblem(document)
  if (problem !== null) throw new Refused('document_incomplete', { message: problem })
}
