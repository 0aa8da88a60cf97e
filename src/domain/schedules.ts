import { type CalendarRow, compareWeeks, type HighestMonthOf, type WeekRef } from './calendar.ts'
import { addDays, type Day } from './dates.ts'
import { type DueCustomer, type OpenJob, weeksAhead } from './due.ts'
import type { JobState, Outcome } from './words.ts'

/** `cancelled`: he cancelled late, or the office took the stop off; `missed`: the driver came and could not collect. */
export const SCHEDULE_STATES = ['upcoming', 'skipped', 'shifted', 'cancelled', 'done', 'bag-mt', 'missed'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

/** How far a customer's schedule looks back and ahead. */
const DAYS = 365

/** A stop of his, with the dates of its run. */
export interface ScheduledJob extends CalendarRow {
  state: JobState
  outcome: Outcome | null
  /** A "no pickup" came for it when the run was out. */
  customerCancelled: boolean
  /** In a run that is not completed yet. */
  isOpen: boolean
}

export interface ScheduleEntry<Job extends ScheduledJob, No extends WeekRef> {
  row: CalendarRow
  state: ScheduleState
  job: Job | null
  noPickup: No | null
}

interface Known<Job extends ScheduledJob, No extends WeekRef> {
  customer: DueCustomer
  /** The one that counts last of those made at different times. */
  jobs: readonly Job[]
  noPickups: readonly No[]
  /** Open ones. */
  requests: readonly WeekRef[]
  calendar: readonly CalendarRow[]
  highestMonthOf: HighestMonthOf
  today: Day
}

/** What a stop was, or is, to its customer. @param saidNo he had said "no pickup" for its week */
export function scheduleState(job: Omit<ScheduledJob, keyof CalendarRow | 'isOpen'>, saidNo: boolean): ScheduleState {
  if (job.outcome === 'COLLECTED') return 'done'
  if (job.outcome === 'EMPTY') return 'bag-mt'
  if (job.outcome !== null && job.outcome !== 'CUSTOMER_CANCELLED') return 'missed'
  if (job.outcome !== null || job.customerCancelled || job.state === 'cancelled') return 'cancelled'
  if (saidNo) return 'skipped'
  return job.state === 'shifted' ? 'shifted' : 'upcoming'
}

/**
 * A customer's year behind and his year ahead (domain.md 10), each week once, earliest first: what became of his stops, and the
 * weeks he will be collected in by the rule that plans them. Who is not ACTIVE has a past only.
 */
export function customerSchedule<Job extends ScheduledJob, No extends WeekRef>(
  known: Known<Job, No>,
): ScheduleEntry<Job, No>[] {
  const { customer, jobs, noPickups, requests, calendar, highestMonthOf, today } = known
  const [since, until] = [addDays(today, -DAYS), addDays(today, DAYS)]
  const jobOf = new Map<string, Job>()
  for (const job of jobs) {
    const other = jobOf.get(nameOf(job))
    if (!other || worth(job) >= worth(other)) jobOf.set(nameOf(job), job)
  }
  const noOf = new Map(noPickups.map((no) => [nameOf(no), no]))
  const entries = new Map<string, ScheduleEntry<Job, No>>()
  const put = (row: CalendarRow, state: ScheduleState) =>
    entries.set(nameOf(row), {
      row,
      state,
      job: jobOf.get(nameOf(row)) ?? null,
      noPickup: noOf.get(nameOf(row)) ?? null,
    })

  for (const job of jobOf.values()) if (job.to >= since) put(job, scheduleState(job, noOf.has(nameOf(job))))
  // Where a stop was taken off or shifted away, nobody is expected any more.
  const coming = calendar
    .filter((row) => row.to >= today && row.from <= until && worth(jobOf.get(nameOf(row))) > 0)
    .sort(compareWeeks)
  const open: OpenJob[] = jobs.filter((job) => job.isOpen && worth(job) > 0)
  for (const { row, skipped } of weeksAhead(customer, coming, highestMonthOf, { noPickups, requests, jobs: open })) {
    if (!entries.has(nameOf(row))) put(row, skipped ? 'skipped' : 'upcoming')
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

/** Of two stops in one week: what happened, then what is planned, then what was planned away. A week without a stop is open. */
function worth(job: ScheduledJob | undefined): number {
  if (!job) return 1
  if (job.outcome !== null) return 2
  return job.state === 'shifted' || job.state === 'cancelled' ? 0 : 1
}

const nameOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef) => `${yearNumber}-${monthNumber}-${weekNumber}`
