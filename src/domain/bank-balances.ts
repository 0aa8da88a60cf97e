import type { BankLine, BankLines } from './bank-lines.ts'
import { byKey } from './by-key.ts'
import type { Cents } from './money.ts'

/** Compares the amounts of a file with its balances; a sign read wrongly contradicts them (domain.md 12, Balances). */

export interface BalanceFault {
  /** The line in the file. */
  readonly line: number
  /** The amount fits with the opposite sign. */
  readonly isOpposite: boolean
}

/** Null where a line has no balance, or one before it can't be read: what is between two balances is unknown then. */
type Place = (BankLine & { readonly balance: Cents }) | null

/** The first line whose balance does not follow from its amount; null: there is none, or the file has no balances. */
export function balanceFault({ lines, unreadable }: BankLines): BalanceFault | null {
  const gaps = unreadable.map(({ line }) => line)
  for (const [, own] of byKey(lines, ({ account }) => account)) {
    const places = [...own, ...gaps.map((line) => ({ line }))]
      .sort((a, b) => a.line - b.line)
      .map((one): Place => ('balance' in one && one.balance !== null ? { ...one, balance: one.balance } : null))
    const fault = faultIn(places)
    if (fault) return fault
  }
  return null
}

function faultIn(places: readonly Place[]): BalanceFault | null {
  const read = places.filter((one) => one !== null)
  const rising = read.slice(1).reduce((sum, { day }, at) => sum + order(read[at]!.day, day), 0)
  // Lines of a single day may be in either order.
  const orders = rising === 0 ? [places, places.toReversed()] : [rising > 0 ? places : places.toReversed()]
  const faults = orders.map(faultsInOrder)
  if (faults.some((found) => found.length === 0)) return null
  if (read.length === places.length && followByDays(read)) return null
  const [first] = faults.sort((a, b) => a.length - b.length)[0]!
  return first ?? null
}

/** @param places the oldest first */
function faultsInOrder(places: readonly Place[]): BalanceFault[] {
  return places.slice(1).flatMap((place, at) => {
    const before = places[at]
    if (!place || !before || before.balance + place.amount === place.balance) return []
    return [{ line: place.line, isOpposite: before.balance - place.amount === place.balance }]
  })
}

/**
 * Whether the lines of each day lead from one balance to the next in some order: banks and spreadsheets sort the lines
 * of a day in many ways. Every balance is then the start of another line, but for the day's first and last.
 */
function followByDays(lines: readonly (BankLine & { readonly balance: Cents })[]): boolean {
  let opening: Cents | null = null
  for (const [, ofDay] of [...byKey(lines, ({ day }) => day)].sort(([a], [b]) => order(b, a))) {
    const open = new Map<Cents, number>()
    const count = (balance: Cents, by: number) => open.set(balance, (open.get(balance) ?? 0) + by)
    for (const { balance, amount } of ofDay) {
      count(balance - amount, 1)
      count(balance, -1)
    }
    const left = [...open].filter(([, times]) => times !== 0)
    const starts = left.filter(([, times]) => times > 0)
    if (starts.length > 1 || starts.some(([, times]) => times > 1)) return false
    const start = starts[0]?.[0] ?? null
    // A day whose lines cancel out begins and ends with the same balance.
    if (opening !== null && (start === null ? !open.has(opening) : start !== opening)) return false
    opening = left.find(([, times]) => times < 0)?.[0] ?? opening
  }
  return true
}

/** Positive when the second is later. */
const order = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)
