import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * The database equivalent of the domain's `folded`, a function of the database: both sides of a comparison must use one
 * of the two.
 */
export const foldedIn = (text: AnyColumn | SQL): SQL => sql`public.folded(${text})`

/** The E.164 number and, for an Australian one, its domestic form: "+61412345678" and "0412345678". */
export const phoneIn = (phone: AnyColumn): SQL =>
  sql`${phone}, case when ${phone} like '+61%' then '0' || substr(${phone}, 4) end`

/** The parts, folded, one per line: a word of a keyword has no line break, so it never matches across two parts. */
export const foldedLines = (parts: readonly (AnyColumn | SQL)[]): SQL =>
  foldedIn(sql`concat_ws(E'\\n', ${sql.join([...parts], sql`, `)})`)
