import { and, type Column, ilike, or, type SQL } from 'drizzle-orm'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { Refused } from './refused.ts'

/**
 * Every word of the keyword stands in one of these columns, upper or lower case. Under 3 characters it is refused
 * with the spec's message; an absent or empty keyword is no filter.
 * @param phones columns that hold E.164: found by the digits as people write them, "0412 345" too
 */
export function keywordIn(keyword: string | undefined, columns: readonly (Column | SQL)[], phones: readonly Column[] = []): SQL | undefined {
  if (!keyword) return undefined
  if (keyword.length < KEYWORD_MIN) throw new Refused('keyword_too_short')
  if (phones.length > 0 && /^[\d\s+()-]+$/.test(keyword)) {
    const whole = keyword.replace(/\D/g, '').replace(/^0/, '')
    return or(contains(keyword, columns), whole ? contains(whole, phones) : undefined)
  }
  return and(...keyword.split(/\s+/).map((word) => contains(word, [...columns, ...phones])))
}

const contains = (text: string, columns: readonly (Column | SQL)[]) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column as Column, pattern)))
}
