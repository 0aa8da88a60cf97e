import { type CalendarRow, comparePeriods, compareWeeks, type HighestMonthOf, type WeekRef } from './calendar.ts'
import {
  afterNoPickup,
  afterOutcome,
  compareDue,
  type Cycle,
  isOnRequest,
  isOwnWeek,
  shiftDefault,
  staysDue,
} from './cycle.ts'
import type { Day } from './dates.ts'
import type { CustomerServiceType, CustomerStatus, Outcome } from './words.ts'

/**
 * Which customers are due in a week (domain.md 4, Due). One rule for runs, reminders, "next pick up" and the customer's
 * own schedule.
 */

export interface DueCustomer extends Cycle {
  status: CustomerStatus
  serviceType: CustomerServiceType
  startDate: Day
  /** The week that the office named when it shifted the customer's stop: the customer is due in exactly that week. */
  shiftedTo?: WeekRef | null
  /** There is an open pickup request for the week in question. */
  hasRequest?: boolean
  /** Collections are paused until overdue invoices are paid (domain.md 19). The pointer stays. */
  isHeld?: boolean
}

export const NOT_DUE_REASONS = [
  'not_active',
  'blocked',
  'not_started',
  'wrong_service',
  'no_request',
  'wrong_week',
  'not_yet',
  'on_hold',
] as const
export type NotDueReason = (typeof NOT_DUE_REASONS)[number]

export const dueReasonWords: Readonly<Record<NotDueReason, string>> = {
  not_active: 'Customer isn’t active.',
  blocked: 'Customer is blocked.',
  not_started: 'Service starts after this week.',
  wrong_service: 'Not a garden bag service.',
  no_request: 'Collected on request, with no request for this week.',
  wrong_week: 'Collected in another week.',
  not_yet: 'Next collection is later.',
  on_hold: 'On hold: overdue invoices aren’t paid.',
}

/** The same after a number of customers: "11 blocked". */
export const countedDueReasons: Readonly<Record<NotDueReason, string>> = {
  not_active: 'not active',
  blocked: 'blocked',
  not_started: 'with a service that starts after this week',
  wrong_service: 'without a garden bag service',
  no_request: 'collected on request, with no request for this week',
  wrong_week: 'collected in another week',
  not_yet: 'with a later next collection',
  on_hold: 'on hold until overdue invoices are paid',
}

export type Due = { due: true } | { due: false; reason: NotDueReason }

/** Whether the customer is due in that week; if not, the first reason that applies. */
export function isDue(customer: DueCustomer, row: CalendarRow): Due {
  // A hold is looked at last, so that it names only who would be collected otherwise.
  const reason = whyNot(customer, row) ?? (customer.isHeld ? 'on_hold' : null)
  return reason ? { due: false, reason } : { due: true }
}

function whyNot(customer: DueCustomer, row: CalendarRow): NotDueReason | null {
  if (customer.status === 'BLOCKED') return 'blocked'
  if (customer.status !== 'ACTIVE') return 'not_active'
  if (customer.startDate > row.to) return 'not_started'
  // An open request for this week counts even when a stop was shifted to another week.
  if (customer.hasRequest && isOnRequest(customer.collectionScheme)) return null
  if (customer.shiftedTo) {
    const apart = compareWeeks(row, customer.shiftedTo)
    if (apart === 0) return null
    if (apart < 0) return 'not_yet'
    // A customer who was missed in the named week stays due, but not before the next period: the run of the named week
    // may still be open while the next week's is drafted, and the customer must not be on both. A fortnightly customer
    // belongs on both.
    if (customer.collectionScheme !== 'FORTNIGHTLY' && comparePeriods(row, customer.shiftedTo) === 0)
      return 'wrong_week'
  }
  if (isOnRequest(customer.collectionScheme)) return isMissedSince(customer, row) ? null : 'no_request'
  if (customer.serviceType !== 'GARDEN_BAG') return 'wrong_service'
  if (!isOwnWeek(customer.collectionScheme, customer.weekNumber, row.weekNumber)) return 'wrong_week'
  if (!customer.due) return 'not_yet'
  const early =
    customer.collectionScheme === 'FORTNIGHTLY' ? compareDue(customer.due, row) : comparePeriods(customer.due, row)
  return early > 0 ? 'not_yet' : null
}

/**
 * A customer who is collected on request and was not collected in the named week. They have no pointer, so they stay
 * due in their own week of each later period.
 */
function isMissedSince({ shiftedTo, weekNumber }: DueCustomer, row: CalendarRow): boolean {
  return !!shiftedTo && comparePeriods(row, shiftedTo) > 0 && row.weekNumber === (weekNumber || shiftedTo.weekNumber)
}

