import { and, type Column, or, type SQL, sql } from 'drizzle-orm'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { phoneAsked } from '#domain/phone-numbers.ts'
import { waysOf, wordsAsked } from '#domain/texts.ts'
import { foldedLines, phoneIn } from '../db/folded.ts'
import { Refused } from './refused.ts'

/**
 * Every word of the keyword occurs in one of these columns, both folded (src/domain/texts.ts): case, accents,
 * apostrophes and hyphens are ignored. Under 3 characters it is refused with the spec's message; an absent or empty
 * keyword is no filter.
 * @param phones columns that hold E.164: found by the digits as people write them, "(02) 9999 1234" too
 */
export function keywordIn(
  keyword: string | undefined,
  columns: readonly (Column | SQL)[],
  phones: readonly Column[] = [],
): SQL | undefined {
  return isAsked(keyword) ? asked(keyword, foldedLines([...columns, ...phones.map(phoneIn)]), phones) : undefined
}

/**
 * The same, where one column holds all of it folded, including the phones: a single index answers it.
 * @param phones columns that hold E.164
 */
export function keywordInText(
  keyword: string | undefined,
  text: Column | SQL,
  phones: readonly Column[],
): SQL | undefined {
  return isAsked(keyword) ? asked(keyword, sql`${text}`, phones) : undefined
}

function isAsked(keyword: string | undefined): keyword is string {
  if (!keyword) return false
  if (keyword.length < KEYWORD_MIN) throw new Refused('keyword_too_short')
  return true
}

function asked(keyword: string, text: SQL, phones: readonly Column[]): SQL {
  const phone = phones.length > 0 ? phoneAsked(keyword) : null
  if (phone === null) return and(...wordsAsked(withoutBrackets(keyword)).map((ways) => holds(text, ways))) ?? sql`false`
  // The text, which has the index, is searched first, and then only the phones: digits of a reference number must not
  // match as a phone.
  const inPhones =
    phone === '' ? undefined : and(holds(text, [phone]), or(...phones.map((column) => holds(sql`${column}`, [phone]))))
  return or(holds(text, waysOf(keyword)), inPhones) ?? sql`false`
}

/** "Smith (02) 9999" -> "Smith 02 9999": the brackets of an area code are not stored. */
const withoutBrackets = (keyword: string) => keyword.replace(/\((\d+)\)/g, '$1')

/** One of the forms occurs in the text. */
const holds = (text: SQL, ways: readonly string[]) => or(...ways.map((way) => sql`${text} like ${patternOf(way)}`))

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
