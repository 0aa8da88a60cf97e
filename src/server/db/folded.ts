import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** The database's twin of the domain's `folded` (migration `folded_search`): both sides of a comparison go through one of the two. */
export const foldedIn = (text: AnyColumn | SQL): SQL => sql`public.folded(${text})`

/** E.164 and, for an Australian number, as people dial it at home: "+61412345678" and "0412345678". */
export const phoneIn = (phone: AnyColumn): SQL =>
  sql`${phone}, case when ${phone} like '+61%' then '0' || substr(${phone}, 4) end`

/** The parts, a line each, folded: a word of a keyword holds no line break, so none is found across two of them. */
export const foldedLines = (parts: readonly (AnyColumn | SQL)[]): SQL =>
  foldedIn(sql`concat_ws(E'\\n', ${sql.join([...parts], sql`, `)})`)
