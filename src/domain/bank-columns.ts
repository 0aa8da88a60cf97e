import { readBankCents } from './bank-amounts.ts'
import { type BankDateFormat, readBankDay } from './bank-dates.ts'
import { bankAccount, type BankLine, type BankLines, bankText, type UnreadableLine } from './bank-lines.ts'
import { quoted } from './import-rows.ts'
import type { Cents } from './money.ts'

/** Indexes of the columns. Either `amount`, or `debit` and `credit`. Stored as JSON. */
export interface BankColumns {
  readonly date: number
  readonly amount?: number
  readonly debit?: number
  readonly credit?: number
  readonly text: readonly number[]
  readonly balance?: number
  /** BSB and number may be two columns. */
  readonly account?: readonly number[]
  readonly type?: number
}

/** A row that is not empty, with its number in the file. */
export interface BankRow {
  readonly line: number
  /** Trimmed, without empty cells at the end. */
  readonly cells: readonly string[]
}

/** A space before a quoted cell makes the quotes part of it. */
const bare = (cell: string) =>
  cell
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim()

/** The rows that are not empty, without byte order mark, spaces around cells and empty cells at the end. */
export function bankRows(rows: readonly (readonly string[])[]): BankRow[] {
  return rows.flatMap((row, at) => {
    const cells = row.map(bare)
    while (cells.at(-1) === '') cells.pop()
    return cells.length === 0 ? [] : [{ line: at + 1, cells }]
  })
}

/** Reads the rows by their columns; every row becomes a line or a message. */
export function readByColumns(
  rows: readonly BankRow[],
  columns: BankColumns,
  format: BankDateFormat,
  account: string,
): BankLines {
  const debitSign = signOfDebits(rows, columns)
  const lines: BankLine[] = []
  const unreadable: UnreadableLine[] = []
  for (const { line, cells } of rows) {
    const at = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
    const day = readBankDay(at(columns.date), format)
    const amount = columns.amount === undefined ? twoColumns(columns, at, debitSign) : oneColumn(at(columns.amount))
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
      type: bankText(at(columns.type)),
      balance,
      fitid: null,
    })
  }
  return { lines, unreadable }
}

/** The amount, or what is wrong with it. */
function oneColumn(cell: string): Cents | string {
  return cell === '' ? 'The amount is missing.' : (readBankCents(cell) ?? `${quoted(cell)} isn’t an amount.`)
}

function twoColumns(columns: BankColumns, at: (column?: number) => string, debitSign: 1 | -1): Cents | string {
  const [debit, credit] = [at(columns.debit), at(columns.credit)]
  const [out, into] = [debit, credit].map((cell) => (cell === '' ? 0 : readBankCents(cell)))
  if (out === null || out === undefined) return `${quoted(debit)} isn’t an amount.`
  if (into === null || into === undefined) return `${quoted(credit)} isn’t an amount.`
  if (debit === '' && credit === '') return 'The amount is missing.'
  if (out !== 0 && into !== 0) return 'Both debit and credit have an amount.'
  if (into < 0 || out * debitSign < 0) return 'The sign of the amount is the opposite of the other lines’.'
  return into - Math.abs(out)
}

/** Some banks write debits as negative amounts, most without sign; the majority in the file decides. */
function signOfDebits(rows: readonly BankRow[], { debit }: BankColumns): 1 | -1 {
  if (debit === undefined) return 1
  const signs = rows.map(({ cells }) => Math.sign(readBankCents(cells[debit] ?? '') ?? 0))
  return signs.reduce((sum, sign) => sum + sign, 0) < 0 ? -1 : 1
}
