import type { CalendarRow } from './calendar.ts'
import { isOnRequest } from './cycle.ts'
import type { Day } from './dates.ts'
import { type DueCustomer, dueReasonWords } from './due.ts'

/** A pickup requested through the office, for a customer who is not collected in turn (domain.md 4, Pickup request). */
export interface PickupWish {
  customer: Pick<DueCustomer, 'status' | 'startDate' | 'collectionScheme'>
  /** Null: the calendar has no such week. */
  week: CalendarRow | null
  today: Day
  /** The run of that week that already has a stop for the customer. */
  inRun: string | null
  /** There already is an open request for that week. */
  asked: boolean
  saidNoPickup: boolean
}

/** Why the request can't be made, in words; null when it can. The first reason that applies. */
export function whyNoRequest({ customer, week, today, inRun, asked, saidNoPickup }: PickupWish): string | null {
  if (customer.status === 'BLOCKED') return dueReasonWords.blocked
  if (customer.status !== 'ACTIVE') return dueReasonWords.not_active
  if (!isOnRequest(customer.collectionScheme))
    return 'This customer has regular collections. Add the stop to the week’s run instead.'
  if (!week) return 'This week isn’t in the calendar.'
  if (week.to < today) return 'This week has ended.'
  if (customer.startDate > week.to) return dueReasonWords.not_started
  if (inRun !== null) return `This customer already has a stop in ${inRun} this week.`
  if (asked) return 'There’s already a request for this week.'
  return saidNoPickup ? 'There’s a no pickup for this week. Withdraw it first.' : null
}
