import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_KINDS, WEBHOOK_TEST } from '#domain/webhooks.ts'
import { bytes, createdAt, instant, json, key } from './columns.ts'
import { users } from './users.ts'

/** Addresses of other programs that are told what happened. */
export const webhooks = pgTable('webhooks', {
  webhookID: key('webhook_id').primaryKey(),
  url: text('url').notNull(),
  /** Texts of `WEBHOOK_KINDS`. */
  kinds: json('kinds').notNull(),
  /** The key by which its messages are signed, sealed with SECRET_KEY. */
  sealedSecret: bytes('sealed_secret').notNull(),
  /** PUBLIC_URL of the server at which it was made, so that a server on a copy of the database sends nothing. */
  origin: text('origin').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.userID),
  createdAt: createdAt(),
  endedAt: instant('ended_at'),
})

/** One thing that one webhook is told, once it has answered. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    messageID: key('message_id').primaryKey(),
    webhookID: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.webhookID, { onDelete: 'cascade' }),
    kind: text('kind', { enum: [...WEBHOOK_KINDS, WEBHOOK_TEST] }).notNull(),
    /** The ids of what it is about; never personal details. */
    data: json('data').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** The answer's status, or why there was none; without what the receiver wrote. */
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('webhook_messages_waiting')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'queued'`),
    index('webhook_messages_of').on(table.webhookID, table.createdAt),
    index('webhook_messages_age').on(table.createdAt),
    check('webhook_messages_waiting_for', sql`(${table.state} = 'queued') = (${table.nextAttemptAt} is not null)`),
  ],
)
