import { asc, eq, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { GstAccount } from '#domain/gst.ts'
import type { Period } from '#domain/periods.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'

/** About this many invoices and transactions are in memory at once; a customer's are never split. */
const ROWS_AT_ONCE = 5_000

/**
 * The accounts with anything in the period, by customer, one batch in memory at a time. Each ledger is read as a whole,
 * because what counts depends on earlier rows.
 */
export async function* touchedAccounts(db: Queryable, period: Period) {
  for (const customerIDs of await touchedCustomers(db, period)) {
    yield* await accountsOf(db, customerIDs)
  }
}

/** Customers in batches of about as many rows. */
async function touchedCustomers(db: Queryable, { from, to }: Period): Promise<string[][]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    with touched as (
      select ${invoices.customerID} from ${invoices} where ${invoices.issueDate} between ${from}::date and ${to}::date
      union select ${adjustments.customerID} from ${adjustments} where ${adjustments.day} between ${from}::date and ${to}::date
      union select ${invoices.customerID} from ${allocations}
        join ${invoices} on ${invoices.invoiceID} = ${allocations.invoiceID}
        where ${allocations.day} between ${from}::date and ${to}::date
    ), counted as (
      select customer_id, (select count(*) from ${invoices} where ${invoices.customerID} = touched.customer_id)
        + (select count(*) from ${transactions} where ${transactions.customerID} = touched.customer_id) as rows
      from touched
    ), batched as (
      select customer_id, div(sum(rows) over (order by customer_id), ${ROWS_AT_ONCE}) as batch from counted
    )
    select array_agg(customer_id order by customer_id) as ids from batched group by batch order by batch`)
  return rows.map(({ ids }) => ids)
}

async function accountsOf(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<{ customerID: string; account: GstAccount }[]> {
  // One after the other, because a transaction has one connection.
  const issued = byCustomer(
    await db
      .select({
        customerID: invoices.customerID,
        invoiceID: invoices.invoiceID,
        kind: invoices.kind,
        issueDate: invoices.issueDate,
        issuedAmount: invoices.issuedAmount,
        issuedGst: invoices.issuedGst,
        gstRegistered: invoices.gstRegistered,
      })
      .from(invoices)
      .where(among(invoices.customerID, customerIDs))
      .orderBy(asc(invoices.invoiceID)),
  )
  const adjusted = byCustomer(
    await db
      .select({
        customerID: adjustments.customerID,
        adjustmentID: adjustments.adjustmentID,
        invoiceID: adjustments.invoiceID,
        day: adjustments.day,
        difference: adjustments.difference,
        gstDifference: adjustments.gstDifference,
        createdAt: adjustments.createdAt,
      })
      .from(adjustments)
      .where(among(adjustments.customerID, customerIDs))
      .orderBy(asc(adjustments.number)),
  )
  const booked = byCustomer(
    await db
      .select({
        customerID: transactions.customerID,
        transactionID: transactions.transactionID,
        refNumber: transactions.refNumber,
        type: transactions.type,
        purpose: transactions.purpose,
        amount: transactions.amount,
        reverses: transactions.reverses,
        linkedTo: transactions.linkedTo,
        createdAt: transactions.createdAt,
      })
      .from(transactions)
      .where(among(transactions.customerID, customerIDs)),
  )
  const allocated = byCustomer(
    await db
      .select({
        customerID: invoices.customerID,
        transactionID: allocations.transactionID,
        invoiceID: allocations.invoiceID,
        amount: allocations.amount,
        day: allocations.day,
      })
      .from(allocations)
      .innerJoin(invoices, eq(invoices.invoiceID, allocations.invoiceID))
      .where(among(invoices.customerID, customerIDs))
      .orderBy(asc(allocations.createdAt), asc(allocations.sequence)),
  )
  return customerIDs.map((customerID) => ({
    customerID,
    account: {
      invoices: issued.get(customerID) ?? [],
      adjustments: adjusted.get(customerID) ?? [],
      transactions: booked.get(customerID) ?? [],
      allocations: allocated.get(customerID) ?? [],
    },
  }))
}

const byCustomer = <Row extends { customerID: string | null }>(rows: readonly Row[]) =>
  byKey(rows, ({ customerID }) => customerID!)
