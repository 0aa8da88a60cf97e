import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, key } from './columns.ts'
import { customers } from './customers.ts'

/** The address a customer's calendar is read at (domain.md 16); at most one each. */
export const calendarFeeds = pgTable('calendar_feeds', {
  customerID: uuid('customer_id')
    .primaryKey()
    .references(() => customers.customerID, { onDelete: 'cascade' }),
  /** What its address is signed over: another one ends the address. */
  feedID: key('feed_id').unique(),
  createdAt: createdAt(),
  /** When it was last read, accurate to some hours. */
  readAt: instant('read_at'),
})

/** What calendars were told about each week; it outlives the address, because calendars do too. */
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
    /** Of its content; empty: it is not in the calendar now. */
    fingerprint: text('fingerprint').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerID, table.yearNumber, table.monthNumber, table.weekNumber] })],
)
