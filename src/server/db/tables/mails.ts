import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_FAULTS } from '#domain/mail-faults.ts'
import { MAIL_STATES } from '#domain/delivery.ts'
import { bytes, createdAt, instant, json, key } from './columns.ts'

/**
 * Mails to be sent. A row is written in the transaction of the change it announces, and the sender reads it from here.
 */
export const mails = pgTable(
  'mails',
  {
    mailID: key('mail_id').primaryKey(),
    /** Becomes the Message-ID, so that a repeat appears as one mail. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Has `{link}` in place of a one-time link, which is never stored in clear text. */
    text: text('text').notNull(),
    html: text('html'),
    /** The one-time link, encrypted; deleted once the mail is sent or the link has expired. */
    sealedLink: bytes('sealed_link'),
    linkExpiresAt: instant('link_expires_at'),
    /** The account that the link opens; null: none. */
    linkUserID: uuid('link_user_id'),
    state: text('state', { enum: MAIL_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** The mail server's answer to the last attempt, else the failure's code. */
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** Account mails (links, answers, one invoice) are sent first; `mail.perMinute` limits bulk ones. */
    priority: text('priority', { enum: ['account', 'bulk'] })
      .notNull()
      .default('account'),
    notAfter: instant('not_after'),
    /** Address of List-Unsubscribe and of the link in the footer; null: nothing to unsubscribe from. */
    unsubscribeUrl: text('unsubscribe_url'),
    inlinePhotoID: uuid('inline_photo_id'),
    /** The last attempt, by which bulk mails are counted. */
    attemptedAt: instant('attempted_at'),
    /** What `lastError` is about (domain: MailFault); null: a passing failure, or none. */
    fault: text('fault', { enum: MAIL_FAULTS }),
    /** The content of its PDFs, which are made when the mail is sent (`attachmentsOf`). */
    attachment: json('attachment'),
  },
  (table) => [
    index('mails_created').on(table.createdAt, table.mailID),
    index('mails_waiting').on(table.state, table.priority, table.nextAttemptAt),
    index('mails_paced')
      .on(table.attemptedAt)
      .where(sql`${table.priority} = 'bulk'`),
    index('mails_ending')
      .on(table.notAfter)
      .where(sql`${table.state} = 'queued'`),
    /** The second word of the key is the person that the mail is about. */
    index('mails_person').on(sql`split_part(${table.dedupeKey}, ' ', 2)`, table.createdAt),
    /** A start looks for the keys that open these few. */
    index('mails_sealed')
      .on(table.mailID)
      .where(sql`${table.sealedLink} is not null`),
    index('mails_to').on(sql`lower(${table.to})`),
  ],
)
