import { addPeriods, type CalendarRow, type HighestMonthOf } from '#domain/calendar.ts'
import { addDays, mondayOf, type Day } from '#domain/dates.ts'

/** The weeks of the demo: three worked, the current one, the next, and the one after. */
export interface DemoWeeks {
  readonly past: readonly CalendarRow[]
  readonly current: CalendarRow
  readonly next: CalendarRow
  readonly afterNext: CalendarRow
}

const TWELVE: HighestMonthOf = () => 12

/** The current date determines which week is the current one. @param rows the calendar of last, this and next year */
export function demoWeeks(rows: readonly CalendarRow[], today: Day): DemoWeeks {
  const sorted = [...rows].sort((a, b) => (a.from < b.from ? -1 : 1))
  const at = sorted.findIndex((row) => row.from === mondayOf(today))
  const current = sorted[at]
  const next = sorted[at + 1]
  const afterNext = sorted[at + 2]
  if (!current || !next || !afterNext || at < 3) throw new Error(`The demo calendar does not hold ${today}`)
  return { past: sorted.slice(at - 3, at), current, next, afterNext }
}

/** The same week of an earlier period, for customers who were missed and are still due. */
export const periodBefore = (row: CalendarRow) => addPeriods(row, -1, TWELVE)

/** `day` of a week: 1 = Monday. */
export const dayIn = (row: CalendarRow, weekday: number): Day => addDays(row.from, weekday - 1)
