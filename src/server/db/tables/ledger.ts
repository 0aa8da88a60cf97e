import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { PURPOSES } from '#domain/ledger.ts'
import { PAYMENT_TYPES, TRANSACTION_TYPES } from '#domain/money-words.ts'
import { createdAt, day, key, ledgerCents } from './columns.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import { users } from './users.ts'

/** The ledger's rows (domain.md 7); a trigger makes them append-only. */
export const transactions = pgTable(
  'transactions',
  {
    transactionID: key('transaction_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    customerID: uuid('customer_id').references(() => customers.customerID),
    driverID: uuid('driver_id').references(() => users.userID),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    purpose: text('purpose', { enum: PURPOSES }).notNull(),
    /** Negative in a row that reverses another. */
    amount: ledgerCents('amount_cents').notNull(),
    rounding: ledgerCents('rounding_cents').notNull().default(0),
    paymentType: text('payment_type', { enum: PAYMENT_TYPES }),
    datePaid: day('paid_day').notNull(),
    notes: text('notes'),
    reverses: uuid('reverses'),
    linkedTo: uuid('linked_to'),
    /** Chosen by the caller: the same key twice is one payment. */
    clientKey: text('client_key').unique(),
    sequence: integer('sequence').notNull(),
    createdAt: createdAt(),
    createdBy: uuid('created_by').references(() => users.userID),
  },
  (table) => [
    unique('transactions_reversed_once').on(table.reverses),
    index('transactions_customer').on(table.customerID, table.createdAt),
    index('transactions_driver').on(table.driverID, table.datePaid),
    index('transactions_paid').on(table.datePaid, table.refNumber),
    // Pays in the order of their list; each is one among hundreds of customers' payments.
    index('transactions_pays')
      .on(table.datePaid, table.refNumber)
      .where(sql`${table.driverID} is not null and ${table.reverses} is null`),
    index('transactions_linked').on(table.linkedTo),
    // The debts of a customer that money may still recover.
    index('transactions_written_off')
      .on(table.customerID)
      .where(sql`${table.purpose} = 'write_off'`),
    check('transactions_party', sql`(${table.customerID} is null) <> (${table.driverID} is null)`),
    check('transactions_amount', sql`${table.amount} <> 0`),
    check('transactions_rounding', sql`${table.rounding} between -2 and 2`),
  ],
)

/** Which part of a transaction pays which invoice; negative where it is reversed. Append-only. */
export const allocations = pgTable(
  'allocations',
  {
    allocationID: key('allocation_id').primaryKey(),
    transactionID: uuid('transaction_id')
      .notNull()
      .references(() => transactions.transactionID),
    invoiceID: uuid('invoice_id')
      .notNull()
      .references(() => invoices.invoiceID),
    amount: ledgerCents('amount_cents').notNull(),
    day: day('effective_day').notNull(),
    sequence: integer('sequence').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('allocations_invoice').on(table.invoiceID),
    index('allocations_transaction').on(table.transactionID),
    check('allocations_amount', sql`${table.amount} <> 0`),
  ],
)

/**
 * The sums of a customer's rows, for lists and for locking: every act on the ledger locks this row first. `npm run
 * audit-ledger` recomputes it.
 */
export const customerAccounts = pgTable(
  'customer_accounts',
  {
    customerID: uuid('customer_id')
      .primaryKey()
      .references(() => customers.customerID),
    credit: ledgerCents('credit_cents').notNull().default(0),
    owing: ledgerCents('owing_cents').notNull().default(0),
    /** Issued invoices after adjustments, without opening and debit ones. */
    totalSales: ledgerCents('total_sales_cents').notNull().default(0),
    /** Collections paid in advance and not used. */
    prepaidLeft: integer('prepaid_left').notNull().default(0),
  },
  (table) => [
    check('customer_accounts_credit', sql`${table.credit} >= 0`),
    check('customer_accounts_owing', sql`${table.owing} >= 0`),
    index('customer_accounts_owed')
      .on(table.owing)
      .where(sql`${table.owing} > 0`),
  ],
)
