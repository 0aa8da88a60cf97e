import { among } from './among.ts'
import type { Queryable } from './database.ts'
import { users } from './tables/users.ts'

/** The full names of users, by userID. */
export async function namesOf(db: Queryable, userIDs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIDs.length === 0) return new Map()
  const rows = await db
    .select({ userID: users.userID, fullName: users.fullName })
    .from(users)
    .where(among(users.userID, userIDs))
  return new Map(rows.map(({ userID, fullName }) => [userID, fullName]))
}
