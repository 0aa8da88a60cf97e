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

/**
 * A customer's collection interval and next due period. The due period is stored, not computed, so that a customer who
 * was missed stays due (domain.md 3).
 */

/** For FORTNIGHTLY the pointer also names the week; in other schemes it is the customer's own week. */
export interface DuePointer extends Period {
  weekNumber?: number
}

export interface Cycle {
  collectionScheme: CollectionScheme
  /** The customer's own week. */
  weekNumber: number
  /** Null: collected on request only (FLEXIBLE, ONE_OFF). */
  due: DuePointer | null
}

/** Whole periods between two collections; null: the scheme does not count in periods. */
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

/** FLEXIBLE and ONE_OFF have no pointer: they are collected on a pickup request. */
export function isOnRequest(scheme: CollectionScheme): boolean {
  return scheme === 'FLEXIBLE' || scheme === 'ONE_OFF'
}

/** A fortnightly customer's two weeks of each period; never week 5, the spare week. */
export function fortnightWeeks(weekNumber: number): [number, number] {
  return weekNumber % 2 === 1 ? [1, 3] : [2, 4]
}

/** Whether the customer is collected in weeks of that number. */
export function isOwnWeek(scheme: CollectionScheme, ownWeek: number, weekNumber: number): boolean {
  return scheme === 'FORTNIGHTLY' ? fortnightWeeks(ownWeek).includes(weekNumber) : ownWeek === weekNumber
}

/**
 * The pointer after a collection in `week`; never earlier than the present one, because a run may be completed late.
 */
export function nextDue(cycle: Cycle, week: WeekRef, highestMonthOf: HighestMonthOf): DuePointer | null {
  const interval = intervalOf(cycle.collectionScheme)
  if (interval === null) return afterNoPickup(cycle, week, highestMonthOf)
  return later(cycle, addPeriods(week, interval, highestMonthOf))
}

/**
 * The pointer after a no pickup in `week`: the same week of the next period for every interval, so that a
 * second-monthly customer does not wait two more months; a fortnightly customer moves to the next of their two weeks.
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
 * The week to which a stop of `week` is shifted by default. An on-request customer has no pointer to move: store the
 * result as their named week.
 */
export function shiftDefault(
  cycle: Pick<Cycle, 'collectionScheme' | 'weekNumber'>,
  week: WeekRef,
  highestMonthOf: HighestMonthOf,
): WeekRef {
  const nextPeriod = addPeriods(week, 1, highestMonthOf)
  // A customer without an own week (0) keeps the stop's week number, except week 5, which most periods lack.
  if (cycle.collectionScheme !== 'FORTNIGHTLY')
    return { ...nextPeriod, weekNumber: cycle.weekNumber || Math.min(week.weekNumber, 4) }
  const [first, second] = fortnightWeeks(cycle.weekNumber)
  const laterThisPeriod = [first, second].find((weekNumber) => weekNumber > week.weekNumber)
  if (laterThisPeriod === undefined) return { ...nextPeriod, weekNumber: first }
  return { yearNumber: week.yearNumber, monthNumber: week.monthNumber, weekNumber: laterThisPeriod }
}

const STAYS_DUE: readonly Outcome[] = ['UNSAFE', 'OVERWEIGHT', 'CONTAMINATED', 'OTHER']

/** Outcomes after which the customer is due again next period (domain.md 4, Complete). */
export function staysDue(outcome: Outcome): boolean {
  return STAYS_DUE.includes(outcome)
}

/**
 * The pointer once the stop of `week` is completed with this outcome: advanced by the interval, or due again next
 * period (domain.md 4, Complete).
 */
export function afterOutcome(
  cycle: Cycle,
  week: WeekRef,
  outcome: Outcome,
  highestMonthOf: HighestMonthOf,
): DuePointer | null {
  return staysDue(outcome) ? afterNoPickup(cycle, week, highestMonthOf) : nextDue(cycle, week, highestMonthOf)
}

/**
 * The pointer when a stop is shifted to a week that the office names: that week's period and, for a fortnightly
 * customer, its week.
 */
export function afterShift(cycle: Cycle, to: WeekRef): DuePointer | null {
  if (isOnRequest(cycle.collectionScheme)) return cycle.due
  const { yearNumber, monthNumber, weekNumber } = to
  return cycle.collectionScheme === 'FORTNIGHTLY'
    ? { yearNumber, monthNumber, weekNumber }
    : { yearNumber, monthNumber }
}

/**
 * The pointer once a stop of `week` that was shifted to `to` is recorded as done after all. It moves back to the stop's
 * own period, from which completing the stop advances. If the pointer has changed since the shift, it stays.
 */
export function afterShiftUndone(cycle: Cycle, week: WeekRef, to: WeekRef): DuePointer | null {
  const shifted = afterShift(cycle, to)
  return cycle.due && shifted && compareDue(cycle.due, shifted) === 0 ? afterShift(cycle, week) : cycle.due
}

/**
 * A new customer's first pointer: their first week that starts at least `leadDays` after startDate; null: the calendar
 * has none yet, or the customer is collected on request.
 */
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
 * Whether the customer's week in the due period has ended. If the calendar lacks that week, the period's other weeks
 * decide; if it lacks the period, the months of the year decide.
 */
export function isDueOver(
  { collectionScheme, weekNumber }: Omit<Cycle, 'due'>,
  due: DuePointer,
  today: Day,
  rows: readonly CalendarRow[],
): boolean {
  const period = rows.filter((row) => comparePeriods(row, due) === 0)
  const ownWeeks = period.filter((row) =>
    due.weekNumber === undefined
      ? isOwnWeek(collectionScheme, weekNumber, row.weekNumber)
      : row.weekNumber === due.weekNumber,
  )
  const weeks = ownWeeks.length > 0 ? ownWeeks : period
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
