import { hasDecimals, readBankCents } from './bank-amounts.ts'
import type { BankRow } from './bank-rows.ts'
import { bankDateFormatsOf } from './bank-dates.ts'

/** Finds the data of a bank file between lines about the account above and sums or notes below (domain.md 12). */

export interface DataRows {
  /** Names the columns; null: the file has no headings. */
  readonly heading: BankRow | null
  readonly rows: readonly BankRow[]
}

/** The headings are looked for in so many rows. */
const HEADINGS_WITHIN = 20

/** What is left out holds no transaction: a row with a date, or with an amount beside other cells, stays. */
export function dataRows(filled: readonly BankRow[]): DataRows {
  const body = withoutNotes(filled)
  const first = body.findIndex(isData)
  const place = headingPlace(body, first)
  if (place === -1) {
    const above = body.findIndex((row) => !isAbove(row))
    return { heading: null, rows: first === -1 || above === -1 ? body : body.slice(Math.min(first, above)) }
  }
  const heading = body[place]!
  const again = heading.cells.join('\n')
  // Files that were joined have the headings more than once.
  return { heading, rows: body.slice(place + 1).filter(({ cells }) => cells.join('\n') !== again) }
}

/** A row of known words, else the row above the first with a date or an amount. */
function headingPlace(body: readonly BankRow[], first: number): number {
  const worded = body.slice(0, HEADINGS_WITHIN).findIndex((row) => isHeader(row) && namesColumns(row))
  if (worded !== -1) return worded
  const above = first === -1 ? 0 : first - 1
  const row = body[above]
  return row && isHeader(row) && !SUMMARY.test(row.cells.find(Boolean) ?? '') ? above : -1
}

/** Whether a row may name the columns, which is when it has neither a date nor an amount. */
const isHeader = ({ cells }: BankRow) => cells.length > 1 && !hasDate(cells) && !cells.some(isAmount)

const namesColumns = ({ cells }: BankRow) =>
  cells.some((cell) => /date/i.test(cell)) &&
  cells.some((cell) => /amount|debit|credit|withdrawal|deposit|paid/i.test(cell))

const hasDate = (cells: readonly string[]) => bankDateFormatsOf(cells).length > 0
const isAmount = (cell: string) => readBankCents(cell) !== null
const isData = ({ cells }: BankRow) => cells.length > 1 && (hasDate(cells) || cells.some(hasDecimals))

/** How banks begin a line that is about the account or sums up. */
const SUMMARY =
  /^(?:account|bsb|statement|transactions?|period|from|to|opening|closing|current|available|balance|(?:sub|grand )?totals?|number of|end of|generated|printed|exported|created|page|report|note|disclaimer|\*)/i

/** Titles above the data. A cell that begins like a date may be a damaged one. */
const isAbove = ({ cells }: BankRow) => {
  const filled = cells.filter(Boolean)
  if (hasDate(cells) || filled.some((cell) => /^\d{1,4}[/.-]\d{1,2}[/.-]\d/.test(cell))) return false
  return SUMMARY.test(filled[0] ?? '') || (filled.length === 1 && !isAmount(filled[0]!))
}

const isBelow = (row: BankRow) => isAbove(row) || /^(?:generated|printed|exported|created)\b/i.test(row.cells[0] ?? '')

function withoutNotes(filled: readonly BankRow[]): readonly BankRow[] {
  const last = filled.findLastIndex((row) => !isBelow(row))
  return last === -1 ? filled : filled.slice(0, last + 1)
}
