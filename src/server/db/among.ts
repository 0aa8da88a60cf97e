import { type AnyColumn, sql, type SQL } from 'drizzle-orm'

/**
 * The column is one of these ids. One array parameter for any number of ids keeps the statement's text the same; with a
 * parameter each, building the text for a day's batch costs more than executing it.
 */
export function among(column: AnyColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::${sql.raw(column.getSQLType())}[])`
}
