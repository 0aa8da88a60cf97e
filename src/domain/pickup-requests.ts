import type { CalendarRow } from './calendar.ts'
import { isOnRequest } from './cycle.ts'
import type { Day } from './dates.ts'
import { type DueCustomer, dueReasonWords } from './due.ts'

/** A requested pickup, for a customer who is not collected in turn (domain.md 4, Pickup request). */
export interface PickupWish {
  customer: Pick<DueCustomer, 'status' | 'startDate' | 'collectionScheme' | 'isHeld'>
  week: CalendarRow | null
  today: Day
  /** The run of that week that already has a stop for the customer. */
  inRun: string | null
  /** There already is an open request for that week. */
  hasRequest: boolean
  hasNoPickup: boolean
  /** Who asks; a customer may only before the week's cut-off. */
  by: 'OFFICE' | { isPastCutoff: boolean }
}

/** The facts about any week of one customer. */
interface Asking<Row extends CalendarRow> {
  customer: PickupWish['customer']
  /** Weeks that are not over, earliest first. */
  weeks: readonly Row[]
  today: Day
  isPastCutoff: (week: Row) => boolean
  isInRun: (week: Row) => boolean
  hasRequestIn: (week: Row) => boolean
  hasNoPickup: (week: Row) => boolean
}

/** The weeks that the customer can request, and why there is none. */
export function requestableWeeks<Row extends CalendarRow>(
  asking: Asking<Row>,
): { weeks: Row[]; reason: string | null } {
  const { customer, today } = asking
  const reasons = asking.weeks.map((week) =>
    whyNoRequest({
      customer,
      week,
      today,
      inRun: asking.isInRun(week) ? '' : null,
      hasRequest: asking.hasRequestIn(week),
      hasNoPickup: asking.hasNoPickup(week),
      by: { isPastCutoff: asking.isPastCutoff(week) },
    }),
  )
  const weeks = asking.weeks.filter((_week, at) => reasons[at] === null)
  if (weeks.length > 0) return { weeks, reason: null }
  const isServed = customer.status === 'ACTIVE' && customer.isHeld !== true
  const reason = isServed ? 'There’s no week to ask for at the moment. Please call us.' : reasons[0]
  return { weeks, reason: reason ?? 'Please call us.' }
}

/** Why the request can't be made, in words for who asks: the first reason that applies. Null: it can. */
export function whyNoRequest({ customer, week, today, inRun, hasRequest, hasNoPickup, by }: PickupWish): string | null {
  const words = (office: string, customers: string) => (by === 'OFFICE' ? office : customers)
  if (customer.status === 'BLOCKED') return words(dueReasonWords.blocked, 'Your service is on hold. Please call us.')
  if (customer.status !== 'ACTIVE') return words(dueReasonWords.not_active, 'Your service isn’t active.')
  if (customer.isHeld)
    return words(dueReasonWords.on_hold, 'Your collections are paused until your overdue invoices are paid.')
  if (!isOnRequest(customer.collectionScheme))
    return words(
      'This customer has regular collections. Add the stop to the week’s run instead.',
      'You have regular collections. Please call us for another one.',
    )
  if (!week) return 'This week isn’t in the calendar.'
  if (week.to < today) return 'This week has ended.'
  if (customer.startDate > week.to) return words(dueReasonWords.not_started, 'Your service starts after this week.')
  if (inRun !== null)
    return words(`This customer already has a stop in ${inRun}.`, 'You already have a pickup this week.')
  if (hasRequest) return 'There’s already a request for this week.'
  if (hasNoPickup) return 'There’s a no pickup for this week. Withdraw it first.'
  return by !== 'OFFICE' && by.isPastCutoff ? 'It’s too late for this week. Please choose a later one.' : null
}
