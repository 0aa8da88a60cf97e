import {
  addPeriods,
  type CalendarRow,
  comparePeriods,
  type HighestMonthOf,
  type Period,
  type WeekRef,
} from './calendar.ts'
import { addDays, type Day } from './dates.ts'
import type { CollectionScheme, Outcome } from './words.ts'

/** A customer's interval and his next due period: a pointer, not a formula, so who was missed stays due (domain.md 3). */

/** FORTNIGHTLY's pointer also names the week; the others' week is the customer's own. */
export interface DuePointer extends Period {
  weekNumber?: number
}

export interface Cycle {
  collectionScheme: CollectionScheme
  /** The customer's own week. */
  weekNumber: number
  /** Null for who is collected on request only (FLEXIBLE, ONE_OFF). */
  due: DuePointer | null
}

/** Whole periods between two collections; null where the scheme does not count in periods. */
export function intervalOf(scheme: CollectionScheme): 1 | 2 | 3 | null {
  switch (scheme) {
    case 'MONTHLY':
      return 1
    case 'SECOND_MONTHLY':
      return 2
    case 'QUARTERLY':
      return 3
    default:
      return null
  }
}

/** FLEXIBLE and ONE_OFF have no pointer: a pickup request brings them. */
export function isOnRequest(scheme: CollectionScheme): boolean {
  return scheme === 'FLEXIBLE' || scheme === 'ONE_OFF'
}

/** A fortnightly customer's two weeks of each period; never week 5, the spare one. */
export function fortnightWeeks(weekNumber: number): [number, number] {
  return weekNumber % 2 === 1 ? [1, 3] : [2, 4]
}

/** True when his round comes by in a week of that number. */
export function isOwnWeek(scheme: CollectionScheme, ownWeek: number, weekNumber: number): boolean {
  return scheme === 'FORTNIGHTLY' ? fortnightWeeks(ownWeek).includes(weekNumber) : ownWeek === weekNumber
}

/** The pointer after a collection in `week`; never earlier than the present one (a run completed late must not turn it back). */
export function nextDue(cycle: Cycle, week: WeekRef, highestMonthOf: HighestMonthOf): DuePointer | null {
  const interval = intervalOf(cycle.collectionScheme)
  if (interval === null) return afterNoPickup(cycle, week, highestMonthOf)
  return later(cycle, addPeriods(week, interval, highestMonthOf))
}

/**
 * The pointer after a "no pickup" in `week`: next period, same week, same interval, so that a second-monthly customer is not
 * made to wait two more months; a fortnightly one goes to his next fortnight.
 */
export function afterNoPickup(cycle: Cycle, week: WeekRef, highestMonthOf: HighestMonthOf): DuePointer | null {
  if (isOnRequest(cycle.collectionScheme)) return cycle.due
  const { yearNumber, monthNumber, weekNumber } = shiftDefault(cycle, week, highestMonthOf)
  return later(
    cycle,
    cycle.collectionScheme === 'FORTNIGHTLY' ? { yearNumber, monthNumber, weekNumber } : { yearNumber, monthNumber },
  )
}

/**
 * Where a job of `week` goes when it is shifted without naming a week. An on-request customer has no pointer to move:
 * keep the answer as his named week.
 */
export function shiftDefault(
  cycle: Pick<Cycle, 'collectionScheme' | 'weekNumber'>,
  week: WeekRef,
  highestMonthOf: HighestMonthOf,
): WeekRef {
  const nextPeriod = addPeriods(week, 1, highestMonthOf)
  // Who has no week of his own (0) keeps the job's; not the spare one, which most periods lack.
  if (cycle.collectionScheme !== 'FORTNIGHTLY')
    return { ...nextPeriod, weekNumber: cycle.weekNumber || Math.min(week.weekNumber, 4) }
  const [first, second] = fortnightWeeks(cycle.weekNumber)
  const laterThisPeriod = [first, second].find((weekNumber) => weekNumber > week.weekNumber)
  if (laterThisPeriod === undefined) return { ...nextPeriod, weekNumber: first }
  return { yearNumber: week.yearNumber, monthNumber: week.monthNumber, weekNumber: laterThisPeriod }
}

