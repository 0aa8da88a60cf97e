import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, instant, key } from './columns.ts'

/** Mail to be sent: the row is written in the transaction of the change it announces; the sender reads it from here. */
export const mails = pgTable(
  'mails',
  {
    mailID: key('mail_id').primaryKey(),
    /** One message to one person has one Message-ID, so that a repeat appears as one mail. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** With `{link}` in place of a one-time link, which is never stored in clear text. */
    text: text('text').notNull(),
    html: text('html'),
    /** The one-time link, encrypted; deleted once the mail is sent or the link has expired. */
    sealedLink: bytes('sealed_link'),
    linkExpiresAt: instant('link_expires_at'),
    /** The account that the link opens; null: none. */
    linkUserID: uuid('link_user_id'),
    state: text('state', { enum: ['queued', 'sent', 'failed', 'kept'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [index('mails_waiting').on(table.state, table.nextAttemptAt)],
)
