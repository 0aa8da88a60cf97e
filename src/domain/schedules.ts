import { type CalendarRow, compareWeeks, type HighestMonthOf, type WeekRef } from './calendar.ts'
import { addDays, type Day } from './dates.ts'
import { type DueCustomer, type OpenStop, weeksAhead } from './due.ts'
import { NOT_REACHED } from './run-figures.ts'
import type { StopState, Outcome } from './words.ts'

/**
 * `cancelled`: the customer cancelled late, or the office removed the stop; `missed`: the driver came and could not
 * collect; `not-reached`: the run was completed before the driver came, and the stop was moved.
 */
export const SCHEDULE_STATES = [
  'upcoming',
  'skipped',
  'shifted',
  'not-reached',
  'cancelled',
  'done',
  'bag-mt',
  'missed',
] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

/** Days that a customer's schedule covers in each direction. */
const DAYS = 365

/** A stop of the customer, with the dates of its run. */
export interface ScheduledStop extends CalendarRow {
  state: StopState
  outcome: Outcome | null
  customerCancelled: boolean
  /** Why it was shifted or removed. */
  reason: string | null
  /** Whether the stop is in a run that is not completed yet. */
  isOpen: boolean
}

export interface ScheduleEntry<Stop extends ScheduledStop, No extends WeekRef> {
  row: CalendarRow
  state: ScheduleState
  stop: Stop | null
  noPickup: No | null
}

interface NoPickup extends WeekRef {
  late: boolean
}

interface Known<Stop extends ScheduledStop, No extends NoPickup> {
  customer: DueCustomer
  /** The last one counts of stops in the same week with equal rank. */
  jobs: readonly Stop[]
  noPickups: readonly No[]
  /** Open ones. */
  requests: readonly WeekRef[]
  calendar: readonly CalendarRow[]
  highestMonthOf: HighestMonthOf
  today: Day
}

/** Whether the stop of such a week was moved to another week. */
export const wasMoved = (state: ScheduleState): boolean => state === 'shifted' || state === 'not-reached'

/** A stop's state as the customer sees it. @param noPickup the customer's for its week */
export function scheduleState(
  stop: Omit<ScheduledStop, keyof CalendarRow | 'isOpen'>,
  noPickup: Pick<NoPickup, 'late'> | null,
): ScheduleState {
  if (stop.outcome === 'COLLECTED') return 'done'
  if (stop.outcome === 'EMPTY') return 'bag-mt'
  if (stop.outcome !== null && stop.outcome !== 'CUSTOMER_CANCELLED') return 'missed'
  if (stop.outcome !== null || stop.state === 'cancelled') return 'cancelled'
  if (stop.customerCancelled && noPickup?.late !== false) return 'cancelled'
  if (noPickup) return 'skipped'
  if (stop.state !== 'shifted') return 'upcoming'
  return stop.reason === NOT_REACHED ? 'not-reached' : 'shifted'
}

/**
 * A customer's past year and next year (domain.md 10), each week once, earliest first: past stops with their results,
 * and future weeks by the rule that plans the runs. A customer who is not ACTIVE has only the past.
 */
export function customerSchedule<Stop extends ScheduledStop, No extends NoPickup>(
  known: Known<Stop, No>,
): ScheduleEntry<Stop, No>[] {
  const { customer, jobs: stops, noPickups, requests, calendar, highestMonthOf, today } = known
  const [since, until] = [addDays(today, -DAYS), addDays(today, DAYS)]
  const stopOf = new Map<string, Stop>()
  for (const stop of stops) {
    const other = stopOf.get(nameOf(stop))
    if (!other || worth(stop) >= worth(other)) stopOf.set(nameOf(stop), stop)
  }
  const noOf = new Map(noPickups.map((no) => [nameOf(no), no]))
  const entries = new Map<string, ScheduleEntry<Stop, No>>()
  const put = (row: CalendarRow, state: ScheduleState) =>
    entries.set(nameOf(row), {
      row,
      state,
      stop: stopOf.get(nameOf(row)) ?? null,
      noPickup: noOf.get(nameOf(row)) ?? null,
    })

  for (const stop of stopOf.values())
    if (stop.to >= since) put(stop, scheduleState(stop, noOf.get(nameOf(stop)) ?? null))
  // In a week whose stop was removed or shifted away, no collection is expected, unless the customer asked for it again.
  const requested = new Set(requests.map(nameOf))
  const isAskedAgain = (row: WeekRef) => worth(stopOf.get(nameOf(row))) === 0 && requested.has(nameOf(row))
  const coming = calendar
    .filter((row) => row.to >= today && row.from <= until)
    .filter((row) => worth(stopOf.get(nameOf(row))) > 0 || isAskedAgain(row))
    .sort(compareWeeks)
  const open: OpenStop[] = stops.filter((stop) => stop.isOpen && worth(stop) > 0)
  for (const { row, skipped } of weeksAhead(customer, coming, highestMonthOf, { noPickups, requests, jobs: open })) {
    if (isAskedAgain(row)) stopOf.delete(nameOf(row))
    else if (entries.has(nameOf(row))) continue
    put(row, skipped ? 'skipped' : 'upcoming')
  }
  for (const row of calendar) {
    const isPast = row.to < today
    if (
      entries.has(nameOf(row)) ||
      !noOf.has(nameOf(row)) ||
      row.to < since ||
      row.from > until ||
      (!isPast && customer.status !== 'ACTIVE')
    )
      continue
    put(row, 'skipped')
  }
  return [...entries.values()].sort((a, b) =>
    a.row.from === b.row.from ? compareWeeks(a.row, b.row) : a.row.from < b.row.from ? -1 : 1,
  )
}

/** Rank of two stops in one week: done, then planned, then removed or shifted. A week without a stop is open. */
function worth(stop: ScheduledStop | undefined): number {
  if (!stop) return 1
  if (stop.outcome !== null) return 2
  return stop.state === 'shifted' || stop.state === 'cancelled' ? 0 : 1
}

const nameOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef) => `${yearNumber}-${monthNumber}-${weekNumber}`
