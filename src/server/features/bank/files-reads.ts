import { asc, count, desc, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { users } from '../../db/tables/users.ts'

const waiting = sql<number>`(select count(*) from ${bankLines} where ${bankLines.bankFileID} = ${bankFiles.bankFileID}
  and ${bankLines.state} = 'waiting')`.mapWith(Number)

/** The accounts of the lines, the last used first. */
export function bankAccounts(db: Queryable): Promise<{ account: string; lastDay: string }[]> {
  const lastDay = max(bankLines.day)
  return db
    .select({ account: bankLines.account, lastDay: sql<string>`${lastDay}` })
    .from(bankLines)
    .groupBy(bankLines.account)
    .orderBy(desc(lastDay), asc(bankLines.account))
}

export async function filesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
) {
  const rows = await db
    .select({ file: bankFiles, by: users.fullName, waiting })
    .from(bankFiles)
    .innerJoin(users, eq(users.userID, bankFiles.createdBy))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [sum] = await db.select({ total: count() }).from(bankFiles).where(where)
  return { rows, total: sum!.total }
}
