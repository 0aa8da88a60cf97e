import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** The database's form of the domain's `folded`. Both sides of a comparison must use one of the two. */
export const foldedIn = (text: AnyColumn | SQL): SQL => sql`public.folded(${text})`

/** The E.164 number and an Australian one's domestic form: "+61412345678" and "0412345678". */
export const phoneIn = (phone: AnyColumn): SQL =>
  sql`${phone}, case when ${phone} like '+61%' then '0' || substr(${phone}, 4) end`

/** The parts, folded, one per line. A word of a keyword has no line break, so it never matches across two parts. */
export const foldedLines = (parts: readonly (AnyColumn | SQL)[]): SQL =>
  foldedIn(sql`concat_ws(E'\\n', ${sql.join([...parts], sql`, `)})`)
