import { and, asc, eq, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { adjustmentNumber, invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import type { Cents } from '#domain/money.ts'
import { effectOf, statementOf } from '#domain/statement.ts'
import type { Queryable } from '../../db/database.ts'
import { adjustments, billingLines, invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { disputeRowsOf, writeOffReleasesOf } from './card-facts-reads.ts'
import { invoiceInWords, transactionInWords } from './transaction-words.ts'

/** The lines of "Why is my balance this?" (domain.md 11, M14): every row of a customer's ledger with its effect. */

export interface LedgerLine {
  readonly day: Day
  readonly createdAt: Date
  readonly order: number
  readonly effect: Cents
  readonly balance: Cents
  readonly kind: 'invoice' | 'adjustment' | 'transaction'
  readonly number: string
  readonly description: string
  readonly invoiceID: string | null
  readonly transactionID: string | null
  readonly details: { text: string; amount: Cents; assignmentID: string | null }[]
}

export async function ledgerLines(db: Queryable, customerID: string): Promise<LedgerLine[]> {
  const issued = await db.select().from(invoices).where(eq(invoices.customerID, customerID))
  const lines = byKey(
    await db
      .select()
      .from(billingLines)
      .where(and(eq(billingLines.customerID, customerID), sql`${billingLines.invoiceID} is not null`))
      .orderBy(asc(billingLines.serviceDay), asc(billingLines.sequence)),
    ({ invoiceID }) => invoiceID,
  )
  const adjusted = await db.select().from(adjustments).where(eq(adjustments.customerID, customerID))
  const rows = await db.select().from(transactions).where(eq(transactions.customerID, customerID))
  const disputes = await disputeRowsOf(db, rows)
  const writeOffReleases = await writeOffReleasesOf(db, rows)
  const parts = byKey(
    await db
      .select({
        transactionID: allocations.transactionID,
        invoiceID: allocations.invoiceID,
        amount: allocations.amount,
      })
      .from(allocations)
      .innerJoin(transactions, eq(transactions.transactionID, allocations.transactionID))
      .where(eq(transactions.customerID, customerID))
      .orderBy(asc(allocations.createdAt), asc(allocations.sequence)),
    ({ transactionID }) => transactionID,
  )
  const numberOf = new Map(issued.map(({ invoiceID, kind, number }) => [invoiceID, invoiceNumber(kind, number)]))
  return statementOf([
    ...issued.map((row) => ({
      day: row.issueDate,
      createdAt: row.createdAt,
      order: 0,
      effect: -row.issuedAmount,
      kind: 'invoice' as const,
      number: invoiceNumber(row.kind, row.number),
      description: invoiceInWords(row.kind, row.oldNumber),
      invoiceID: row.invoiceID,
      transactionID: null,
      // A correction that an adjustment made is shown with the adjustment.
      details: (lines.get(row.invoiceID) ?? [])
        .filter(({ kind, createdAt }) => kind !== 'correction' || createdAt <= row.createdAt)
        .map(({ description, quantity, amount, assignmentID }) => ({
          text: quantity === 1 ? description : `${quantity} × ${description}`,
          amount,
          assignmentID,
        })),
    })),
    ...adjusted.map((row) => ({
      day: row.day,
      createdAt: row.createdAt,
      order: 10_000 + row.sequence,
      effect: -row.difference,
      kind: 'adjustment' as const,
      number: adjustmentNumber(row.number),
      description: row.reason,
      invoiceID: row.invoiceID,
      transactionID: null,
      details: [{ text: numberOf.get(row.invoiceID) ?? '', amount: row.difference, assignmentID: null }],
    })),
    ...rows.map((row) => ({
      day: row.datePaid,
      createdAt: row.createdAt,
      order: 20_000 + row.sequence,
      effect: effectOf(row),
      kind: 'transaction' as const,
      number: transactionRefId(row.refNumber),
      description: transactionInWords({
        ...row,
        isDispute: disputes.has(row.transactionID),
        ofWriteOff: writeOffReleases.has(row.transactionID),
      }),
      invoiceID: null,
      transactionID: row.transactionID,
      details: (parts.get(row.transactionID) ?? []).map(({ invoiceID, amount }) => ({
        text: numberOf.get(invoiceID) ?? '',
        amount,
        assignmentID: null,
      })),
    })),
  ])
}
