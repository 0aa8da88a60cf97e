import { BANK_DATE_FORMATS, readBankDay } from './bank-dates.ts'
import { addDays, type Day, isDay } from './dates.ts'
import { readChoice } from './import-choices.ts'
import type { ImportColumn } from './import-rows.ts'
import { readDegrees } from './place.ts'
import { readDollars } from './typed-numbers.ts'
import { STATES_OF_AUSTRALIA } from './words.ts'

/** How a cell of an imported file is read, for the server and the screen that corrects it. */

export type CellValue = string | number | boolean | string[]

/**
 * The text of a cell without invisible marks, and without the apostrophe that our own exports put before a cell in
 * which a spreadsheet would see a formula.
 */
export function cellText(cell: string): string {
  return cell
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]|\p{Variation_Selector}/gu, '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

/** What people write into a cell that has nothing to say. */
const NOTHING =
  /^(?:n\s*[./]\s*a\.?|#n\/a|none|nil|null|unknown|not (?:applicable|given|known|provided|supplied)|tb[ac]|[-–—−.?$\s]+)$/i

export function saysNothing(cell: string): boolean {
  return NOTHING.test(cell)
}

/** A longer cell is no number, date or choice, and matching it could take seconds. */
const CELL_MAX = 200

/** Parses a cell's text, which is not empty, by its column's kind; null: it does not fit. */
export function readCell({ kind }: Pick<ImportColumn, 'kind'>, cell: string): CellValue | null {
  const text = cellText(cell)
  if (kind === 'text') return text
  if (kind !== 'list' && text.length > CELL_MAX) return null
  switch (kind) {
    case 'whole':
      return readWhole(text)
    case 'degrees':
      return readDegrees(text)
    case 'money':
    case 'signed-money':
      return readMoney(text, kind === 'signed-money')
    case 'yes-no':
      return YES_NO[text.toLowerCase().replace(/\.$/, '')] ?? null
    case 'day':
      return readDay(text)
    case 'list':
      return text
        .split('|')
        .map((one) => one.trim())
        .filter(Boolean)
    default:
      return readChoice(kind, text)
  }
}

const YES_NO: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  t: true,
  1: true,
  x: true,
  '✓': true,
  '✔': true,
  '☑': true,
  false: false,
  no: false,
  n: false,
  f: false,
  0: false,
  '☐': false,
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

/** "12", "12.0", "1,234", "Week 2", "2nd week", "second", "R2" and "#7". */
function readWhole(text: string): number | null {
  const ordinal = ORDINALS.indexOf(text.toLowerCase().replace(/ week$/, ''))
  if (ordinal !== -1) return ordinal + 1
  const digits = text
    .replace(/^(?:week|wk|w|run|round|r|stop|no|number)?[.:#\s]*(?=\d)/i, '')
    .replace(/^(\d+)(?:st|nd|rd|th)(?: (?:week|run|round|stop))?$/i, '$1')
    .replace(/\.0+$/, '')
    .replace(/^\d{1,3}(?:,\d{3})+$/, (grouped) => grouped.replaceAll(',', ''))
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Prices include GST here; "plus GST" would be another price. */
const INCLUDES_GST = /\s*\(?\b(?:inc(?:l(?:\.|uding|udes)?)?\.?(?: ?gst)?|gst inc(?:l(?:\.|uded|usive)?)?\.?)\)?$/i

/**
 * "25", "A$25.00", "25.00 AUD", "$25 per bag incl. GST"; of a balance also "60.00-", "60.00 DR", "DR 60.00", "60.00 owing" (they
 * owe) and "60.00 CR".
 */
function readMoney(text: string, signed: boolean): number | null {
  const price = text.replace(INCLUDES_GST, '').replace(/\s*(?:per|a|\/)\s*bag$|\s*\beach$|\s*\bea\.?$/i, '')
  const bare = price
    .replace(/^(?:aud\s*|au?(?=\$))/i, '')
    .replace(/\s*(?:aud|dollars)$/i, '')
    .replace(/^(dr|cr)[.:\s]*(?=[\d$])(.*\d)$/i, '$2 $1')
  const [, unsigned = bare, sign = ''] =
    (signed ? /^([^-(]*?)\s*(-|dr|cr|ow(?:ing|ed)|in credit)$/i.exec(bare) : null) ?? []
  const amount = readDollars(unsigned)
  if (amount === null || (amount < 0 && !signed)) return null
  return /^(?:-|dr|ow.*)$/i.test(sign) ? 0 - amount : amount
}

/** Australian order of day and month; the American one is never meant. */
const DATE_FORMATS = BANK_DATE_FORMATS.filter((format) => format !== 'M/D/Y')
/** A year of two digits that would be this one or a later one is in the century before. */
const CENTURY_BEFORE = 2070
/** Excel counts days from here; its first and last day that are read as dates are in 1950 and 2099. */
const EXCEL_EPOCH = '1899-12-30'
const [EXCEL_FIRST, EXCEL_LAST] = [18_264, 73_050]

/** "December 1st, 2026": beside a name there is no doubt about the order. */
const NAME_FIRST = /^(?:[a-z]{3,9}, *)?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i

/** As the bank import reads dates, and also days before 2000 and Excel's serial numbers. */
function readDay(text: string): Day | null {
  const withoutTime = text.replace(/[ T]\d{1,2}:\d{2}.*$/, '').replace(NAME_FIRST, '$2 $1 $3')
  const [, date, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(withoutTime) ?? []
  const written = date && month && year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : withoutTime
  if (isDay(written)) return written
  if (/^\d{5}(?:\.\d+)?$/.test(withoutTime)) return excelDay(Number(withoutTime))
  const day = DATE_FORMATS.map((format) => readBankDay(withoutTime, format)).find((one) => one !== null) ?? null
  const hasShortYear = !/(?:^|\D)\d{4}(?:\D|$)|^\d{8}$/.test(withoutTime)
  return day !== null && hasShortYear && Number(day.slice(0, 4)) >= CENTURY_BEFORE ? `19${day.slice(2)}` : day
}

function excelDay(serial: number): Day | null {
  return serial >= EXCEL_FIRST && serial <= EXCEL_LAST ? addDays(EXCEL_EPOCH, Math.floor(serial)) : null
}

/** "New South Wales" and "A. C. T." */
const STATE_WORDS_MAX = 3

/**
 * The parts of "Gordon, NSW 2072" and "Richmond (Victoria)", where a file has suburb, state and postcode in one cell;
 * null: the text is a name and nothing else.
 */
export function suburbParts(text: string): { label: string; state: string | null; postcode: string | null } | null {
  if (text.length > CELL_MAX) return null
  const bare = (part: string) => part.replace(/[\s,.()[\]]+$/, '')
  const whole = bare(text.trim())
  const [, before = whole, postcode = null] = /^(.*[\s,.(])(\d{4})$/.exec(whole) ?? []
  const words = bare(before).split(/(?<=[\s,.(])(?=[^\s,.(])/)
  const states = Array.from({ length: Math.min(STATE_WORDS_MAX, words.length - 1) }, (_, at) => words.length - 1 - at)
    .map((from) => ({ from, state: readChoice(STATES_OF_AUSTRALIA, words.slice(from).join('')) }))
    .filter(({ state }) => state !== null)
  const { from, state } = states.at(-1) ?? { from: words.length, state: null }
  const label = bare(words.slice(0, from).join(''))
  return label === '' || label === text.trim() ? null : { label, state, postcode }
}