/** A customer's stop in a run that is not completed yet. */
export interface OpenStop extends WeekRef {
  /** Null: no outcome recorded yet. */
  outcome: Outcome | null
}

/**
 * Pointer and named week once the stop of `week` is completed with this outcome. The week named by the office is
 * cleared.
 */
export function onceMet(
  customer: DueCustomer,
  week: WeekRef,
  outcome: Outcome,
  highestMonthOf: HighestMonthOf,
): Pick<DueCustomer, 'due'> & { shiftedTo: WeekRef | null } {
  const { shiftedTo, collectionScheme } = customer
  const named = shiftedTo && compareWeeks(shiftedTo, week) > 0 ? shiftedTo : null
  // A customer collected on request has no pointer that could stay due, so a week is named instead.
  const again = staysDue(outcome) && isOnRequest(collectionScheme) ? shiftDefault(customer, week, highestMonthOf) : null
  return { due: afterOutcome(customer, week, outcome, highestMonthOf), shiftedTo: named ?? again }
}

/**
 * The customer's state after the open stops in weeks before `week` are completed, so that a run made before then does
 * not include the customer twice. A stop without an outcome is assumed collected; if it is not, it is shifted, and the
 * run of its new week gets it.
 */
export function onceOpenStopsAreMet(
  customer: DueCustomer,
  stops: readonly OpenStop[],
  week: WeekRef,
  highestMonthOf: HighestMonthOf,
): DueCustomer {
  const earlier = stops.filter((stop) => compareWeeks(stop, week) < 0).sort(compareWeeks)
  return earlier.reduce(
    (then, stop) => ({ ...then, ...onceMet(then, stop, stop.outcome ?? 'COLLECTED', highestMonthOf) }),
    customer,
  )
}

export interface PlannedWeek<Row extends CalendarRow> {
  row: Row
  /** The customer said "no pickup" for it. */
  skipped: boolean
}

interface KnownWeeks {
  noPickups?: readonly WeekRef[]
  requests?: readonly WeekRef[]
  /**
   * The customer's stops in runs that are not completed. In those weeks the customer is expected, and later weeks
   * follow from the state after completing them.
   */
  jobs?: readonly OpenStop[]
}

/**
 * The weeks in which the customer will be collected, in order, among the calendar's that have not ended. Each is
 * assumed collected unless it is skipped. The first that is not skipped is "next pick up", unless a draft or active run
 * has a stop for the customer.
 */
export function plannedWeeks<Row extends CalendarRow>(
  customer: DueCustomer,
  rows: readonly Row[],
  today: Day,
  highestMonthOf: HighestMonthOf,
  known: KnownWeeks = {},
): PlannedWeek<Row>[] {
  return [...weeksAhead(customer, rows.filter(({ to }) => to >= today).sort(compareWeeks), highestMonthOf, known)]
}

/**
 * The same, lazily, for a caller that needs only the first week.
 * @param rows that have not ended, earliest first
 */
export function* weeksAhead<Row extends CalendarRow>(
  customer: DueCustomer,
  rows: readonly Row[],
  highestMonthOf: HighestMonthOf,
  { noPickups = [], requests = [], jobs: stops = [] }: KnownWeeks,
): Generator<PlannedWeek<Row>> {
  const names = (weeks: readonly WeekRef[], row: WeekRef) => weeks.some((week) => compareWeeks(week, row) === 0)
  const isSkipped = (row: WeekRef) =>
    names(noPickups, row) && !stops.some((stop) => stop.outcome !== null && compareWeeks(stop, row) === 0)
  const open = [...stops].sort(compareWeeks)
  let then: DueCustomer = { ...customer }
  for (const row of rows) {
    while (open[0] && compareWeeks(open[0], row) < 0) then = { ...then, ...met(then, open.shift()!) }
    then = { ...then, hasRequest: names(requests, row) }
    if (!names(open, row) && !isDue(then, row).due) continue
    yield { row, skipped: isSkipped(row) }
    // A stop in that week is applied when the loop reaches its row.
    if (!names(open, row)) then = { ...then, ...met(then, { ...row, outcome: null }) }
  }

  function met(customer: DueCustomer, stop: OpenStop): Pick<DueCustomer, 'due' | 'shiftedTo'> {
    if (!isSkipped(stop)) return onceMet(customer, stop, stop.outcome ?? 'COLLECTED', highestMonthOf)
    // A customer collected on request has no pointer: activating the run sets the week they are shifted to.
    return {
      due: afterNoPickup(customer, stop, highestMonthOf),
      shiftedTo: isOnRequest(customer.collectionScheme) ? shiftDefault(customer, stop, highestMonthOf) : null,
    }
  }
}
