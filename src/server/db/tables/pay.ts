import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { day, instant, json, key, ledgerCents } from './columns.ts'
import { transactions } from './ledger.ts'
import { users } from './users.ts'

/** What is known of a DRIVER_OUTBOUND transaction beside the ledger's row. Only the columns from `abaAt` on change. */
export const driverPayments = pgTable(
  'driver_payments',
  {
    transactionID: key('transaction_id')
      .primaryKey()
      .references(() => transactions.transactionID),
    driverID: uuid('driver_id')
      .notNull()
      .references(() => users.userID),
    from: day('from_day').notNull(),
    to: day('to_day').notNull(),
    /** The sum of its incomes. */
    subtotal: ledgerCents('subtotal_cents').notNull(),
    /** Added to the subtotal; 0 without a recipient-created tax invoice. */
    gst: ledgerCents('gst_cents').notNull(),
    /** Without gaps; null: a pay statement. */
    rctiNumber: integer('rcti_number').unique(),
    /** What the PDF is made from (`DriverPayStatement` or `RecipientTaxInvoice`). */
    document: json('document').notNull(),
    /** When it was last put into a bank file. */
    abaAt: instant('aba_at'),
  },
  (table) => [
    index('driver_payments_driver').on(table.driverID),
    check('driver_payments_amount', sql`${table.subtotal} > 0 and ${table.gst} >= 0`),
  ],
)

/** The adjustment note of a recipient-created tax invoice whose payment was reversed (domain.md 11, M22). Append-only. */
export const rctiAdjustments = pgTable('rcti_adjustments', {
  /** The row that reverses the payment. */
  transactionID: key('transaction_id')
    .primaryKey()
    .references(() => transactions.transactionID),
  /** The payment of the tax invoice. */
  adjusts: uuid('adjusts')
    .notNull()
    .unique()
    .references(() => driverPayments.transactionID),
  /** Without gaps. */
  number: integer('number').notNull().unique(),
  /** What the PDF is made from (`RecipientAdjustmentNote`). */
  document: json('document').notNull(),
})
