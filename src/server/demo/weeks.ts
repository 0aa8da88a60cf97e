import { addPeriods, type CalendarRow, type HighestMonthOf } from '#domain/calendar.ts'
import { addDays, mondayOf, type Day } from '#domain/dates.ts'

/** The weeks of the demo: a quarter worked, the current one, the next, and the one after. */
export interface DemoWeeks {
  readonly past: readonly CalendarRow[]
  readonly current: CalendarRow
  readonly next: CalendarRow
  readonly afterNext: CalendarRow
}

export const WORKED_WEEKS = 13

const TWELVE: HighestMonthOf = () => 12

/** The current date determines which week is the current one. @param rows the calendar of last, this and next year */
export function demoWeeks(rows: readonly CalendarRow[], today: Day): DemoWeeks {
  const sorted = [...rows].sort((a, b) => (a.from < b.from ? -1 : 1))
  const at = sorted.findIndex((row) => row.from === mondayOf(today))
  const current = sorted[at]
  const next = sorted[at + 1]
  const afterNext = sorted[at + 2]
  if (!current || !next || !afterNext || at < WORKED_WEEKS) throw new Error(`The demo calendar does not hold ${today}`)
  return { past: sorted.slice(at - WORKED_WEEKS, at), current, next, afterNext }
}

/**
 * The first week in which a customer is due, chosen so that the last worked week, or the current one, is due too.
 * @param periods between two collections
 */
export function firstDue({ past, current }: DemoWeeks, weekNumber: number, periods: number): CalendarRow {
  const own = [...past, current].filter((row) => row.weekNumber === weekNumber)
  const last = own.at(-1) ?? current
  // Not every month has a fifth week.
  return weekNumber === 5 ? last : (own[(own.length - 1) % periods] ?? last)
}

/** The same week of an earlier period, for customers who were missed and are still due. */
export const periodBefore = (row: CalendarRow) => addPeriods(row, -1, TWELVE)

/** `day` of a week: 1 = Monday. */
export const dayIn = (row: CalendarRow, weekday: number): Day => addDays(row.from, weekday - 1)
