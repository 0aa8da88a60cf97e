import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { type Database, type DatabaseSettings, openDatabase } from '#server/db/database.ts'
import { customersAsked, customersInOrder } from '#server/features/customers/customers-filters.ts'
import { counted, type CustomersAsked, idsFound, idsListed } from '#server/features/customers/customers-page-reads.ts'
import { quietLog } from '../../support/quiet-log.ts'

export interface Asked {
  readonly what: string
  readonly page: number
  readonly keyword?: string
}

export const PER_PAGE = 25

/** How the database finds each page: `EXPLAIN (ANALYZE)` of the very statements the list sends. */
export async function plansOf(settings: Pick<DatabaseSettings, 'url' | 'dataDir'>, lists: readonly Asked[]): Promise<string[]> {
  const open = await openDatabase({ ...settings, log: quietLog })
  try {
    const plans: string[] = []
    for (const { what, page, keyword } of lists) {
      const input = { status: 'ACTIVE' as const, keyword }
      const asked: CustomersAsked = { where: customersAsked(input), orderBy: customersInOrder(undefined), limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
      const found = keyword === undefined ? idsListed(open.db, asked) : idsFound(open.db, asked)
      plans.push(`${what}: ${await explained(open.db, found.getSQL())}`)
      if (keyword === undefined && page === 1) plans.push(`its count: ${await explained(open.db, counted(open.db, asked.where).getSQL())}`)
    }
    return plans
  } finally {
    await open.close()
  }
}

/** In one line, the outermost step first. */
async function explained(db: Database, statement: SQL): Promise<string> {
  const { rows } = await db.execute<Record<string, string>>(sql`explain (analyze, costs off, timing off, summary on) ${statement}`)
  const lines = rows.map((row) => Object.values(row)[0]!.trim().replace(/^->\s*/, ''))
  return lines.filter((line) => !line.startsWith('Planning')).join(' · ')
}
