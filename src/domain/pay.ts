import { type Day, mondayOf } from './dates.ts'
import type { Cents } from './money.ts'

/** What one payment to a driver consists of (domain.md 11, M21). */

export interface Earning {
  readonly amount: Cents
  /** The business day on which the stop was done, or another line was made. */
  readonly earnedOn: Day
}

export interface PayRange {
  readonly from: Day
  readonly to: Day
}

export interface PayPlan<Row> {
  /** What the payment consists of: the rows of the range, and those carried forward. */
  readonly lines: readonly Row[]
  /** Rows before the range that are paid with it, because their sum is not above zero. */
  readonly carried: readonly Row[]
  /** Rows before the range that stay unpaid until their own range is paid. */
  readonly older: readonly Row[]
  /** Without GST. */
  readonly amount: Cents
  /** Why it can't be paid; null: it can. */
  readonly refusal: 'nothing_to_pay' | 'pay_negative' | null
}

/**
 * The payment of a range of one driver's payable rows. A negative total is not paid: it is carried forward and lowers
 * the next range.
 */
export function payPlan<Row extends Earning>(payable: readonly Row[], { from, to }: PayRange): PayPlan<Row> {
  const inRange = payable.filter(({ earnedOn }) => from <= earnedOn && earnedOn <= to)
  const before = payable.filter(({ earnedOn }) => earnedOn < from)
  const [carried, older] = sumOf(before) > 0 ? [[], before] : [before, []]
  const lines = [...carried, ...inRange]
  const amount = sumOf(lines)
  const refusal = amount === 0 ? 'nothing_to_pay' : amount < 0 ? 'pay_negative' : null
  return { lines, carried, older, amount, refusal }
}

/** The days from the first to the last of the payable rows; null without any. */
export function wholeRange(payable: readonly Earning[]): PayRange | null {
  const days = payable.map(({ earnedOn }) => earnedOn).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

export interface PayWeek {
  readonly monday: Day
  /** Cents, without GST: what this payment pays of the week. */
  readonly paid: Cents
  /** Cents, without GST: what stays payable. */
  readonly left: Cents
}

/** All payable rows by week, earliest first. The `paid` add up to the plan's amount, and with `left` to all rows. */
export function payWeeks<Row extends Earning>(payable: readonly Row[], { lines }: PayPlan<Row>): PayWeek[] {
  const paid = new Set(lines)
  const mondays = [...new Set(payable.map(({ earnedOn }) => mondayOf(earnedOn)))].sort()
  return mondays.map((monday) => {
    const rows = payable.filter(({ earnedOn }) => mondayOf(earnedOn) === monday)
    const sumIf = (isPaid: boolean) => sumOf(rows.filter((row) => paid.has(row) === isPaid))
    return { monday, paid: sumIf(true), left: sumIf(false) }
  })
}

export const sumOf = (rows: readonly { readonly amount: Cents }[]): Cents =>
  rows.reduce((sum, { amount }) => sum + amount, 0)
