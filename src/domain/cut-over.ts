import { type AccountTerms, blockSize, type PaymentScheme } from './billing.ts'
import { type Day, daysBetween, formatDay } from './dates.ts'

/** What a firm brings from its old billing program: debts with their dates, and collections paid in advance (M15, M24). */

/** A date further from today is probably a mistyped year. */
const YEARS_BACK = 10
const DAYS_AHEAD = 366

/** Why an old debt can't be due that day, as a sentence; null: it can. */
export function oldDueProblem(due: Day, today: Day): string | null {
  if (daysBetween(today, due) > DAYS_AHEAD) return 'More than a year ahead. Check the year'
  return tooOld(due, today)
}

/**
 * Why an old invoice can't have been issued that day, as a sentence; null: it can.
 * @param lockedThrough the setting `books.lockedThrough`: nothing is dated into a closed period (M16)
 */
export function oldIssueProblem(issued: Day, today: Day, lockedThrough: Day | ''): string | null {
  if (issued > today) return 'This is in the future'
  if (issued <= lockedThrough) return `The books are closed up to ${formatDay(lockedThrough)} (Settings)`
  return tooOld(issued, today)
}

function tooOld(day: Day, today: Day): string | null {
  const first = `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`
  return day < first ? `More than ${YEARS_BACK} years ago. Check the year` : null
}

/**
 * Why a customer can't bring this many prepaid collections, as a sentence; null: they can. At most a block, because the
 * old program has just invoiced one; what was paid beyond it is credit.
 */
export function prepaidProblem(
  left: number,
  { paymentScheme, ...terms }: AccountTerms & { paymentScheme: PaymentScheme },
): string | null {
  if (left === 0) return null
  if (paymentScheme !== 'PREPAID') return 'This customer doesn’t pay in advance'
  const size = blockSize(terms)
  if (left <= size) return null
  return `At most ${size} with ${terms.collectionScheme === 'ONE_OFF' ? 'a one-off collection' : `invoice type ${terms.invoiceType}`}`
}

/** How an old invoice's number is stored and searched. */
export const oldNumberOf = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * The old numbers that a keyword can mean: as typed, in capitals and in small letters. None if it looks like a name or
 * an address, for which no other index needs to be searched.
 */
export function oldNumbersInKeyword(keyword: string): string[] {
  const oldNumber = oldNumberOf(keyword)
  return /\d\S*$/.test(oldNumber) ? [...new Set([oldNumber, oldNumber.toUpperCase(), oldNumber.toLowerCase()])] : []
}

/** What remains of an old number when a spreadsheet or a person wrote it in another way. */
export interface OldNumberParts {
  /** Its groups of digits without leading zeros: "INV-000777" -> "777", "2024/001" -> "2024-1". */
  readonly digits: string
  readonly letters: string
}

export function oldNumberParts(oldNumber: string): OldNumberParts {
  const bare = oldNumber
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^[^\p{L}]*$/u, (number) => number.replace(/,(?=\d{3}(?!\d))/g, '').replace(/\.0+$/, ''))
  const groups = bare.match(/\d+/g) ?? []
  return {
    digits: groups.map((group) => group.replace(/^0+(?=\d)/, '')).join('-'),
    letters: bare.replace(/[^\p{L}]/gu, '').toUpperCase(),
  }
}

/**
 * Whether two numbers of one customer mean the same invoice: 'surely' when only zeros, spaces, capitals and punctuation
 * differ, 'perhaps' when one of them lacks the other's letters.
 */
export function isSameOldNumber(one: OldNumberParts, other: OldNumberParts): 'surely' | 'perhaps' | 'no' {
  if (one.digits !== other.digits) return 'no'
  if (one.letters === other.letters) return 'surely'
  return one.digits !== '' && (one.letters === '' || other.letters === '') ? 'perhaps' : 'no'
}

export const OLD_NUMBER_MAX = 60
