import { compareWeeks, type CalendarRow, type HighestMonthOf } from './calendar.ts'
import { isOnRequest } from './cycle.ts'
import {
  countedDueReasons,
  dueReasonWords,
  type DueCustomer,
  isDue,
  NOT_DUE_REASONS,
  onceOpenStopsAreMet,
  type OpenStop,
} from './due.ts'

/** Whether a run of a week includes a customer, with the reason (domain.md 4, Generate). */

export const LEFT_OUT_REASONS = [...NOT_DUE_REASONS, 'has_stop', 'open_stop'] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

export const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  ...dueReasonWords,
  has_stop: 'Already in another run this week.',
  open_stop: 'Already in an earlier run that isn’t completed yet.',
}

/** The same after a number of customers. */
export const countedLeftOut: Readonly<Record<LeftOutReason, string>> = {
  ...countedDueReasons,
  has_stop: 'already in another run this week',
  open_stop: 'already in an earlier run that isn’t completed yet',
}

/** Due by the cycle; shifted to this very week, or still due since a shift; by a pickup request. */
export type TakenBecause = 'in_turn' | 'shifted' | 'requested'
export type Judged = { taken: true; because: TakenBecause } | { taken: false; reason: LeftOutReason }

/**
 * @param open the customer's stops in runs that are not completed
 * @param hasStop the customer is on another run of this week, in any state
 */
export function judgeForRun(
  customer: DueCustomer,
  week: CalendarRow,
  open: readonly OpenStop[],
  hasStop: boolean,
  highestMonthOf: HighestMonthOf,
): Judged {
  if (hasStop) return { taken: false, reason: 'has_stop' }
  const now = isDue(customer, week)
  const then = open.length === 0 ? now : isDue(onceOpenStopsAreMet(customer, open, week, highestMonthOf), week)
  if (then.due) return { taken: true, because: because(customer, week) }
  return { taken: false, reason: now.due ? 'open_stop' : now.reason }
}

function because({ shiftedTo, collectionScheme, hasRequest }: DueCustomer, week: CalendarRow): TakenBecause {
  if (shiftedTo && compareWeeks(shiftedTo, week) === 0) return 'shifted'
  if (!isOnRequest(collectionScheme)) return 'in_turn'
  return hasRequest ? 'requested' : 'shifted'
}
