import { count, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { audit } from '../../db/tables/audit.ts'
import { users } from '../../db/tables/users.ts'

export interface AuditRow {
  entry: typeof audit.$inferSelect
  actor: string | null
}

/** `where` may refer to the joined name. */
export async function auditPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const rows = await db
    .select({ entry: audit, actor: users.fullName })
    .from(audit)
    .leftJoin(users, eq(users.userID, audit.actorID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(audit)
    .leftJoin(users, eq(users.userID, audit.actorID))
    .where(where)
  return { rows, total: counted!.total }
}
