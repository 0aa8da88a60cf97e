import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { giveFirstDue } from '../../db/first-due.ts'
import { customers } from '../../db/tables/customers.ts'
import type { SuburbRow } from './suburbs-reads.ts'

/**
 * The customers who follow the suburb's week (domain.md 2): they move with it, or they stay where they are and their
 * week is their own from now on. A fortnightly pointer goes to the same one of the new week's two fortnights.
 */
export async function moveFollowersTo(tx: Queryable, { suburbID, weekNumber }: SuburbRow, move: boolean): Promise<void> {
  const following = and(eq(customers.suburbID, suburbID), eq(customers.ownWeek, false))
  const version = sql`${customers.version} + 1`
  if (!move) {
    await tx.update(customers).set({ ownWeek: true, version }).where(following)
    return
  }
  const odd = weekNumber !== null && weekNumber % 2 === 1
  const dueWeek =
    weekNumber === null
      ? sql`${customers.dueWeek}`
      : sql`case when ${customers.dueWeek} is null then null when ${customers.dueWeek} <= 2 then ${odd ? 1 : 2}::int else ${odd ? 3 : 4}::int end`
  await tx.update(customers).set({ weekNumber, dueWeek, version }).where(following)
  await giveFirstDue(tx, following)
}
