import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import type { FeedRow } from './feeds-reads.ts'

/** Reading is stored at most this often, so that not every request writes. */
const NOTED_EVERY_MS = 6 * 3_600_000

/** Gives the caller's calendar a new address, which ends the old one. */
export async function makeFeed(tx: Queryable, author: Author): Promise<FeedRow> {
  const customerID = author.actor.userID
  const fresh = { feedID: newID(author.now.getTime()), createdAt: author.now, readAt: null }
  await tx
    .insert(calendarFeeds)
    .values({ customerID, ...fresh })
    .onConflictDoUpdate({ target: calendarFeeds.customerID, set: fresh })
  await recordChange(tx, author, {
    action: 'customer.calendar-feed',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { calendarFeed: true },
  })
  return { customerID, ...fresh }
}

/** Ends the address. The entries stay: a calendar that subscribes again gets their next sequence numbers. */
export async function endFeed(tx: Queryable, author: Author): Promise<void> {
  const customerID = author.actor.userID
  const ended = await tx
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.customerID, customerID))
    .returning({ customerID: calendarFeeds.customerID })
  if (ended.length === 0) return
  await recordChange(tx, author, {
    action: 'customer.calendar-feed',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { calendarFeed: false },
  })
}

export async function noteRead(db: Queryable, { feedID }: FeedRow, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTED_EVERY_MS)
  await db
    .update(calendarFeeds)
    .set({ readAt: now })
    .where(and(eq(calendarFeeds.feedID, feedID), or(isNull(calendarFeeds.readAt), lt(calendarFeeds.readAt, before))))
}
