import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, key, ledgerCents } from './columns.ts'
import { adjustments, invoices } from './invoices.ts'
import { users } from './users.ts'

/** An export to Xero, which can be downloaded again (domain.md 11, M24). Append-only. */
export const xeroExports = pgTable(
  'xero_exports',
  {
    exportID: key('export_id').primaryKey(),
    from: day('from_day'),
    to: day('to_day'),
    /** As at the export, so that the file stays the same. */
    accountCode: text('account_code').notNull(),
    taxType: text('tax_type').notNull(),
    taxTypeWithoutGst: text('tax_type_without_gst').notNull(),
    /** Number and sum of its documents. */
    documents: integer('documents').notNull(),
    amount: ledgerCents('amount_cents').notNull(),
    createdAt: createdAt(),
    createdBy: uuid('created_by').references(() => users.userID),
  },
  (table) => [index('xero_exports_created').on(table.createdAt)],
)

/**
 * What Xero has of each invoice: the sum of its rows here. The first is the invoice, a later one the adjustments since.
 * Append-only.
 */
export const xeroDocuments = pgTable(
  'xero_documents',
  {
    documentID: key('document_id').primaryKey(),
    exportID: uuid('export_id')
      .notNull()
      .references(() => xeroExports.exportID),
    invoiceID: uuid('invoice_id')
      .notNull()
      .references(() => invoices.invoiceID),
    /** The latest adjustment in it; null: the invoice itself. */
    adjustmentID: uuid('adjustment_id').references(() => adjustments.adjustmentID),
    issueDate: day('issue_day').notNull(),
    dueDate: day('due_day').notNull(),
    amount: ledgerCents('amount_cents').notNull(),
    hasGst: boolean('has_gst').notNull(),
    sequence: integer('sequence').notNull(),
  },
  (table) => [
    // Of two simultaneous exports, only one has each document.
    unique('xero_documents_once').on(table.invoiceID, table.adjustmentID).nullsNotDistinct(),
    index('xero_documents_export').on(table.exportID, table.sequence),
  ],
)
