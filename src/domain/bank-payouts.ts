import { addDays, type Day, daysBetween, formatDay } from './dates.ts'
import type { Cents } from './money.ts'

/** Finds the payout of the payment provider that a bank line is (domain.md 12). */

/** A payout that is matched to no bank line yet. */
export interface OpenPayout {
  readonly payoutID: string
  readonly arrivesOn: Day
  /** Negative: the provider takes money. */
  readonly net: Cents
}

export interface PayoutProposal {
  readonly payoutID: string
  readonly arrivesOn: Day
  readonly reason: string
}

/** A bank may have it a little before the day that the provider names, and around Easter some days after it. */
const DAYS_BEFORE = 2
const DAYS_AFTER = 7
const MOST = 5

/** The range of days on which payouts of these bank days may arrive. */
export const payoutDays = (bankDays: readonly Day[]): { from: Day; to: Day } | null => {
  const days = bankDays.toSorted()
  return days.length === 0 ? null : { from: addDays(days[0]!, -DAYS_AFTER), to: addDays(days.at(-1)!, DAYS_BEFORE) }
}

/** Whether a bank line of that day may be a payout that arrives on this one. */
export function isNearPayout(bankDay: Day, arrivesOn: Day): boolean {
  const late = daysBetween(arrivesOn, bankDay)
  return late >= -DAYS_BEFORE && late <= DAYS_AFTER
}

/** Open payouts of exactly the line's amount that arrive near its day, the nearest first. */
export function payoutsFor(
  { day, amount }: { readonly day: Day; readonly amount: Cents },
  open: ReadonlyMap<Cents, readonly OpenPayout[]>,
): PayoutProposal[] {
  const away = ({ arrivesOn }: OpenPayout) => Math.abs(daysBetween(arrivesOn, day))
  return (open.get(amount) ?? [])
    .filter(({ arrivesOn }) => isNearPayout(day, arrivesOn))
    .toSorted((a, b) => away(a) - away(b) || (a.arrivesOn < b.arrivesOn ? -1 : 1))
    .slice(0, MOST)
    .map(({ payoutID, arrivesOn }) => ({
      payoutID,
      arrivesOn,
      reason: `Card payout of ${formatDay(arrivesOn)}: the amount fits.`,
    }))
}
