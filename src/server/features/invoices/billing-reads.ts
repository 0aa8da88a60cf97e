import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { InvoiceType, PaymentScheme } from '#domain/billing.ts'
import type { Cents } from '#domain/money.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'

export type LineRow = typeof billingLines.$inferSelect

export interface BillingTerms {
  readonly customerID: string
  readonly refNumber: number
  readonly name: string
  readonly scheme: PaymentScheme
  readonly invoiceType: InvoiceType
  readonly collectionScheme: CollectionScheme
  readonly credit: Cents
  readonly prepaidLeft: number
  /** The service is cancelled: no further collection fills the account or uses a prepaid one. */
  readonly ended: boolean
}

export async function billingTermsOf(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<Map<string, BillingTerms>> {
  if (customerIDs.length === 0) return new Map()
  const rows = await db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      name: users.fullName,
      scheme: customers.paymentScheme,
      invoiceType: customers.invoiceType,
      collectionScheme: customers.collectionScheme,
      credit: customerAccounts.credit,
      prepaidLeft: customerAccounts.prepaidLeft,
      ended: sql<boolean>`${customers.status} = 'CANCELED'`,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(among(customers.customerID, customerIDs))
  return new Map(
    rows.map((row) => [row.customerID, { ...row, credit: row.credit ?? 0, prepaidLeft: row.prepaidLeft ?? 0 }]),
  )
}

/** The customers' unbilled lines that cost or count something, oldest first. */
export function unbilledLinesOf(db: Queryable, customerIDs: readonly string[]): Promise<LineRow[]> {
  if (customerIDs.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(billingLines)
    .where(
      and(
        among(billingLines.customerID, customerIDs),
        isNull(billingLines.invoiceID),
        sql`(${billingLines.amount} <> 0 or ${billingLines.counts} <> 0)`,
      ),
    )
    .orderBy(asc(billingLines.serviceDay), asc(billingLines.createdAt), asc(billingLines.sequence))
}

/** All lines of these stops, oldest first. */
export function linesOfStops(db: Queryable, assignmentIDs: readonly string[]): Promise<LineRow[]> {
  if (assignmentIDs.length === 0) return Promise.resolve([])
  return db
    .select()
    .from(billingLines)
    .where(among(billingLines.assignmentID, assignmentIDs))
    .orderBy(asc(billingLines.createdAt), asc(billingLines.sequence))
}
