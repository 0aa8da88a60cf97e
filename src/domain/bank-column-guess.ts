import { readBankCents } from './bank-amounts.ts'
import type { BankColumns, BankRow } from './bank-columns.ts'
import { bankDateFormatsOf } from './bank-dates.ts'
import { bareHeading } from './bank-known-layouts.ts'

/** Words of headings; the first that fits counts. */
const WORDS = {
  date: /date/,
  debit: /debit|withdrawal|moneyout|paidout/,
  credit: /credit|deposit|moneyin|paidin/,
  amount: /amount|value/,
  balance: /balance/,
  type: /type/,
} as const

const TEXT_WORDS = /descr|narrat|detail|particular|memo|reference|payee|payer/

/** Whether the first row names the columns, which is when it has neither a date nor an amount. */
export function isHeader({ cells }: BankRow): boolean {
  return cells.length > 1 && bankDateFormatsOf(cells).length === 0 && cells.every((cell) => !isAmount(cell))
}

/** A proposal that the office confirms or changes. */
export function guessColumns(header: BankRow | null, first: BankRow | undefined): Partial<BankColumns> {
  const named = header ? byHeadings(header.cells.map(bareHeading)) : {}
  // For headings in other words, the first line tells more.
  return Object.keys(named).length === 0 ? byCells(first?.cells ?? []) : named
}

function byHeadings(headings: readonly string[]): Partial<BankColumns> {
  const found: Record<string, number> = {}
  for (const [at, heading] of headings.entries()) {
    const name = Object.entries(WORDS).find(([, words]) => words.test(heading))?.[0]
    if (name !== undefined && !(name in found)) found[name] = at
  }
  if ('debit' in found && 'credit' in found) delete found['amount']
  const text = headings.flatMap((heading, at) => (TEXT_WORDS.test(heading) ? [at] : []))
  return { ...found, ...(text.length > 0 ? { text } : {}) }
}

function byCells(cells: readonly string[]): Partial<BankColumns> {
  const at = (fits: (cell: string) => boolean) => cells.flatMap((cell, place) => (fits(cell) ? [place] : []))
  const [date] = at((cell) => bankDateFormatsOf([cell]).length > 0)
  const [amount, balance] = at((cell) => isAmount(cell) && /\.\d\d/.test(cell))
  const text = at((cell) => /[a-z]{3}/i.test(cell)).filter((place) => place !== date)
  return {
    ...(date === undefined ? {} : { date }),
    ...(amount === undefined ? {} : { amount }),
    ...(balance === undefined ? {} : { balance }),
    ...(text.length > 0 ? { text } : {}),
  }
}

const isAmount = (cell: string) => readBankCents(cell) !== null
