import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { ledgerCents } from './columns.ts'

/**
 * Numbers of rows of a kind, so that a list does not count a whole table for each page. Triggers add a row with the
 * change by every statement, in its transaction; the total is the sum of a topic's rows. The nightly maintenance adds
 * them up (`addUpTotals`). In no backup: a restore makes them again.
 */
export const keptTotals = pgTable(
  'kept_totals',
  {
    topic: text('topic').notNull(),
    /** What the counted rows have in common, such as an income's driver, status and kind. */
    subject: text('subject').notNull(),
    count: bigint('row_count', { mode: 'number' }).notNull(),
    amount: ledgerCents('amount_cents').notNull().default(0),
  },
  (table) => [index('kept_totals_subject').on(table.topic, table.subject)],
)
