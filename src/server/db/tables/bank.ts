import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { BANK_DATE_FORMATS } from '#domain/bank-dates.ts'
import { BANK_LINE_STATES } from '#domain/bank-lines.ts'
import type { BankColumns } from '#domain/bank-rows.ts'
import { createdAt, day, instant, key, ledgerCents } from './columns.ts'
import { payouts } from './payouts.ts'
import { users } from './users.ts'

/** An imported bank file (domain.md 12). Only the columns from `known` on change; never deleted. */
export const bankFiles = pgTable(
  'bank_files',
  {
    bankFileID: key('bank_file_id').primaryKey(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    /** Named by the office; the lines have the account that the file names. */
    account: text('account').notNull(),
    layout: text('layout', { enum: ['commbank', 'westpac', 'nab', 'anz', 'bankwest', 'chosen', 'ofx'] }).notNull(),
    lines: integer('lines').notNull(),
    unreadable: integer('unreadable').notNull(),
    fromDay: day('from_day'),
    toDay: day('to_day'),
    createdAt: createdAt(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.userID),

    /** Number of lines that were imported before. */
    known: integer('known').notNull().default(0),
    /** Number of lines that the server booked by itself. */
    posted: integer('posted').notNull().default(0),
    postedAmount: ledgerCents('posted_cents').notNull().default(0),
    /** Null: the import runs, or was interrupted; the same file again continues it. */
    endedAt: instant('ended_at'),
  },
  (table) => [index('bank_files_created').on(table.createdAt)],
)

/**
 * A line of a bank file. A trigger refuses deletions and changes of what the bank said. The state leaves `waiting`
 * once; an undo puts it back and counts.
 */
export const bankLines = pgTable(
  'bank_lines',
  {
    bankLineID: key('bank_line_id').primaryKey(),
    bankFileID: uuid('bank_file_id')
      .notNull()
      .references(() => bankFiles.bankFileID),
    line: integer('line').notNull(),
    /** The same line in another file has the same identity (domain.md 11, M18). */
    identity: text('identity').notNull(),
    account: text('account').notNull(),
    day: day('booked_day').notNull(),
    /** Negative: money out. */
    amount: ledgerCents('amount_cents').notNull(),
    text: text('text').notNull(),
    type: text('type').notNull(),
    balance: ledgerCents('balance_cents'),
    fitid: text('fitid'),
    /** Customers proposed at the import; empty: none. */
    candidates: jsonb('candidates').$type<string[]>().notNull(),
    /** A file of another format may have brought it before. */
    perhapsKnown: boolean('perhaps_known').notNull(),
    createdAt: createdAt(),

    state: text('state', { enum: BANK_LINE_STATES }).notNull(),
    /** The payments it made, or the rows that reversed one; empty: nothing is booked. */
    transactionIDs: jsonb('transaction_ids').$type<string[]>().notNull(),
    /** The card payout that the line is; one line each. */
    payoutID: text('payout_id')
      .unique()
      .references(() => payouts.payoutID),
    reason: text('reason'),
    decidedAt: instant('decided_at'),
    /** Null: the server, by an exact match. */
    decidedBy: uuid('decided_by').references(() => users.userID),
    undone: integer('undone').notNull().default(0),
  },
  (table) => [
    uniqueIndex('bank_lines_identity').on(table.identity),
    index('bank_lines_listed').on(
      table.day.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.line,
      table.bankLineID,
    ),
    index('bank_lines_file').on(table.bankFileID),
    index('bank_lines_waiting')
      .on(table.day)
      .where(sql`${table.state} = 'waiting'`),
    check('bank_lines_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('bank_lines_payout', sql`${table.payoutID} is null or ${table.state} = 'clearing'`),
  ],
)

/** Columns that the office chose once for a layout that isn't recognised. */
export const bankLayouts = pgTable('bank_layouts', {
  /** SHA-256 of the layout's signature, hex. */
  layoutHash: text('layout_hash').primaryKey(),
  header: boolean('header').notNull(),
  columns: jsonb('columns').$type<BankColumns>().notNull(),
  dateFormat: text('date_format', { enum: BANK_DATE_FORMATS }),
  changedAt: instant('changed_at').notNull(),
  changedBy: uuid('changed_by')
    .notNull()
    .references(() => users.userID),
})
