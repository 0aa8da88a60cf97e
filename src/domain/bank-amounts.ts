import { type Cents, isWholeCents, nearestCents } from './money.ts'
import { readDollars } from './typed-numbers.ts'

/** Larger amounts are misread account numbers or dates, which are longer and have no decimals. */
const CENTS_MAX = 100_000_000_000

/** 1: into the account, -1: out of it. */
export type Way = 1 | -1

export interface BankAmount {
  /** Negative where a sign says that money went out. */
  readonly cents: Cents
  /** What a sign or a word beside the digits says; null: nothing does. */
  readonly way: Way | null
}

/** A hyphen, a minus or a dash of any width. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

const CURRENCY = /\s?\bAUD\b\s?|\bAU?(?=\$)/gi

const PARTS =
  /^(?:(?<before>cr|dr|credit|debit)(?![a-z])[.:]?\s?)?(?<plus>\+?)\s?(?<inside>.*?)\s?(?:(?<after>cr|dr|credit|debit)\.?|(?<trailing>[+-]))?$/i

/**
 * An amount as banks write it: "+75.00", "$1,234.50", "(60.00)", "60.00-", "60.00 DR", "CR 60.00", "Debit 60.00";
 * null: anything else, more than two decimals, or signs that contradict each other.
 */
export function readBankAmount(cell: string): BankAmount | null {
  const text = cell
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(DASHES, '-')
    .replace(CURRENCY, '')
    .trim()
  const { before, plus = '', inside = '', after, trailing = '' } = PARTS.exec(text)?.groups ?? {}
  const cents = centsOf(inside)
  const minus = /^[(-]|^\$\s?-/.test(inside)
  // A minus and DR mean the same, two minuses don't.
  if (cents === null || (minus && (plus !== '' || trailing !== ''))) return null
  const ways = new Set<Way>()
  for (const word of [before, after]) if (word) ways.add(/^c/i.test(word) ? 1 : -1)
  if (plus !== '' || trailing === '+') ways.add(1)
  if (minus || trailing === '-') ways.add(-1)
  if (ways.size > 1) return null
  const [way = null] = ways
  return { cents: way === -1 ? 0 - Math.abs(cents) : cents, way }
}

/** The same in cents alone. */
export const readBankCents = (cell: string): Cents | null => readBankAmount(cell)?.cents ?? null

function centsOf(text: string): Cents | null {
  const dollars = readDollars(text)
  if (dollars === null || !isWholeCents(dollars)) return null
  const cents = nearestCents(dollars)
  return Math.abs(cents) <= CENTS_MAX ? cents + 0 : null
}

/** Whether the amount is written with two decimals, as a balance is and a reference number is not. */
export function hasDecimals(cell: string): boolean {
  return /\.\d\d\D{0,8}$/.test(cell) && readBankCents(cell) !== null
}
