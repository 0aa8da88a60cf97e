import { hasDecimals, readBankCents } from './bank-amounts.ts'
import type { DataRows } from './bank-data-rows.ts'
import { bankDateFormatsOf } from './bank-dates.ts'
import { bareHeading } from './bank-known-layouts.ts'
import { bankAccount, widthOf } from './bank-lines.ts'
import { isSignColumn } from './bank-sign-columns.ts'

/**
 * The same for all files of a layout: the headings, or what the columns hold and the account that the office named. The
 * number of columns alone would be the same for files of two banks, and so are columns of money out and in that another
 * bank has the other way round.
 */
export function signatureOf({ heading, rows }: DataRows, account: string): string {
  if (heading) return heading.cells.map(bareHeading).join('|')
  const width = widthOf(rows.map(({ cells }) => cells))
  const kinds = Array.from({ length: width }, (_, at) => kindOf(rows.map(({ cells }) => cells[at] ?? '')))
  const named = bankAccount(account)
  return `holds ${kinds.join(' | ')}${named === '' ? '' : ` of ${named}`}`
}

/** Empty columns count as text, because a reference may be missing in every line of one file. */
function kindOf(cells: readonly string[]): string {
  const filled = cells.filter((cell) => cell !== '')
  const [first] = filled
  if (first === undefined) return 'text'
  if (filled.every((cell) => bankDateFormatsOf([cell]).length > 0))
    return `date ${first.replace(/\d+/g, '9').replace(/[a-z]+/gi, 'a')}`
  if (filled.some(hasDecimals) && filled.every((cell) => readBankCents(cell) !== null)) return 'amount'
  return isSignColumn(cells) ? 'sign' : 'text'
}
