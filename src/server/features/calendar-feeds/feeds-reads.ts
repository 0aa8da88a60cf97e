import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { calendarFeedEntries, calendarFeeds } from '../../db/tables/calendar-feeds.ts'
import { customers } from '../../db/tables/customers.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { ACCESS_COLUMNS, cancelledAccessEnded } from '../../http/sessions.ts'

export type FeedRow = typeof calendarFeeds.$inferSelect
export type StoredRow = typeof calendarFeedEntries.$inferSelect

export async function feedOfCustomer(db: Queryable, customerID: string): Promise<FeedRow | null> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.customerID, customerID))
  return row ?? null
}

export type Subscriber = FeedRow

/** Null: the address was ended, or its customer is deleted or can't sign in any more. */
export async function subscriberOf(db: Queryable, feedID: string, now: Date): Promise<Subscriber | null> {
  const [row] = await db
    .select({ feed: calendarFeeds, access: ACCESS_COLUMNS })
    .from(calendarFeeds)
    .innerJoin(customers, eq(customers.customerID, calendarFeeds.customerID))
    .innerJoin(users, eq(users.userID, calendarFeeds.customerID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, calendarFeeds.customerID))
    .where(and(eq(calendarFeeds.feedID, feedID), isNull(customers.hiddenAt), isNull(users.disabledAt)))
  if (row === undefined || (await cancelledAccessEnded(db, row.access, now))) return null
  return row.feed
}

export function storedEntries(db: Queryable, customerID: string): Promise<StoredRow[]> {
  return db.select().from(calendarFeedEntries).where(eq(calendarFeedEntries.customerID, customerID))
}
