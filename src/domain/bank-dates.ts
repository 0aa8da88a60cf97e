import { type Day, isDay } from './dates.ts'

/** Dates as banks write them in their files (domain.md 12, Layouts). */

export const BANK_DATE_FORMATS = ['D/M/Y', 'M/D/Y', 'Y-M-D', 'D MMM Y', 'YYYYMMDD'] as const
export type BankDateFormat = (typeof BANK_DATE_FORMATS)[number]

/** Groups are year, month and day; a separator may be a slash, a dot, a dash or a space, beside a name also nothing. */
const PATTERNS: Readonly<Record<BankDateFormat, RegExp>> = {
  'D/M/Y': /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4}|\d{2})$/,
  'M/D/Y': /^(?<m>\d{1,2})[/.-](?<d>\d{1,2})[/.-](?<y>\d{4}|\d{2})$/,
  'Y-M-D': /^(?<y>\d{4})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})$/,
  'D MMM Y': /^(?<d>\d{1,2})(?:st|nd|rd|th)?[ /.-]?(?<name>[a-z]{3,9})\.?[ /.,-]{0,2}(?<y>\d{4}|\d{2})$/i,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The day of the week before the date is ignored, and a time of day after it. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]* /i
const TIME = /[ T]\d{1,2}:\d{2}(:\d{2})?.*$/

/** The day in that format; null: it is not one, or not in the years 2000 to 2099. */
export function readBankDay(cell: string, format: BankDateFormat): Day | null {
  const {
    y = '',
    m = '',
    d = '',
    name = '',
  } = PATTERNS[format].exec(cell.trim().replace(WEEKDAY, '').replace(TIME, ''))?.groups ?? {}
  const month = name === '' ? m : monthOf(name)
  const day = `${y.padStart(4, '20')}-${month.padStart(2, '0')}-${d.padStart(2, '0')}`
  return day.startsWith('20') && isDay(day) ? day : null
}

/** "Nov", "november" and "Sept" -> the month's number. */
function monthOf(name: string): string {
  const at = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()))
  return at === -1 ? '' : String(at + 1)
}

/**
 * The formats in which every cell with a date can be read. Several: all days are 12 or less, so the file alone doesn't
 * tell. None: no cell is a date, or the file has dates of two formats.
 */
export function bankDateFormatsOf(cells: readonly string[]): BankDateFormat[] {
  const dates = [...new Set(cells)].filter((cell) =>
    BANK_DATE_FORMATS.some((format) => readBankDay(cell, format) !== null),
  )
  if (dates.length === 0) return []
  return BANK_DATE_FORMATS.filter((format) => dates.every((cell) => readBankDay(cell, format) !== null))
}
