import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PUSH_KINDS } from '#domain/pushes.ts'
import { createdAt, instant, key } from './columns.ts'
import { users } from './users.ts'

/**
 * A device on which a customer has switched notifications on. The row is deleted when the customer signs out there, or
 * the push service reports the subscription as ended. It outlives the session, because a customer may not open the app
 * for months.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    pushSubscriptionID: key('push_subscription_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => users.userID, { onDelete: 'cascade' }),
    /** The session in which it was switched on, or last used. */
    sessionID: uuid('session_id').notNull(),
    /** SHA-256 of the address, hex, so that a device has one row. */
    endpointHash: text('endpoint_hash').notNull().unique(),
    /** The push service's address for the device; never logged or sent to a client. */
    endpoint: text('endpoint').notNull(),
    /** The device's keys, with which its messages are encrypted. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /**
     * PUBLIC_URL of the server at which it was switched on. Only a server with this address sends to it, and not one
     * that runs on a copy of the database.
     */
    origin: text('origin').notNull(),
    /** Browser and system in words; null: unknown. */
    browser: text('browser'),
    createdAt: createdAt(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    index('push_subscriptions_customer').on(table.customerID),
    index('push_subscriptions_session').on(table.sessionID),
  ],
)

/** One thing to be shown on one device, once. */
export const pushes = pgTable(
  'pushes',
  {
    pushSubscriptionID: uuid('push_subscription_id')
      .notNull()
      .references(() => pushSubscriptions.pushSubscriptionID, { onDelete: 'cascade' }),
    /** The kind, and what distinguishes this thing from others of the kind. */
    thing: text('thing').notNull(),
    kind: text('kind', { enum: PUSH_KINDS }).notNull(),
    /** The week as `2026-11-4`, the stop, or the invoice. */
    subject: text('subject').notNull(),
    /** `left_out`: no longer true, or not for this customer, when it was to be sent. */
    state: text('state', { enum: ['queued', 'sent', 'failed', 'left_out'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    notAfter: instant('not_after').notNull(),
    /** The push service's answer, or `too late`; without the device's address. */
    lastError: text('last_error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    // One row per thing and device, however many servers there are.
    primaryKey({ columns: [table.pushSubscriptionID, table.thing] }),
    index('pushes_waiting')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'queued'`),
    index('pushes_age').on(table.createdAt),
    check('pushes_waiting_for', sql`(${table.state} = 'queued') = (${table.nextAttemptAt} is not null)`),
  ],
)
