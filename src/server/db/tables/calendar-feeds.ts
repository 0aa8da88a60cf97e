import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, key } from './columns.ts'
import { customers } from './customers.ts'

/** The address of a customer's calendar feed (domain.md 16), at most one each. */
export const calendarFeeds = pgTable('calendar_feeds', {
  customerID: uuid('customer_id')
    .primaryKey()
    .references(() => customers.customerID, { onDelete: 'cascade' }),
  /** Signed in the address; a new one ends the old address. */
  feedID: key('feed_id').unique(),
  createdAt: createdAt(),
  /** When it was last read, accurate to some hours. */
  readAt: instant('read_at'),
})

/** What calendars were told about each week. It outlives the address, as calendars do. */
export const calendarFeedEntries = pgTable(
  'calendar_feed_entries',
  {
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    sequence: integer('sequence').notNull(),
    /** Hash of the content; empty: not in the calendar now. */
    fingerprint: text('fingerprint').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerID, table.yearNumber, table.monthNumber, table.weekNumber] })],
)
