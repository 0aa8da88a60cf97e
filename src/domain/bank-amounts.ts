import { type Cents, fromDollars } from './money.ts'
import { readDollars } from './typed-numbers.ts'

/** Larger amounts are misread account numbers or dates, which are longer and have no decimals. */
const CENTS_MAX = 100_000_000_000

/**
 * An amount as banks write it, in cents: "+75.00", "$1,234.50", "(60.00)", "60.00-", "60.00 DR", "60.00CR"; null:
 * anything else, or more than two decimals.
 */
export function readBankCents(cell: string): Cents | null {
  const [, plus = '', inside = '', suffix = ''] =
    /^(\+?)\s?(.*?)\s?(CR|DR|-)?$/i.exec(
      cell
        .replace(/[\u00a0\u202f]/g, ' ')
        .replaceAll('−', '-')
        .trim(),
    ) ?? []
  const cents = centsOf(inside)
  if (cents === null || (plus !== '' && (!/^[$\d.]/.test(inside) || suffix === '-'))) return null
  // A minus and DR mean the same; a minus and CR, or two minuses, contradict each other.
  if (suffix.toUpperCase() === 'DR') return plus === '' ? 0 - Math.abs(cents) : null
  return suffix === '' ? cents : cents < 0 ? null : suffix === '-' ? 0 - cents : cents
}

function centsOf(text: string): Cents | null {
  const dollars = readDollars(text)
  if (dollars === null) return null
  try {
    const cents = fromDollars(dollars)
    return Math.abs(cents) <= CENTS_MAX ? cents + 0 : null
  } catch {
    return null
  }
}

/** Whether the amount is written with two decimals, as a balance is and a reference number is not. */
export function hasDecimals(cell: string): boolean {
  return /\.\d\d\D{0,4}$/.test(cell) && readBankCents(cell) !== null
}
