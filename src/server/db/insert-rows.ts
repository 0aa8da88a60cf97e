import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

/**
 * Inserts many rows of one shape in one statement with one parameter: a value each would be thousands for a day's batch, and
 * writing the statement's text the dearest part of it. A column no row names takes its default.
 */
export async function insertRows<T extends PgTable>(tx: Queryable, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => rows.some((row) => row[name as keyof typeof row] !== undefined))
  const said = rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, column]) => {
        const value: unknown = row[name as keyof typeof row]
        // JSON goes in as it is: its driver value would be text in the text.
        return [column.name, value === undefined || value === null ? null : column.getSQLType() === 'jsonb' ? value : column.mapToDriverValue(value)]
      }),
    ),
  )
  const names = sql.join(columns.map(([, column]) => sql.identifier(column.name)), sql`, `)
  const types = sql.join(columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`), sql`, `)
  await tx.execute(sql`insert into ${table} (${names}) select ${names} from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as said(${types})`)
}
