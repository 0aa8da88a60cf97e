import { type AnyColumn, sql, type SQL } from 'drizzle-orm'

/**
 * The column is one of these ids: one parameter however many there are, so that the statement's text stays the same. With a
 * parameter each, writing the text of a day's batch costs more than the database's work on it.
 */
export function among(column: AnyColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::${sql.raw(column.getSQLType())}[])`
}
