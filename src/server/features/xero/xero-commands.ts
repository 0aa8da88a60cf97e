import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { xeroDocuments, xeroExports } from '../../db/tables/xero.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { settingsInForce } from '../settings/public.ts'

/**
 * What Xero does not have yet (domain.md 11, M24): invoices above $0 without a document, and adjustments since the last
 * document. Opening debts and debit notes are left out.
 */
export const waitingForXero = (
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  limit = XERO_EXPORT_MAX,
): SQL => sql`
  select invoice.invoice_id as "invoiceID", latest.adjustment_id as "adjustmentID",
    coalesce(latest.effective_day, invoice.issue_day)::text as "issueDate",
    coalesce(latest.effective_day, invoice.due_day)::text as "dueDate",
    invoice.amount_cents - invoice.exported_cents as amount, invoice.gst_registered as "hasGst"
  from ${invoices} invoice
  left join lateral (
    select adjustment_id, effective_day from ${adjustments}
    where invoice_id = invoice.invoice_id and exists (select from ${xeroDocuments} where invoice_id = invoice.invoice_id)
    order by number desc limit 1
  ) latest on true
  where invoice.kind = 'invoice' and invoice.amount_cents <> invoice.exported_cents
    and invoice.issue_day >= coalesce(${from ?? null}::date, '-infinity')
    and invoice.issue_day <= coalesce(${to ?? null}::date, 'infinity')
  order by invoice.number limit ${limit}`

type Waiting = {
  invoiceID: string
  adjustmentID: string | null
  issueDate: Day
  dueDate: Day
  amount: string
  hasGst: boolean
}

/** @returns the export's ID */
export async function exportToXero(
  tx: Queryable,
  author: Author,
  range: { from?: Day | undefined; to?: Day | undefined },
): Promise<string> {
  const { rows } = await tx.execute<Waiting>(waitingForXero(range))
  if (rows.length === 0) throw new Refused('nothing_to_export')
  const settings = await settingsInForce(tx)
  const exportID = newID()
  await tx.insert(xeroExports).values({
    exportID,
    from: range.from ?? null,
    to: range.to ?? null,
    accountCode: settings['xero.accountCode'],
    taxType: settings['xero.taxType'],
    taxTypeWithoutGst: settings['xero.taxTypeWithoutGst'],
    documents: rows.length,
    amount: rows.reduce((sum, { amount }) => sum + Number(amount), 0),
    createdAt: author.now,
    createdBy: author.actor.userID,
  })
  await insertRows(
    tx,
    xeroDocuments,
    rows.map((row, sequence) => ({ ...row, amount: Number(row.amount), documentID: newID(), exportID, sequence })),
  )
  await tx
    .update(invoices)
    .set({ exported: sql`${invoices.exported} + ${xeroDocuments.amount}` })
    .from(xeroDocuments)
    .where(and(eq(xeroDocuments.exportID, exportID), eq(xeroDocuments.invoiceID, invoices.invoiceID)))
  await recordChange(tx, author, {
    action: 'xero.export',
    subjectKind: 'xero-export',
    subjectID: exportID,
    after: { ...range, documents: rows.length },
  })
  return exportID
}
