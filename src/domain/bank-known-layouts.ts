import { hasDecimals, readBankAmount, readBankCents } from './bank-amounts.ts'
import type { BankColumns, BankRow } from './bank-rows.ts'
import type { DataRows } from './bank-data-rows.ts'
import { type BankDateFormat, bankDateFormatsOf, readBankDay } from './bank-dates.ts'
import { widthOf } from './bank-lines.ts'
import { isSignColumn } from './bank-sign-columns.ts'
import { markedWay, wayInWords } from './bank-signs.ts'

/** CSV files of Australian banks, recognised by their headings or, without headings, by their cells. */

export const BANK_LAYOUTS = ['commbank', 'westpac', 'nab', 'anz', 'bankwest'] as const
export type BankLayout = (typeof BANK_LAYOUTS)[number]

export interface KnownLayout {
  readonly layout: BankLayout
  readonly columns: BankColumns
  readonly format: BankDateFormat
}

/** Null: none fits, or the dates are not written as Australian banks do. */
export function knownLayout({ heading, rows }: DataRows): KnownLayout | null {
  return heading ? headed(heading, rows) : plain(rows)
}

type At = (heading: string) => number

/** Headings without case, spaces and signs. Further columns (Westpac: Serial, NAB: Processed On) are ignored. */
const HEADED: readonly {
  readonly layout: BankLayout
  readonly headings: readonly string[]
  readonly columns: (at: At) => BankColumns
}[] = [
  {
    layout: 'westpac',
    headings: ['bankaccount', 'date', 'narrative', 'debitamount', 'creditamount', 'balance', 'categories'],
    columns: (at) => ({
      account: [at('bankaccount')],
      date: at('date'),
      text: [at('narrative')],
      debit: at('debitamount'),
      credit: at('creditamount'),
      balance: at('balance'),
      type: at('categories'),
    }),
  },
  {
    layout: 'nab',
    headings: ['date', 'amount', 'accountnumber', 'transactiontype', 'transactiondetails', 'balance'],
    columns: (at) => ({
      account: [at('accountnumber')],
      date: at('date'),
      text: [at('transactiondetails')],
      amount: at('amount'),
      balance: at('balance'),
      type: at('transactiontype'),
    }),
  },
  {
    layout: 'bankwest',
    headings: ['bsbnumber', 'accountnumber', 'transactiondate', 'narration', 'debit', 'credit', 'balance'],
    columns: (at) => ({
      account: [at('bsbnumber'), at('accountnumber')],
      date: at('transactiondate'),
      text: [at('narration')],
      debit: at('debit'),
      credit: at('credit'),
      balance: at('balance'),
      type: at('transactiontype'),
    }),
  },
]

export const bareHeading = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '')

/** No date can be read in two of these. */
const AUSTRALIAN_DATES: readonly BankDateFormat[] = ['D/M/Y', 'D MMM Y', 'Y-M-D']

function headed(heading: BankRow, rows: readonly BankRow[]): KnownLayout | null {
  const headings = heading.cells.map(bareHeading)
  const found = HEADED.find((known) => known.headings.every((one) => headings.includes(one)))
  if (!found) return null
  const columns = found.columns((one) => headings.indexOf(one))
  const format = bankDateFormatsOf(rows.map((row) => row.cells[columns.date] ?? '')).find((one) =>
    AUSTRALIAN_DATES.includes(one),
  )
  // Without lines there is no date to decide by, and none to read.
  return format || rows.length === 0 ? { layout: found.layout, columns, format: format ?? 'D/M/Y' } : null
}

/** Files without headings: every row must have the layout's shape, because another bank's may have it in some rows. */
const PLAIN: readonly {
  readonly layout: BankLayout
  readonly format: BankDateFormat
  readonly columns: (width: number) => BankColumns
  readonly fits: (cells: readonly string[]) => boolean
  /** False where the rows together are another bank's, although each of them fits. */
  readonly isWhole?: (rows: readonly BankRow[]) => boolean
}[] = [
  {
    layout: 'nab',
    format: 'D MMM Y',
    columns: () => ({ date: 0, amount: 1, account: [2], type: 4, text: [5], balance: 6 }),
    fits: ([date = '', amount = '', account = '', blank = '', type = '', , balance = '']) =>
      isBankDay(date, 'D MMM Y') &&
      isAmount(amount) &&
      /^[\dxX*\s-]{4,}$/.test(account) &&
      blank === '' &&
      /[a-z]/i.test(type) &&
      isAmount(balance),
  },
  {
    layout: 'commbank',
    format: 'D/M/Y',
    columns: () => ({ date: 0, amount: 1, text: [2], balance: 3 }),
    // CommBank writes a plus too; four columns with bare amounts are another bank's, and may be debits.
    fits: (cells) => cells.length === 4 && isDateAmountText(cells) && isSigned(cells[1]!) && hasDecimals(cells[3]!),
  },
  {
    layout: 'anz',
    format: 'D/M/Y',
    // Three columns, or up to five more with reference and payer.
    columns: (width) => ({ date: 0, amount: 1, text: Array.from({ length: width - 2 }, (_, at) => at + 2) }),
    fits: (cells) =>
      cells.length <= 8 && isDateAmountText(cells) && !cells.slice(3).some(hasDecimals) && !isUnsignedDebit(cells),
    isWhole: (rows) => !TEXT_PLACES.some((at) => isSignColumn(rows.map(({ cells }) => cells[at] ?? ''))),
  },
]

/** ANZ's columns after the text. */
const TEXT_PLACES = [3, 4, 5, 6, 7]

const isBankDay = (cell: string, format: BankDateFormat) => readBankDay(cell, format) !== null
const isAmount = (cell: string) => readBankCents(cell) !== null

/** A debit by its words, whose amount has no minus. ANZ writes one. */
const isUnsignedDebit = ([, amount = '', , ...rest]: readonly string[]) =>
  readBankAmount(amount)?.way !== -1 && rest.some((cell) => (markedWay(cell) ?? wayInWords(cell)) === -1)

const isSigned = (cell: string) => {
  const amount = readBankAmount(cell)
  return amount?.way !== null || amount.cents === 0
}

const isDateAmountText = ([date = '', amount = '', text = '']: readonly string[]) =>
  isBankDay(date, 'D/M/Y') && isAmount(amount) && /[a-z]/i.test(text)

function plain(rows: readonly BankRow[]): KnownLayout | null {
  const width = widthOf(rows.map(({ cells }) => cells))
  for (const { layout, format, columns, fits, isWhole = () => true } of PLAIN) {
    // The dates are read last: rows that fit this layout fit no other.
    if (!rows.every(({ cells }) => fits(cells)) || !isWhole(rows)) continue
    const found = columns(width)
    const formats = bankDateFormatsOf(rows.map(({ cells }) => cells[found.date] ?? ''))
    if (formats.includes(format)) return { layout, columns: found, format }
  }
  return null
}
