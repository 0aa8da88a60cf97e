import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, key } from './columns.ts'

/** Mail to be sent: the row is written in the effect's transaction, the sending starts from it. */
export const mails = pgTable(
  'mails',
  {
    mailID: key('mail_id').primaryKey(),
    /** One thing to one person makes one Message-ID, so that a repeat is one mail. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    state: text('state', { enum: ['queued', 'sent', 'failed', 'kept'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [index('mails_waiting').on(table.state, table.nextAttemptAt)],
)
