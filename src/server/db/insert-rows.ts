import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

/**
 * Inserts many rows of one shape in one statement with one parameter: a value each would be thousands for a day's batch, and
 * writing the statement's text the dearest part of it. A column no row names takes its default.
 */
export async function insertRows<T extends PgTable>(
  tx: Queryable,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const { columns, said } = asRecords(table, rows)
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  await tx.execute(sql`insert into ${table} (${names}) select ${names} from ${said}`)
}

/** The rows as something to select from, called `said`, in one parameter; and the columns that any of them names. */
export function asRecords<T extends PgTable>(
  table: T,
  rows: readonly Partial<T['$inferInsert']>[],
): { columns: string[]; said: SQL } {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) =>
    rows.some((row) => row[name as keyof typeof row] !== undefined),
  )
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, column]) => {
        const value: unknown = row[name as keyof typeof row]
        // JSON goes in as it is: its driver value would be text in the text.
        return [
          column.name,
          value === undefined || value === null
            ? null
            : column.getSQLType() === 'jsonb'
              ? value
              : column.mapToDriverValue(value),
        ]
      }),
    ),
  )
  const types = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  )
  return {
    columns: columns.map(([, column]) => column.name),
    said: sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as said(${types})`,
  }
}
