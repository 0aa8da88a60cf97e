import { asc, count, desc, eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createXeroExport, getXeroExport, previewXeroExport } from '#contract/v1/xero-exports.ts'
import type { Day } from '#domain/dates.ts'
import { adjustmentNumber, invoiceNumber } from '#domain/invoicing.ts'
import { XERO_EXPORT_MAX, XERO_FILE_MAX, type XeroDocument, xeroFiles } from '#domain/xero.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { users } from '../../db/tables/users.ts'
import { xeroDocuments, xeroExports } from '../../db/tables/xero.ts'
import { waitingForXero } from './xero-commands.ts'

type Shown = AnswerOf<typeof createXeroExport>

const exportsShown = (db: Queryable) =>
  db
    .select({ row: xeroExports, createdBy: users.fullName })
    .from(xeroExports)
    .leftJoin(users, eq(users.userID, xeroExports.createdBy))
    .$dynamic()

type ExportRow = Awaited<ReturnType<typeof exportsShown>>[number]

const present = ({ row, createdBy }: ExportRow): Shown => ({
  ...row,
  createdBy,
  files: Math.ceil(row.documents / XERO_FILE_MAX),
})

export async function xeroExportsPage(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Shown[]; total: number; waiting: number }> {
  const rows = await exportsShown(db)
    .orderBy(desc(xeroExports.createdAt), desc(xeroExports.exportID))
    .limit(limit)
    .offset(offset)
  const [all] = await db.select({ total: count() }).from(xeroExports)
  const { rows: waiting } = await db.execute<{ waiting: number }>(
    sql`select count(*)::integer as waiting from (${waitingForXero({}, XERO_EXPORT_MAX + 1)}) documents`,
  )
  return { items: rows.map(present), total: all!.total, waiting: waiting[0]!.waiting }
}

export async function xeroExportPreview(
  db: Queryable,
  range: { from?: Day | undefined; to?: Day | undefined },
): Promise<AnswerOf<typeof previewXeroExport>> {
  const { rows } = await db.execute<{
    invoices: number
    adjustments: number
    amount: string
    from: Day | null
    to: Day | null
    more: boolean
  }>(sql`
    select count(*) filter (where "adjustmentID" is null)::integer as invoices,
      count("adjustmentID")::integer as adjustments, coalesce(sum(amount), 0) as amount,
      min("issueDate") as "from", max("issueDate") as "to",
      (select count(*) > ${XERO_EXPORT_MAX} from (${waitingForXero(range, XERO_EXPORT_MAX + 1)}) one_more) as more
    from (${waitingForXero(range)}) documents`)
  const { amount, ...found } = rows[0]!
  return { ...found, amount: Number(amount) }
}

export async function xeroExportShown(db: Queryable, exportID: string): Promise<Shown | null> {
  const [row] = await exportsShown(db).where(eq(xeroExports.exportID, exportID))
  return row ? present(row) : null
}

const documentsOf = (db: Queryable, exportID: string, { limit, offset }: { limit: number; offset: number }) =>
  db
    .select({
      documentID: xeroDocuments.documentID,
      invoiceID: xeroDocuments.invoiceID,
      invoiceNumber: invoices.number,
      adjustmentNumber: adjustments.number,
      customerID: invoices.customerID,
      customer: users.fullName,
      email: users.email,
      refNumber: customers.refNumber,
      issueDate: xeroDocuments.issueDate,
      dueDate: xeroDocuments.dueDate,
      amount: xeroDocuments.amount,
      hasGst: xeroDocuments.hasGst,
    })
    .from(xeroDocuments)
    .innerJoin(invoices, eq(invoices.invoiceID, xeroDocuments.invoiceID))
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .innerJoin(users, eq(users.userID, invoices.customerID))
    .leftJoin(adjustments, eq(adjustments.adjustmentID, xeroDocuments.adjustmentID))
    .where(eq(xeroDocuments.exportID, exportID))
    .orderBy(asc(xeroDocuments.sequence))
    .limit(limit)
    .offset(offset)

type DocumentRow = Awaited<ReturnType<typeof documentsOf>>[number]

const numbersOf = (row: DocumentRow) => {
  const invoice = invoiceNumber('invoice', row.invoiceNumber)
  return { invoice, number: row.adjustmentNumber === null ? invoice : adjustmentNumber(row.adjustmentNumber) }
}

export async function xeroDocumentsPage(
  db: Queryable,
  exportID: string,
  place: { limit: number; offset: number },
): Promise<AnswerOf<typeof getXeroExport>['items']> {
  return (await documentsOf(db, exportID, place)).map((row) => ({
    ...row,
    ...numbersOf(row),
    refId: String(row.refNumber),
  }))
}

/** The text of one file; null: the export has fewer. @param file from 1 */
export async function xeroFileText(db: Queryable, exportID: string, file: number): Promise<string | null> {
  const [found] = await db.select().from(xeroExports).where(eq(xeroExports.exportID, exportID))
  const rows = found
    ? await documentsOf(db, exportID, { limit: XERO_FILE_MAX, offset: (file - 1) * XERO_FILE_MAX })
    : []
  if (!found || rows.length === 0) return null
  const written = rows.map((row): XeroDocument => {
    const { invoice, number } = numbersOf(row)
    return {
      ...row,
      number,
      adjusts: number === invoice ? null : invoice,
      refId: String(row.refNumber),
    }
  })
  return Papa.unparse(xeroFiles(written, found)[0]!, { newline: '\r\n' })
}
