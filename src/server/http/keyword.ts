import { and, type Column, or, type SQL, sql } from 'drizzle-orm'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { phoneInKeyword } from '#domain/phone-numbers.ts'
import { waysOf, wordsInKeyword } from '#domain/texts.ts'
import { foldedLines, phoneIn } from '../db/folded.ts'
import { Refused } from './refused.ts'

/**
 * The condition that every word of the keyword occurs in one of these columns, both folded (src/domain/texts.ts). A
 * keyword of fewer than 3 characters is refused; an absent or empty one is no filter.
 * @param phones columns that hold E.164, found by the digits as people write them: "(02) 9999 1234"
 */
export function keywordIn(
  keyword: string | undefined,
  columns: readonly (Column | SQL)[],
  phones: readonly Column[] = [],
): SQL | undefined {
  return hasWords(keyword) ? matches(keyword, foldedLines([...columns, ...phones.map(phoneIn)]), phones) : undefined
}

/**
 * The same for one column that holds all of it folded, including the phones, so that one index answers it.
 * @param phones columns that hold E.164
 */
export function keywordInText(
  keyword: string | undefined,
  text: Column | SQL,
  phones: readonly Column[],
): SQL | undefined {
  return hasWords(keyword) ? matches(keyword, sql`${text}`, phones) : undefined
}

function hasWords(keyword: string | undefined): keyword is string {
  if (!keyword) return false
  if (keyword.length < KEYWORD_MIN) throw new Refused('keyword_too_short')
  return true
}

function matches(keyword: string, text: SQL, phones: readonly Column[]): SQL {
  const phone = phones.length > 0 ? phoneInKeyword(keyword) : null
  if (phone === null)
    return and(...wordsInKeyword(withoutBrackets(keyword)).map((ways) => holds(text, ways))) ?? sql`false`
  // The indexed text is searched first, then the phones alone: digits of a reference number must not match as a phone.
  const inPhones =
    phone === '' ? undefined : and(holds(text, [phone]), or(...phones.map((column) => holds(sql`${column}`, [phone]))))
  return or(holds(text, waysOf(keyword)), inPhones) ?? sql`false`
}

/** "Smith (02) 9999" -> "Smith 02 9999": brackets of an area code are not stored. */
const withoutBrackets = (keyword: string) => keyword.replace(/\((\d+)\)/g, '$1')

const holds = (text: SQL, ways: readonly string[]) => or(...ways.map((way) => sql`${text} like ${patternOf(way)}`))

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
