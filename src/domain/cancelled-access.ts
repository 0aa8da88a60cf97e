import { addDays, dayOf, endOfDayExclusive } from './dates.ts'
import type { Cents } from './money.ts'
import type { CustomerStatus } from './words.ts'

/** How long a customer whose service is cancelled can sign in (domain.md 10, States). */

/** Business days after the day of the cancellation. */
export const CANCELLED_ACCESS_DAYS = 90

export interface CancelledAccess {
  readonly status: CustomerStatus
  /** Null in other states. */
  readonly canceledAt: Date | null
  readonly owing: Cents
  readonly credit: Cents
}

/** The first instant after these days; from then on something must be owed. */
export function cancelledAccessUntil(canceledAt: Date, timeZone: string): Date {
  return endOfDayExclusive(addDays(dayOf(canceledAt, timeZone), CANCELLED_ACCESS_DAYS), timeZone)
}

/**
 * Whether the customer can sign in: in every state but cancelled, and then for 90 days or while one side owes the
 * other, whichever is longer.
 */
export function canSignIn(
  { status, canceledAt, owing, credit }: CancelledAccess,
  now: Date,
  timeZone: string,
): boolean {
  if (status !== 'CANCELED' || owing > 0 || credit > 0) return true
  return canceledAt !== null && now < cancelledAccessUntil(canceledAt, timeZone)
}
