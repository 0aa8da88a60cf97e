import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { RECIPIENT_STATES, REMINDER_STATUSES } from '#domain/reminders.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'
import { createdAt, instant, key, version } from './columns.ts'
import { customers } from './customers.ts'

/** A batch of reminders before one collection week (domain.md 9). */
export const reminders = pgTable(
  'reminders',
  {
    reminderID: key('reminder_id').primaryKey(),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    /** 1 for the first batch of its week, 2 for the next. */
    sequenceNumber: integer('sequence_number').notNull(),
    /** Only customers with this cycle and in this round; null: all. */
    collectionScheme: text('collection_scheme', { enum: COLLECTION_SCHEMES }),
    runNumber: integer('run_number'),
    description: text('description'),
    emailSubject: text('email_subject').notNull(),
    emailContent: text('email_content').notNull(),
    runAt: instant('run_at').notNull(),
    status: text('status', { enum: REMINDER_STATUSES }).notNull(),
    /** Made by the setting `reminder.auto`. */
    auto: boolean('auto').notNull().default(false),
    /** From then on the scheduler sends it at `runAt`. */
    activatedAt: instant('activated_at'),
    sendingAt: instant('sending_at'),
    /** When its last recipient was sent to or given up. */
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
    /** Deleted before it was sent; the row stays, so that `reminder.auto` doesn't make it again. */
    deletedAt: instant('deleted_at'),
    version: version(),
  },
  (table) => [
    unique('reminders_week_sequence').on(table.yearNumber, table.monthNumber, table.weekNumber, table.sequenceNumber),
    // Two servers make one.
    uniqueIndex('reminders_auto_week')
      .on(table.yearNumber, table.monthNumber, table.weekNumber)
      .where(sql`${table.auto}`),
    index('reminders_status').on(table.status, table.runAt),
  ],
)

/** Its recipients. A row reaches the outbox in the transaction that changes its state from `waiting`. */
export const reminderCustomers = pgTable(
  'reminder_customers',
  {
    reminderID: uuid('reminder_id')
      .notNull()
      .references(() => reminders.reminderID, { onDelete: 'cascade' }),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    state: text('state', { enum: RECIPIENT_STATES }).notNull(),
    /** Why it was left out, or the failure that the outbox noted. */
    reason: text('reason'),
    /** How often it was put into the outbox; each time is a separate mail. */
    tries: integer('tries').notNull().default(0),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.reminderID, table.customerID] }),
    // A customer is reminded of a week once, however many batches it has.
    uniqueIndex('reminder_customers_once')
      .on(table.customerID, table.yearNumber, table.monthNumber, table.weekNumber)
      .where(sql`${table.state} <> 'left_out'`),
    index('reminder_customers_waiting')
      .on(table.reminderID)
      .where(sql`${table.state} = 'waiting'`),
    index('reminder_customers_mailed')
      .on(table.reminderID)
      .where(sql`${table.state} in ('queued', 'failed')`),
  ],
)