const STAYS_DUE: readonly Outcome[] = ['UNSAFE', 'OVERWEIGHT', 'CONTAMINATED', 'OTHER']

/** Outcomes after which he is due again next period (domain.md 4, Complete). */
export function staysDue(outcome: Outcome): boolean {
  return STAYS_DUE.includes(outcome)
}

/** The pointer once the job of `week` is completed with this outcome: the interval on, or due again next period (domain.md 4, Complete). */
export function afterOutcome(
  cycle: Cycle,
  week: WeekRef,
  outcome: Outcome,
  highestMonthOf: HighestMonthOf,
): DuePointer | null {
  return staysDue(outcome) ? afterNoPickup(cycle, week, highestMonthOf) : nextDue(cycle, week, highestMonthOf)
}

/** The pointer when a job is shifted to a week named by the office: its period, and for a fortnightly customer its week. */
export function afterShift(cycle: Cycle, to: WeekRef): DuePointer | null {
  if (isOnRequest(cycle.collectionScheme)) return cycle.due
  const { yearNumber, monthNumber, weekNumber } = to
  return cycle.collectionScheme === 'FORTNIGHTLY'
    ? { yearNumber, monthNumber, weekNumber }
    : { yearNumber, monthNumber }
}

/**
 * The pointer once the job of `week`, shifted to `to`, turns out to have happened after all: back in the job's own period, so that
 * completing it counts from there. Where it has moved on since the shift, it stays.
 */
export function afterShiftTakenBack(cycle: Cycle, week: WeekRef, to: WeekRef): DuePointer | null {
  const shifted = afterShift(cycle, to)
  return cycle.due && shifted && compareDue(cycle.due, shifted) === 0 ? afterShift(cycle, week) : cycle.due
}

/** A new customer's first pointer: his first week that starts at least `leadDays` after startDate; null when the calendar has none yet, or he is on request. */
export function firstDue(
  cycle: Omit<Cycle, 'due'>,
  startDate: Day,
  leadDays: number,
  rows: readonly CalendarRow[],
): DuePointer | null {
  if (isOnRequest(cycle.collectionScheme)) return null
  const earliest = addDays(startDate, leadDays)
  const matching = rows.filter(
    (row) => row.from >= earliest && isOwnWeek(cycle.collectionScheme, cycle.weekNumber, row.weekNumber),
  )
  const first = matching.sort((a, b) => (a.from < b.from ? -1 : 1))[0]
  return first ? afterShift({ ...cycle, due: null }, first) : null
}

/**
 * Whether his week of the period he is due in lies behind. Where the calendar has no such week of it, the period's weeks decide;
 * where it does not have the period, the months of the year.
 */
export function isDueOver(
  { collectionScheme, weekNumber }: Omit<Cycle, 'due'>,
  due: DuePointer,
  today: Day,
  rows: readonly CalendarRow[],
): boolean {
  const period = rows.filter((row) => comparePeriods(row, due) === 0)
  const his = period.filter((row) =>
    due.weekNumber === undefined
      ? isOwnWeek(collectionScheme, weekNumber, row.weekNumber)
      : row.weekNumber === due.weekNumber,
  )
  const weeks = his.length > 0 ? his : period
  if (weeks.length > 0) return weeks.every(({ to }) => to < today)
  return comparePeriods(due, { yearNumber: Number(today.slice(0, 4)), monthNumber: Number(today.slice(5, 7)) }) < 0
}

/** Negative when a is due earlier; a pointer without a week counts from the period's start. */
export function compareDue(a: DuePointer, b: DuePointer): number {
  return comparePeriods(a, b) || (a.weekNumber ?? 0) - (b.weekNumber ?? 0)
}

function later(cycle: Cycle, next: DuePointer): DuePointer {
  return cycle.due && compareDue(cycle.due, next) > 0 ? cycle.due : next
}
