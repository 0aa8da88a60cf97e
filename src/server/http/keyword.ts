import { and, type Column, ilike, or, type SQL, sql } from 'drizzle-orm'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { Refused } from './refused.ts'

/**
 * Every word of the keyword stands in one of these columns, upper or lower case. Under 3 characters it is refused
 * with the spec's message; an absent or empty keyword is no filter.
 * @param phones columns that hold E.164: found by the digits as people write them, "0412 345" too
 */
export function keywordIn(keyword: string | undefined, columns: readonly (Column | SQL)[], phones: readonly Column[] = []): SQL | undefined {
  if (!isAsked(keyword)) return undefined
  const phone = phones.length > 0 ? phoneIn(keyword) : null
  if (phone !== null) return or(contains(keyword, columns), phone ? contains(phone, phones) : undefined)
  return and(...wordsOf(keyword).map((word) => contains(word, [...columns, ...phones])))
}

/**
 * The same, where one column holds all of it in lower case, the phones too: one index answers it.
 * @param phones columns that hold E.164
 */
export function keywordInText(keyword: string | undefined, text: Column, phones: readonly Column[]): SQL | undefined {
  if (!isAsked(keyword)) return undefined
  // Made lower by the database, like the column: it has its own mind about İ.
  const has = (part: string) => sql`${text} like lower(${patternOf(part)}::text)`
  const phone = phoneIn(keyword)
  if (phone === null) return and(...wordsOf(keyword).map(has))
  return or(has(keyword), phone ? and(has(phone), contains(phone, phones)) : undefined)
}

function isAsked(keyword: string | undefined): keyword is string {
  if (!keyword) return false
  if (keyword.length < KEYWORD_MIN) throw new Refused('keyword_too_short')
  return true
}

/** The digits of what looks like a phone number, without the 0 that E.164 does not have; null when it looks like something else. */
const phoneIn = (keyword: string) => (/^[\d\s+()-]+$/.test(keyword) ? keyword.replace(/\D/g, '').replace(/^0/, '') : null)

const wordsOf = (keyword: string) => keyword.split(/\s+/)

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const contains = (text: string, columns: readonly (Column | SQL)[]) => or(...columns.map((column) => ilike(column as Column, patternOf(text))))
