import { type AnyColumn, sql, type SQL } from 'drizzle-orm'

/**
 * The condition that the column is one of these ids. They are one array parameter, so the statement's text is always
 * the same; with a parameter each, building the text costs more than executing it.
 */
export function among(column: AnyColumn, ids: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::${sql.raw(column.getSQLType())}[])`
}
