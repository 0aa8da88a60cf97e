import { type BankAmount, readBankAmount, readBankCents } from './bank-amounts.ts'
import { type BankDateFormat, readBankDay } from './bank-dates.ts'
import {
  BANK_COLUMNS_MAX,
  bankAccount,
  type BankLine,
  type BankLines,
  bankText,
  type UnreadableLine,
} from './bank-lines.ts'
import type { BankColumns, BankRow } from './bank-rows.ts'
import { saidWays } from './bank-sign-columns.ts'
import { signing } from './bank-signs.ts'
import { quoted } from './import-rows.ts'
import type { Cents } from './money.ts'
import type { Steps } from './steps.ts'

/** Why these columns don't give an amount; null: they do. With both kinds, a debit could be read from the wrong one. */
export function amountColumnsProblem({ amount, debit, credit }: Partial<BankColumns>): string | null {
  if (amount !== undefined)
    return debit === undefined && credit === undefined ? null : 'Choose either the amount, or money out and money in.'
  return debit === undefined || credit === undefined ? 'Choose the amount, or money out and money in.' : null
}

/** A space before a quoted cell makes the quotes part of it. */
const bare = (cell: string) =>
  cell
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim()

/**
 * The rows that are not empty, without byte order mark, spaces around cells and empty cells at the end. It stops after
 * each row.
 */
export function* bankRows(rows: readonly (readonly string[])[]): Steps<BankRow[]> {
  const filled: BankRow[] = []
  for (const [at, row] of rows.entries()) {
    yield
    const cells = row.slice(0, BANK_COLUMNS_MAX).map(bare)
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) filled.push({ line: at + 1, cells })
  }
  return filled
}

/** Reads the rows by their columns; every row becomes a line or a message. It stops after each row. */
export function* readByColumns(
  rows: readonly BankRow[],
  columns: BankColumns,
  format: BankDateFormat,
  account: string,
): Steps<BankLines> {
  const amountOf = yield* amountReader(rows, columns)
  const lines: BankLine[] = []
  const unreadable: UnreadableLine[] = []
  for (const [place, { line, cells }] of rows.entries()) {
    yield
    const at = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
    const day = readBankDay(at(columns.date), format)
    const amount = amountOf(cells, place)
    const balance = at(columns.balance) === '' ? null : readBankCents(at(columns.balance))
    const message =
      day === null
        ? at(columns.date) === ''
          ? 'The date is missing.'
          : `${quoted(at(columns.date))} isn’t a date.`
        : typeof amount === 'string'
          ? amount
          : at(columns.balance) !== '' && balance === null
            ? `${quoted(at(columns.balance))} isn’t a balance.`
            : null
    if (day === null || typeof amount === 'string' || message !== null) {
      unreadable.push({ line, message: message ?? '' })
      continue
    }
    lines.push({
      line,
      account: bankAccount((columns.account ?? []).map(at).join('')) || bankAccount(account),
      day,
      amount,
      text: bankText(columns.text.map(at).filter(Boolean).join(' ')),
      type: bankText(at(columns.type ?? columns.sign)),
      balance,
      fitid: null,
    })
  }
  return { lines, unreadable }
}

/** Reads the amount of a row, or says what is wrong with it. */
function* amountReader(
  rows: readonly BankRow[],
  columns: BankColumns,
): Steps<(cells: readonly string[], place: number) => Cents | string> {
  const stated = saidWays(
    rows.map(({ cells }) => cells),
    columns,
  )
  yield
  if (columns.debit !== undefined && columns.credit !== undefined) {
    const debitSign = signOfDebits(rows, columns)
    return (cells, place) => {
      const way = stated[place]
      const amount = twoColumns(cells, columns, debitSign)
      if (typeof way === 'string' || typeof amount === 'string') return typeof way === 'string' ? way : amount
      return way?.firm && amount * way.way < 0 ? `${quoted(way.words)} contradicts the column of the amount.` : amount
    }
  }
  const cellOf = (cells: readonly string[]) => cells[columns.amount ?? -1] ?? ''
  const signed = signing(
    rows.map(({ cells }, place) => {
      const way = stated[place]
      return { amount: readBankAmount(cellOf(cells)), stated: typeof way === 'string' ? null : (way ?? null) }
    }),
  )
  yield
  return (cells, place) => {
    const cell = cellOf(cells)
    const way = stated[place] ?? null
    const amount: BankAmount | null = readBankAmount(cell)
    if (amount === null) return cell === '' ? 'The amount is missing.' : `${quoted(cell)} isn’t an amount.`
    return typeof way === 'string' ? way : signed(amount, way)
  }
}

function twoColumns(cells: readonly string[], columns: BankColumns, debitSign: 1 | -1): Cents | string {
  const debit = withoutDash(cells[columns.debit ?? -1])
  const credit = withoutDash(cells[columns.credit ?? -1])
  const [out, into] = [debit, credit].map((cell) => (cell === '' ? { cents: 0, way: null } : readBankAmount(cell)))
  if (!out) return `${quoted(debit)} isn’t an amount.`
  if (!into) return `${quoted(credit)} isn’t an amount.`
  if (debit === '' && credit === '') return 'The amount is missing.'
  if (out.cents !== 0 && into.cents !== 0) return 'Both debit and credit have an amount.'
  const isOpposite = hasWord(debit) ? out.way === 1 : out.cents * debitSign < 0
  if (into.cents < 0 || isOpposite) return 'The sign of the amount is the opposite of the other lines’.'
  return into.cents - Math.abs(out.cents)
}

/** Some banks write debits as negative amounts, most without sign; the majority in the file decides. */
function signOfDebits(rows: readonly BankRow[], { debit }: BankColumns): 1 | -1 {
  const signs = rows.map(({ cells }) => {
    const cell = cells[debit ?? -1] ?? ''
    return hasWord(cell) ? 0 : Math.sign(readBankCents(cell) ?? 0)
  })
  return signs.reduce((sum, sign) => sum + sign, 0) < 0 ? -1 : 1
}

/** Some banks fill an empty cell with a dash. */
const withoutDash = (cell = '') => (/^[-–—]+$/.test(cell) ? '' : cell)

/** DR says in a debit column what a missing sign says there. */
const hasWord = (cell: string) => /[a-z]/i.test(cell)
