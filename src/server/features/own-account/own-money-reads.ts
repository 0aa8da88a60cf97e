import { asc, eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnData } from '#contract/v1/own-account.ts'
import { byKey } from '#domain/by-key.ts'
import { invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { billingLines, invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'

type OwnData = AnswerOf<typeof getOwnData>

export async function invoicesOf(db: Queryable, customerID: string): Promise<OwnData['invoices']> {
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.customerID, customerID))
    .orderBy(asc(invoices.issueDate), asc(invoices.createdAt), asc(invoices.number))
  const lines = await db
    .select()
    .from(billingLines)
    .where(eq(billingLines.customerID, customerID))
    .orderBy(asc(billingLines.createdAt), asc(billingLines.sequence))
  const linesOf = byKey(lines, ({ invoiceID }) => invoiceID)
  return rows.map((row) => ({
    ...row,
    number: invoiceNumber(row.kind, row.number),
    owing: row.amount - row.allocated,
    lines: linesOf.get(row.invoiceID) ?? [],
  }))
}

/** The contract leaves the notes out: they are the office's, or a bank's text with another payer's name. */
export async function transactionsOf(db: Queryable, customerID: string): Promise<OwnData['transactions']> {
  const rows = await db
    .select()
    .from(transactions)
    .where(eq(transactions.customerID, customerID))
    .orderBy(asc(transactions.createdAt), asc(transactions.sequence))
  return rows.map((row) => ({ ...row, refId: transactionRefId(row.refNumber) }))
}
