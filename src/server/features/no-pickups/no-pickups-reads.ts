import { count, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { keptTotal } from '../../db/kept-totals.ts'
import { mentions } from '../../db/mentions.ts'
import { pageTotal } from '../../db/page-total.ts'
import { sameWeek } from '../../db/same-week.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'

export type NoPickupRow = typeof noPickups.$inferSelect

export interface NoPickupShown extends NoPickupRow {
  customer: string
  /** The name of who made it. */
  creator: string | null
  /** Null: the calendar no longer contains the week. */
  week: { from: string; to: string } | null
}

export async function noPickupsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: NoPickupShown[]; total: number }> {
  const creator = alias(users, 'creator')
  const rows = await db
    .select({
      noPickup: noPickups,
      customer: users.fullName,
      creator: creator.fullName,
      week: { from: calendarSettings.from, to: calendarSettings.to },
    })
    .from(noPickups)
    .innerJoin(users, eq(users.userID, noPickups.customerID))
    .leftJoin(creator, eq(creator.userID, noPickups.createdBy))
    .leftJoin(calendarSettings, sameWeek(calendarSettings, noPickups))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const total = await pageTotal(rows, { limit, offset }, () => counted(db, where))
  return { rows: rows.map(({ noPickup, ...beside }) => ({ ...noPickup, ...beside })), total }
}

async function counted(db: Queryable, where: SQL | undefined): Promise<number> {
  if (where === undefined) return (await keptTotal(db, 'no_pickups', undefined)).total
  const query = db.select({ total: count() }).from(noPickups).$dynamic()
  if (mentions(users, [where])) void query.innerJoin(users, eq(users.userID, noPickups.customerID))
  const [row] = await query.where(where)
  return row!.total
}

export async function noPickupByID(db: Queryable, noPickupID: string): Promise<NoPickupShown | null> {
  const { rows } = await noPickupsPage(db, {
    where: eq(noPickups.noPickupID, noPickupID),
    orderBy: [],
    limit: 1,
    offset: 0,
  })
  return rows[0] ?? null
}
