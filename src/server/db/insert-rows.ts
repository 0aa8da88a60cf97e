import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

/**
 * Inserts rows of one shape with one parameter. With a parameter per value a day's batch has thousands, and building
 * the statement's text takes longest. A column that no row sets takes its default.
 */
export async function insertRows<T extends PgTable>(
  tx: Queryable,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const { columns, relation } = asRecords(table, rows)
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  await tx.execute(sql`insert into ${table} (${names}) select ${names} from ${relation}`)
}

/** The rows as a relation called `incoming`, in one parameter, and the columns that any row sets. */
export function asRecords<T extends PgTable>(
  table: T,
  rows: readonly Partial<T['$inferInsert']>[],
): { columns: string[]; relation: SQL } {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) =>
    rows.some((row) => row[name as keyof typeof row] !== undefined),
  )
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, column]) => {
        const value: unknown = row[name as keyof typeof row]
        // JSON values are passed as they are; the driver's form would be a JSON text inside JSON.
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
    relation: sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as incoming(${types})`,
  }
}
