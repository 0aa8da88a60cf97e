import { Column, is, SQL, type Table } from 'drizzle-orm'

/** Whether any of these parts of a statement names a column of the table: only then it has to be joined. */
export function mentions(table: Table, parts: readonly unknown[]): boolean {
  return parts.some((part) => {
    if (Array.isArray(part)) return mentions(table, part)
    if (is(part, Column)) return part.table === table
    return is(part, SQL) && mentions(table, part.queryChunks)
  })
}
