import { sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'
import { asRecords } from './insert-rows.ts'

/**
 * Updates rows of one shape in one statement, each to its next version, where the stored version is still the one
 * before.
 * @returns the number of rows updated; fewer than given when another transaction changed one meanwhile
 */
export async function updateRows<T extends PgTable & { version: AnyPgColumn }>(
  tx: Queryable,
  table: T,
  key: AnyPgColumn,
  rows: readonly (Partial<T['$inferInsert']> & { version: number })[],
): Promise<number> {
  if (rows.length === 0) return 0
  const { columns, relation } = asRecords(table, rows)
  const set = columns
    .filter((column) => column !== key.name)
    .map((column) => sql`${sql.identifier(column)} = incoming.${sql.identifier(column)}`)
  const { rowCount } = await tx.execute(
    sql`update ${table} set ${sql.join(set, sql`, `)} from ${relation} where ${key} = incoming.${sql.identifier(key.name)} and ${table.version} = incoming.version - 1`,
  )
  return rowCount ?? 0
}
