import { count, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export type NoPickupRow = typeof noPickups.$inferSelect
export type NoPickupShown = NoPickupRow & { customer: string }

export async function noPickupsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: NoPickupShown[]; total: number }> {
  const rows = await db
    .select({ noPickup: noPickups, customer: users.fullName })
    .from(noPickups)
    .innerJoin(users, eq(users.userID, noPickups.customerID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(noPickups)
    .innerJoin(users, eq(users.userID, noPickups.customerID))
    .where(where)
  return { rows: rows.map(({ noPickup, customer }) => ({ ...noPickup, customer })), total: counted!.total }
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
