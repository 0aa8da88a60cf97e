import { type Cents, showMoney } from './money.ts'
import { sumOf } from './pay.ts'

/**
 * The rows of one stop's income: the first follows the stop until it is paid; then each correction is a further signed
 * row (domain.md 11, M20).
 */

/** What the stop's outcome earns, and for whom. */
export interface Earned {
  readonly driverID: string
  readonly payRate: Cents
  readonly payPercentage: number
  readonly pu: number
  readonly amount: Cents
  readonly formula: string
}

export interface IncomeRow extends Earned {
  readonly incomeID: string
  readonly isPaid: boolean
}

export interface IncomeChanges {
  readonly changed: readonly (Earned & { readonly incomeID: string })[]
  readonly fresh: readonly (Earned & { readonly kind: 'stop' | 'correction' })[]
  /** IDs of rows to be deleted. */
  readonly gone: readonly string[]
}

/**
 * The changes that make the rows add up to what the stop earns. Paid rows stay.
 * @param rows of one stop, the first one first
 * @param earned null: the stop has no outcome, or no driver
 */
export function followIncome(rows: readonly IncomeRow[], earned: Earned | null): IncomeChanges {
  const paid = rows.filter(({ isPaid }) => isPaid)
  const open = rows.filter(({ isPaid }) => !isPaid)
  if (paid.length === 0) return followFirst(open, earned)
  const drivers = new Set([...rows.map(({ driverID }) => driverID), ...(earned ? [earned.driverID] : [])])
  const parts = [...drivers].map((driverID) => {
    const own = open.filter((row) => row.driverID === driverID)
    const due = differenceOf(driverID, paid, earned)
    if (due === null) return { changed: [], fresh: [], gone: own.map(({ incomeID }) => incomeID) }
    return own.length === 0
      ? { changed: [], fresh: [{ kind: 'correction' as const, ...due }], gone: [] }
      : followFirst(own, due)
  })
  return {
    changed: parts.flatMap(({ changed }) => changed),
    fresh: parts.flatMap(({ fresh }) => fresh),
    gone: parts.flatMap(({ gone }) => gone),
  }
}

function followFirst(open: readonly IncomeRow[], earned: Earned | null): IncomeChanges {
  const [first, ...further] = earned === null ? [undefined, ...open] : open
  return {
    changed: first && earned ? [{ incomeID: first.incomeID, ...earned }] : [],
    fresh: first || !earned ? [] : [{ kind: 'stop', ...earned }],
    gone: further.flatMap((row) => row?.incomeID ?? []),
  }
}

/** What a driver is still to get for the stop, negative: to give back; null: nothing. */
function differenceOf(driverID: string, paid: readonly IncomeRow[], earned: Earned | null): Earned | null {
  const own = paid.filter((row) => row.driverID === driverID)
  const target = earned?.driverID === driverID ? earned : null
  const before = sumOf(own)
  const amount = (target?.amount ?? 0) - before
  if (amount === 0) return null
  const { payRate, payPercentage } = (target ?? own[0])!
  return {
    driverID,
    payRate,
    payPercentage,
    pu: (target?.pu ?? 0) - own.reduce((bags, { pu }) => bags + pu, 0),
    amount,
    formula: own.length === 0 ? target!.formula : `${target?.formula ?? showMoney(0)}, less ${showMoney(before)} paid`,
  }
}
