import { and, count, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, subjectOf } from '../../db/kept-totals.ts'
import { mentions } from '../../db/mentions.ts'
import { pageTotal } from '../../db/page-total.ts'
import { apiTokens } from '../../db/tables/api-tokens.ts'
import { audit } from '../../db/tables/audit.ts'
import { users } from '../../db/tables/users.ts'

export interface AuditRow {
  entry: typeof audit.$inferSelect
  actor: string | null
  token: string | null
}

interface PageQuery {
  /** Totals of these are kept. */
  subjectKind: string | undefined
  action: string | undefined
  /** The other filters; may refer to the joined names. */
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

export async function auditPage(db: Queryable, query: PageQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const { subjectKind, action, orderBy, limit, offset } = query
  const where = and(
    subjectKind === undefined ? undefined : eq(audit.subjectKind, subjectKind),
    action === undefined ? undefined : eq(audit.action, action),
    query.where,
  )
  const rows = await db
    .select({ entry: audit, actor: users.fullName, token: apiTokens.name })
    .from(audit)
    .leftJoin(users, eq(users.userID, audit.actorID))
    .leftJoin(apiTokens, eq(apiTokens.tokenID, audit.tokenID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const total = await pageTotal(rows, query, () => (query.where ? counted(db, where) : kept(db, query)))
  return { rows, total }
}

async function counted(db: Queryable, where: SQL | undefined): Promise<number> {
  const query = db.select({ total: count() }).from(audit).$dynamic()
  if (mentions(users, [where])) void query.leftJoin(users, eq(users.userID, audit.actorID))
  if (mentions(apiTokens, [where])) void query.leftJoin(apiTokens, eq(apiTokens.tokenID, audit.tokenID))
  const [row] = await query.where(where)
  return row!.total
}

async function kept(
  db: Queryable,
  { subjectKind, action }: Pick<PageQuery, 'subjectKind' | 'action'>,
): Promise<number> {
  return (await keptTotal(db, 'audit', subjectOf(subjectKind, action))).total
}
