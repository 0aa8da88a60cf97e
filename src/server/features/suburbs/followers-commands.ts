import { and, eq, type SQL, sql } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { giveFirstDue } from '../calendar/public.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'

/** The customers who follow the week of these suburbs (domain.md 2). @param suburbIDs null: of every suburb */
export const followersOf = (suburbIDs: readonly string[] | null): SQL =>
  and(suburbIDs === null ? undefined : among(customers.suburbID, suburbIDs), eq(customers.ownWeek, false))!

/**
 * Applies a suburb's changed week to its followers: they move with it, or they keep their week as their own. A
 * fortnightly pointer moves to the corresponding one of the new week's two fortnights.
 */
export async function moveFollowersOf(tx: Queryable, suburbIDs: readonly string[], move: boolean): Promise<void> {
  const following = followersOf(suburbIDs)
  const version = sql`${customers.version} + 1`
  if (!move) {
    await tx.update(customers).set({ ownWeek: true, version }).where(following)
    return
  }
  const { weekNumber } = suburbs
  const dueWeek = sql`case when ${weekNumber} is null then ${customers.dueWeek} when ${customers.dueWeek} is null then null
    when ${customers.dueWeek} <= 2 then 2 - ${weekNumber} % 2 else 4 - ${weekNumber} % 2 end`
  await tx
    .update(customers)
    .set({ weekNumber: sql`${weekNumber}`, dueWeek, version })
    .from(suburbs)
    .where(and(eq(suburbs.suburbID, customers.suburbID), following))
  await giveFirstDue(tx, following)
}
