import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm'
import type { AuditedLedger } from '#domain/ledger-audit.ts'
import { byKey } from '#domain/by-key.ts'
import { among } from '../db/among.ts'
import type { Queryable } from '../db/database.ts'
import { customers } from '../db/tables/customers.ts'
import { adjustments, billingLines, invoices } from '../db/tables/invoices.ts'
import { allocations, customerAccounts, transactions } from '../db/tables/ledger.ts'
import { openingBalances } from '../db/tables/opening-balances.ts'
import { jobs, runs } from '../db/tables/runs.ts'

const NO_ACCOUNT = { credit: 0, owing: 0, totalSales: 0, prepaidLeft: 0 }

/**
 * Everything stored of the next customers by ID, so that a million rows need the memory of these few.
 * @param after the last customer of the step before
 */
export async function readLedgers(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ ledgers: AuditedLedger[]; last: string | null }> {
  const people = await db
    .select({ customerID: customers.customerID, refNumber: customers.refNumber })
    .from(customers)
    .where(after === null ? undefined : gt(customers.customerID, after))
    .orderBy(asc(customers.customerID))
    .limit(limit)
  const ids = people.map(({ customerID }) => customerID)
  if (ids.length === 0) return { ledgers: [], last: null }
  const rows = await rowsOf(db, ids)
  return {
    ledgers: people.map(({ customerID, refNumber }) => ({
      refId: String(refNumber),
      invoices: rows.invoices.get(customerID) ?? [],
      adjustments: rows.adjustments.get(customerID) ?? [],
      transactions: rows.transactions.get(customerID) ?? [],
      allocations: rows.allocations.get(customerID) ?? [],
      lines: rows.lines.get(customerID) ?? [],
      stops: rows.stops.get(customerID) ?? [],
      account: rows.accounts.get(customerID)?.[0] ?? NO_ACCOUNT,
      openingBalance: rows.opening.get(customerID)?.[0]?.amount ?? null,
    })),
    last: ids.at(-1)!,
  }
}

const customerOf = ({ customerID }: { customerID: string | null }) => customerID

/** One statement per table. */
async function rowsOf(db: Queryable, ids: readonly string[]) {
  // One after the other, because a transaction has one connection.
  return {
    invoices: byKey(await db.select(INVOICE).from(invoices).where(among(invoices.customerID, ids)), customerOf),
    adjustments: byKey(
      await db.select(ADJUSTMENT).from(adjustments).where(among(adjustments.customerID, ids)),
      customerOf,
    ),
    transactions: byKey(
      await db
        .select()
        .from(transactions)
        .where(among(transactions.customerID, ids))
        .orderBy(asc(transactions.refNumber)),
      customerOf,
    ),
    allocations: byKey(
      await db
        .select(ALLOCATION)
        .from(allocations)
        .innerJoin(transactions, eq(transactions.transactionID, allocations.transactionID))
        .where(among(transactions.customerID, ids)),
      customerOf,
    ),
    lines: byKey(await db.select(LINE).from(billingLines).where(among(billingLines.customerID, ids)), customerOf),
    stops: byKey(
      await db
        .select(STOP)
        .from(jobs)
        .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
        .where(and(among(jobs.customerID, ids), eq(jobs.state, 'completed'), eq(runs.billing, 'invoiced'))),
      customerOf,
    ),
    accounts: byKey(
      await db.select().from(customerAccounts).where(among(customerAccounts.customerID, ids)),
      customerOf,
    ),
    opening: byKey(await db.select().from(openingBalances).where(among(openingBalances.customerID, ids)), customerOf),
  }
}

const INVOICE = {
  customerID: invoices.customerID,
  invoiceID: invoices.invoiceID,
  kind: invoices.kind,
  oldNumber: invoices.oldNumber,
  number: invoices.number,
  issueDate: invoices.issueDate,
  dueDate: invoices.dueDate,
  issuedAmount: invoices.issuedAmount,
  issuedGst: invoices.issuedGst,
  gstRegistered: invoices.gstRegistered,
  amount: invoices.amount,
  gst: invoices.gst,
  allocated: invoices.allocated,
  datePaid: invoices.datePaid,
}

const ADJUSTMENT = {
  customerID: adjustments.customerID,
  adjustmentID: adjustments.adjustmentID,
  invoiceID: adjustments.invoiceID,
  number: adjustments.number,
  day: adjustments.day,
  reason: adjustments.reason,
  difference: adjustments.difference,
  gstDifference: adjustments.gstDifference,
  createdAt: adjustments.createdAt,
}

const ALLOCATION = { customerID: transactions.customerID, ...getTableColumns(allocations) }

const LINE = {
  customerID: billingLines.customerID,
  lineID: billingLines.lineID,
  kind: billingLines.kind,
  assignmentID: billingLines.assignmentID,
  invoiceID: billingLines.invoiceID,
  generation: billingLines.generation,
  replaces: billingLines.replaces,
  price: billingLines.price,
  amount: billingLines.amount,
  counts: billingLines.counts,
  prepaid: billingLines.prepaid,
}

const STOP = {
  customerID: jobs.customerID,
  assignmentID: jobs.assignmentID,
  serviceType: jobs.serviceType,
  outcome: jobs.outcome,
  pu: jobs.pu,
  amount: jobs.amount,
  extraAmount: jobs.extraAmount,
  attemptFee: runs.attemptFee,
}
