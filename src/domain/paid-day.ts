import type { Day } from './dates.ts'
import type { Cents } from './money.ts'

/**
 * The day on which an invoice was paid in full, computed from its adjustments and allocations; null: something is owed.
 * An invoice that stays paid through an act keeps its day; one that was open in between gets the day of the act that
 * paid it again.
 */
export function paidDayOf(
  { issuedAmount }: { readonly issuedAmount: Cents },
  adjustments: readonly (Row & { readonly adjustmentID: string; readonly difference: Cents })[],
  allocations: readonly (Row & { readonly allocationID: string; readonly amount: Cents })[],
): Day | null {
  let owing = issuedAmount
  let paid: Day | null = null
  const changes = [
    ...adjustments.map((row) => ({ ...row, id: row.adjustmentID, change: row.difference })),
    ...allocations.map((row) => ({ ...row, id: row.allocationID, change: -row.amount })),
  ].toSorted((a, b) => (timeIn(a.id) < timeIn(b.id) ? -1 : timeIn(a.id) > timeIn(b.id) ? 1 : 0))
  for (const [at, { createdAt, day, change }] of changes.entries()) {
    owing += change
    const next = changes[at + 1]
    if (next && next.createdAt.getTime() === createdAt.getTime() && next.day === day) continue
    paid = owing > 0 ? null : (paid ?? day)
  }
  return paid
}

/** Rows of one act have the same time and the same day. */
interface Row {
  readonly createdAt: Date
  readonly day: Day
}

/** An ID begins with the milliseconds at which it was made, so later acts on a ledger have later ones. */
const timeIn = (id: string) => id.slice(0, 13)
