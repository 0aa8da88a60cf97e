import { type BalanceFault, balanceFault } from './bank-balances.ts'
import { guessColumns } from './bank-column-guess.ts'
import { amountColumnsProblem, bankRows, readByColumns } from './bank-columns.ts'
import type { BankColumns, BankRow } from './bank-rows.ts'
import { type DataRows, dataRows } from './bank-data-rows.ts'
import { type BankDateFormat, bankDateFormatsOf } from './bank-dates.ts'
import { type BankLayout, knownLayout } from './bank-known-layouts.ts'
import { signatureOf } from './bank-layout-signature.ts'
import { BANK_LINES_MAX, type BankLines } from './bank-lines.ts'
import type { Steps } from './steps.ts'

/** CSV files of banks, recognised or read by columns that the office chose (domain.md 12, Layouts). */

/** The office's choice for a file of an unknown layout, stored as JSON under the file's signature. */
export interface BankChoice {
  /** The first row names the columns. */
  readonly header: boolean
  readonly columns: BankColumns
  /** Undefined: decided by the dates of each file. */
  readonly dateFormat?: BankDateFormat
}

export type BankFile =
  | ({ readonly kind: 'read'; readonly layout: BankLayout | 'chosen' } & BankLines)
  | {
      readonly kind: 'choose'
      readonly message: string
      /** The same for all files of a layout; a choice is stored under it. */
      readonly signature: string
      readonly header: boolean
      /** The first rows, to choose by. */
      readonly sample: readonly (readonly string[])[]
      readonly guess: Partial<BankColumns>
      /** The formats in which all dates of the guessed or chosen column can be read. */
      readonly dateFormats: readonly BankDateFormat[]
    }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Reads the rows of a CSV file. The parser must keep empty rows, so that line numbers are those of the file. It stops
 * between its steps, so that a server may do other work.
 * @param account of the firm, where the file does not name it
 * @param choice the office's, if any; it takes precedence over a recognised layout
 */
export function* readBankRows(
  rows: readonly (readonly string[])[],
  account: string,
  choice?: BankChoice,
): Steps<BankFile> {
  const filled = yield* bankRows(rows)
  if (filled.length === 0) return { kind: 'refused', message: 'This file has no lines.' }
  if (filled.length > BANK_LINES_MAX)
    return { kind: 'refused', message: `This file has more than ${BANK_LINES_MAX} lines. Export a shorter range.` }
  const data = dataRows(filled)
  yield
  if (choice) return yield* byChoice(data, account, choice)
  const known = knownLayout(data)
  yield
  if (!known) return choose(data, account, 'This bank’s layout isn’t known. Choose the columns.')
  const read = yield* readByColumns(data.rows, known.columns, known.format, account)
  return readOrChoose({ layout: known.layout, ...read }, data, account, known.columns)
}

/** Nothing of a file is read whose balances contradict its amounts: the sign of the amounts may be read wrongly. */
function readOrChoose(
  read: { readonly layout: BankLayout | 'chosen' } & BankLines,
  data: DataRows,
  account: string,
  columns: BankColumns,
): BankFile {
  const fault = balanceFault(read)
  if (fault) return choose(data, account, faultMessage(fault), columns)
  // With columns that fit no line there is nothing to import, only something to choose again.
  const [first] = read.unreadable
  return first && read.lines.length === 0 && read.layout === 'chosen'
    ? choose(data, account, `No line can be read with these columns. Line ${first.line}: ${first.message}`, columns)
    : { kind: 'read', ...read }
}

const faultMessage = ({ line, isOpposite }: BalanceFault) =>
  isOpposite
    ? `Line ${line}: the balance says the opposite of the amount. Choose the column that says whether money came in or went out.`
    : `Line ${line}: the balance doesn’t follow from the amount. Export all lines of these days, or leave the balance out.`

function* byChoice(data: DataRows, account: string, choice: BankChoice): Steps<BankFile> {
  const rows = choice.header ? (data.heading ? data.rows : data.rows.slice(1)) : withHeading(data)
  const problem = amountColumnsProblem(choice.columns)
  if (problem) return choose(data, account, problem, choice.columns)
  const formats = dateFormatsIn(rows, choice.columns.date)
  const format = choice.dateFormat ?? (formats.length === 1 ? formats[0] : undefined)
  if (format) {
    const read = yield* readByColumns(rows, choice.columns, format, account)
    return readOrChoose({ layout: 'chosen', ...read }, data, account, choice.columns)
  }
  const message =
    formats.length > 1
      ? 'These dates can mean different days. Choose how they are written.'
      : 'This column has no dates, or dates written in different ways.'
  return choose(data, account, message, choice.columns)
}

const withHeading = ({ heading, rows }: DataRows) => (heading ? [heading, ...rows] : rows)

function choose(data: DataRows, account: string, message: string, chosen?: BankColumns): BankFile {
  const { heading, rows } = data
  const guess = chosen ?? guessColumns(heading, rows)
  return {
    kind: 'choose',
    message,
    signature: signatureOf(data, account),
    header: heading !== null,
    sample: withHeading(data)
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => cells),
    guess,
    dateFormats: guess.date === undefined ? [] : dateFormatsIn(rows, guess.date),
  }
}

const SAMPLE_ROWS = 6

const dateFormatsIn = (rows: readonly BankRow[], column: number) =>
  bankDateFormatsOf(rows.map(({ cells }) => cells[column] ?? ''))
