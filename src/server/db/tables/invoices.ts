import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LINE_KINDS } from '#domain/billing.ts'
import { INVOICE_KINDS } from '#domain/money-words.ts'
import { createdAt, day, instant, json, key, ledgerCents, version } from './columns.ts'
import { customers } from './customers.ts'
import { jobs, runs } from './runs.ts'
import { users } from './users.ts'

/**
 * A trigger refuses deleting an issued invoice and changing what was issued. The columns from `amount` on follow its
 * adjustments, payments and reminders.
 */
export const invoices = pgTable(
  'invoices',
  {
    invoiceID: key('invoice_id').primaryKey(),
    kind: text('kind', { enum: INVOICE_KINDS }).notNull(),
    /** Without gaps within its kind. */
    number: integer('number').notNull(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    issueDate: day('issue_day').notNull(),
    dueDate: day('due_day').notNull(),
    issuedAmount: ledgerCents('issued_amount_cents').notNull(),
    issuedGst: ledgerCents('issued_gst_cents').notNull(),
    gstRegistered: boolean('gst_registered').notNull(),
    /** The addressee where it is not the customer, such as a property manager. */
    billToName: text('bill_to_name'),
    billToEmail: text('bill_to_email'),
    runRefs: jsonb('run_refs').$type<string[]>().notNull(),
    /** The number in the old billing program, for an imported open invoice (M15); else null. */
    oldNumber: text('old_number'),
    /** What the PDF is made from (`InvoiceDocument`); null: no PDF. */
    document: json('document'),
    createdAt: createdAt(),
    createdBy: uuid('created_by').references(() => users.userID),

    /** After adjustments. */
    amount: ledgerCents('amount_cents').notNull(),
    gst: ledgerCents('gst_cents').notNull(),
    allocated: ledgerCents('allocated_cents').notNull().default(0),
    /** What Xero has of it: the sum of its `xero_documents`. */
    exported: ledgerCents('exported_cents').notNull().default(0),
    datePaid: day('paid_day'),
    /** When its mail was put into the outbox, or it was marked as printed. What became of it: `deliveryOf`. */
    queuedAt: instant('sent_at'),
    /** The latest mail that carries it; null with `queuedAt`: it was marked as printed. */
    sentMailID: uuid('sent_mail_id'),
    /** The latest mail that carries it once more, after it was sent or printed. */
    againMailID: uuid('again_mail_id'),
    /** When the reminder's mail was put into the outbox. Whether it counts: `remindedAtOf`. */
    firstRemindAt: instant('first_remind_at'),
    firstRemindMailID: uuid('first_remind_mail_id'),
    secondRemindAt: instant('second_remind_at'),
    secondRemindMailID: uuid('second_remind_mail_id'),
    remindNotes: text('remind_notes'),
    /** The third reminder, which only the server sends (domain.md 19). */
    finalRemindAt: instant('final_remind_at'),
    finalRemindMailID: uuid('final_remind_mail_id'),
    /** The day from which the latest second or final reminder says that collections pause; null: it named none. */
    holdNamedFrom: day('hold_named_from'),
    /** Since when it owes again after it was paid in full; null: it doesn't, or the office collects it again. */
    reopenedAt: instant('reopened_at'),
    collectAgainAt: instant('collect_again_at'),
    promisedUntil: day('promised_until'),
    /** When the customer made their own promise, which they can do once. */
    ownPromiseAt: instant('own_promise_at'),
    dontRemind: boolean('dont_remind').notNull().default(false),
    /** The office leaves it out of automatic payments. */
    dontCharge: boolean('dont_charge').notNull().default(false),
    version: version(),
  },
  (table) => [
    unique('invoices_number').on(table.kind, table.number),
    // Contains all that the list's totals need, so that a search by name reads no row of the table.
    index('invoices_customer').on(
      table.customerID,
      table.issueDate,
      table.number,
      table.kind,
      table.amount,
      table.allocated,
      table.dueDate,
      table.invoiceID,
    ),
    // An old invoice is imported once; also used to search its number.
    uniqueIndex('invoices_old_number')
      .on(table.oldNumber, table.customerID)
      .where(sql`${table.oldNumber} is not null`),
    index('invoices_issued').on(table.issueDate, table.number),
    index('invoices_open')
      .on(table.dueDate, table.customerID, table.amount, table.allocated)
      .where(sql`${table.amount} > ${table.allocated}`),
    // Open invoices in the order of the list, with the day that gives their age.
    index('invoices_open_issued')
      .on(table.issueDate, table.number, table.invoiceID, table.dueDate)
      .where(sql`${table.amount} > ${table.allocated}`),
    index('invoices_for_xero')
      .on(table.number)
      .where(sql`${table.kind} = 'invoice' and ${table.amount} <> ${table.exported}`),
    // Finds the invoices of the mails that failed, wait or are kept.
    index('invoices_sent_mail')
      .on(table.sentMailID)
      .where(sql`${table.sentMailID} is not null`),
    check('invoices_amount', sql`${table.amount} >= 0 and ${table.issuedAmount} > 0`),
    check('invoices_allocated', sql`${table.allocated} between 0 and ${table.amount}`),
    check('invoices_old', sql`${table.oldNumber} is null or ${table.kind} = 'opening'`),
  ],
)

/** What a completed stop, a block or the office adds to an account (domain.md 6). It is put on one invoice, once. */
export const billingLines = pgTable(
  'billing_lines',
  {
    lineID: key('line_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    assignmentID: uuid('assignment_id').references(() => jobs.assignmentID),
    runOrderID: uuid('run_order_id').references(() => runs.runOrderID),
    /** Null: unbilled. */
    invoiceID: uuid('invoice_id').references(() => invoices.invoiceID),
    kind: text('kind', { enum: LINE_KINDS }).notNull(),
    description: text('description').notNull(),
    quantity: integer('quantity').notNull(),
    price: ledgerCents('price_cents').notNull(),
    amount: ledgerCents('amount_cents').notNull(),
    counts: integer('counts').notNull(),
    prepaid: integer('prepaid').notNull(),
    /** The business day of the collection, or on which the line was made. */
    serviceDay: day('service_day').notNull(),
    /** It is 0 at first. When a stop is invoiced anew, its new lines have the next number (M2). */
    generation: integer('generation').notNull().default(0),
    /** The line of an invoice at $0 that this one replaces (M2). */
    replaces: uuid('replaces').references((): AnyPgColumn => billingLines.lineID),
    /** Position among the lines made at the same instant. */
    sequence: integer('sequence').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('billing_lines_once')
      .on(table.assignmentID, table.kind, table.generation)
      .where(sql`${table.assignmentID} is not null and ${table.kind} <> 'correction'`),
    uniqueIndex('billing_lines_replaced_once')
      .on(table.replaces)
      .where(sql`${table.replaces} is not null`),
    // A customer brings prepaid collections once.
    uniqueIndex('billing_lines_brought_once')
      .on(table.customerID)
      .where(sql`${table.kind} = 'brought' and ${table.prepaid} > 0`),
    index('billing_lines_unbilled')
      .on(table.customerID)
      .where(sql`${table.invoiceID} is null and (${table.amount} <> 0 or ${table.counts} <> 0)`),
    index('billing_lines_invoice').on(table.invoiceID),
    index('billing_lines_customer').on(table.customerID),
    index('billing_lines_stop').on(table.assignmentID),
    index('billing_lines_run').on(table.runOrderID),
    // Brought collections have a price, but were invoiced elsewhere.
    check(
      'billing_lines_amount',
      sql`${table.amount} = case when ${table.kind} = 'brought' then 0 else ${table.quantity} * ${table.price} end`,
    ),
  ],
)

/** Changes of an issued invoice (M1), each with its own number. Append-only. */
export const adjustments = pgTable(
  'adjustments',
  {
    adjustmentID: key('adjustment_id').primaryKey(),
    number: integer('number').notNull().unique(),
    invoiceID: uuid('invoice_id')
      .notNull()
      .references(() => invoices.invoiceID),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    day: day('effective_day').notNull(),
    reason: text('reason').notNull(),
    difference: ledgerCents('difference_cents').notNull(),
    gstDifference: ledgerCents('gst_difference_cents').notNull(),
    /** What the PDF is made from (`AdjustmentDocument`). */
    document: json('document'),
    sequence: integer('sequence').notNull(),
    createdAt: createdAt(),
    createdBy: uuid('created_by').references(() => users.userID),
  },
  (table) => [
    index('adjustments_invoice').on(table.invoiceID),
    index('adjustments_customer').on(table.customerID),
    index('adjustments_day').on(table.day),
  ],
)
