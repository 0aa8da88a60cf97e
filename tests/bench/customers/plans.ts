import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/db/open-database.ts'
import { customersFilter, customersInOrder } from '#server/features/customers/customers-filters.ts'
import { type ListQuery, listStatement } from '#server/features/customers/customers-list-reads.ts'
import { counted } from '#server/features/customers/customers-page-reads.ts'
import { quietLog } from '../../support/quiet-log.ts'

export interface Asked {
  readonly what: string
  readonly page: number
  readonly keyword?: string
}

export const PER_PAGE = 25

/** How the database finds each page: `EXPLAIN (ANALYZE)` of exactly the statements that the list sends. */
export async function plansOf(
  settings: Pick<DatabaseSettings, 'url' | 'dataDir'>,
  lists: readonly Asked[],
): Promise<string[]> {
  const open = await openDatabase({ ...settings, log: quietLog })
  try {
    const plans: string[] = []
    for (const { what, page, keyword } of lists) {
      const input = { status: 'ACTIVE' as const, keyword }
      const asked: ListQuery = {
        where: customersFilter(input),
        orderBy: customersInOrder(undefined),
        searched: keyword !== undefined,
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
        question: '',
        issued: null,
      }
      plans.push(`${what}: ${await explained(open.db, listStatement(open.db, asked), asked)}`)
      if (keyword === undefined && page === 1)
        plans.push(`its count: ${await explained(open.db, counted(open.db, asked.where).getSQL())}`)
    }
    return plans
  } finally {
    await open.close()
  }
}

/** In one line, the outermost step first. */
async function explained(
  db: Database,
  statement: SQL,
  { limit, offset }: { limit?: number; offset?: number } = {},
): Promise<string> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  const { rows } = await db.$client.query<Record<string, string>>(
    `explain (analyze, costs off, timing off, summary on) ${text}`,
    fillPlaceholders(params, { limit, offset, total: null, facts: null }),
  )
  const lines = rows.map((row) =>
    Object.values(row)[0]!
      .trim()
      .replace(/^->\s*/, ''),
  )
  return lines.filter((line) => !line.startsWith('Planning')).join(' · ')
}
