import { readBankCents } from './bank-amounts.ts'
import type { BankColumns, BankRow } from './bank-rows.ts'
import { bankDateFormatsOf } from './bank-dates.ts'
import { bareHeading } from './bank-known-layouts.ts'
import { widthOf } from './bank-lines.ts'
import { isKindColumn, isSignColumn } from './bank-sign-columns.ts'

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

/** A proposal that the office confirms or changes. */
export function guessColumns(header: BankRow | null, rows: readonly BankRow[]): Partial<BankColumns> {
  const cellsOf = (at: number) => rows.map(({ cells }) => cells[at] ?? '')
  const named = header ? byHeadings(header.cells.map(bareHeading), cellsOf) : {}
  // For headings in other words, the first line tells more.
  const found: Partial<BankColumns> = Object.keys(named).length === 0 ? byCells(rows[0]?.cells ?? []) : named
  if (found.sign !== undefined || (found.debit !== undefined && found.credit !== undefined)) return found
  const sign = signColumnOf(found, rows)
  if (sign === undefined) return found
  const { type, text = [], ...rest } = found
  const texts = text.filter((at) => at !== sign)
  return {
    ...rest,
    sign,
    ...(type === undefined || type === sign ? {} : { type }),
    ...(texts.length > 0 ? { text: texts } : {}),
  }
}

/** The only column of texts is never taken for it. */
function signColumnOf(found: Partial<BankColumns>, rows: readonly BankRow[]): number | undefined {
  const cellsOf = (at: number) => rows.map(({ cells }) => cells[at] ?? '')
  const { date, amount, balance, account = [], text = [], type } = found
  const used = new Set([date, amount, balance, ...account, ...(text.length === 1 ? text : [])])
  const width = widthOf(rows.map(({ cells }) => cells))
  const free = Array.from({ length: width }, (_, at) => at).filter((at) => !used.has(at))
  return (
    free.find((at) => isSignColumn(cellsOf(at))) ??
    (type !== undefined && isKindColumn(cellsOf(type)) ? type : undefined)
  )
}

function byHeadings(headings: readonly string[], cellsOf: (at: number) => readonly string[]): Partial<BankColumns> {
  const found: Record<string, number> = {}
  for (const [at, heading] of headings.entries()) {
    const name = nameOf(heading, cellsOf(at))
    if (name !== undefined && !(name in found)) found[name] = at
  }
  if ('debit' in found && 'credit' in found) delete found['amount']
  const text = headings.flatMap((heading, at) => (TEXT_WORDS.test(heading) ? [at] : []))
  return { ...found, ...(text.length > 0 ? { text } : {}) }
}

/** A column headed "Debit/Credit" holds the amounts or the words, but is never the column of the debits. */
function nameOf(heading: string, cells: readonly string[]): string | undefined {
  const name = Object.entries(WORDS).find(([, words]) => words.test(heading))?.[0]
  const isBoth = /debit.*credit|credit.*debit/.test(heading)
  if (name !== 'debit' && name !== 'credit') return name
  if (isSignColumn(cells)) return 'sign'
  return isBoth ? 'amount' : name
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
