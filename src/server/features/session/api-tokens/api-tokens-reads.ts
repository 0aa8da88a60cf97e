import { count, eq, type SQL } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listApiTokens } from '#contract/v1/api-tokens.ts'
import type { Queryable } from '../../../db/database.ts'
import { apiTokens } from '../../../db/tables/api-tokens.ts'
import { users } from '../../../db/tables/users.ts'

type Shown = AnswerOf<typeof listApiTokens>['items'][number]

interface PageQuery {
  readonly where: SQL | undefined
  readonly orderBy: SQL[]
  readonly limit: number
  readonly offset: number
}

export async function apiTokensPage(db: Queryable, query: PageQuery): Promise<{ items: Shown[]; total: number }> {
  const rows = await db
    .select({ token: apiTokens, createdBy: users.fullName })
    .from(apiTokens)
    .innerJoin(users, eq(users.userID, apiTokens.createdBy))
    .where(query.where)
    .orderBy(...query.orderBy)
    .limit(query.limit)
    .offset(query.offset)
  const [counted] = await db.select({ total: count() }).from(apiTokens).where(query.where)
  return { items: rows.map(({ token, createdBy }) => presentApiToken(token, createdBy)), total: counted!.total }
}

export function presentApiToken(row: typeof apiTokens.$inferSelect, createdBy: string): Shown {
  const { hash: _, ...rest } = row
  return { ...rest, createdBy, scopes: row.scopes as Shown['scopes'], addresses: row.addresses as string[] }
}
