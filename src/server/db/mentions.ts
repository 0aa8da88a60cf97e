import { Column, is, SQL, type Table } from 'drizzle-orm'

/** Whether a part of a statement refers to a column of the table; only then the table has to be joined. */
export function mentions(table: Table, parts: readonly unknown[]): boolean {
  return columnsIn(parts).some((column) => column.table === table)
}

export function columnsIn(part: unknown): Column[] {
  if (Array.isArray(part)) return part.flatMap(columnsIn)
  if (is(part, Column)) return [part]
  return is(part, SQL) ? part.queryChunks.flatMap(columnsIn) : []
}
