import { addPeriods, type CalendarRow, type HighestMonthOf } from '#domain/calendar.ts'
import { intervalOf } from '#domain/cycle.ts'
import { addDays, mondayOf, type Day } from '#domain/dates.ts'
import type { CollectionScheme } from '#domain/words.ts'

export const DEMO_ZONE = 'Australia/Sydney'

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
 * The first week in which a customer is due, chosen so that the last worked week, or the current one, is due too. Not
 * every month has a fifth week: who is collected every month is due from the first of them, everybody else in the last.
 * No fortnight has one (domain.md 3), so that these customers go with the first week.
 */
export function firstDue({ past, current }: DemoWeeks, weekNumber: number, scheme: CollectionScheme): CalendarRow {
  const number = scheme === 'FORTNIGHTLY' && weekNumber === 5 ? 1 : weekNumber
  const own = [...past, current].filter((row) => row.weekNumber === number)
  const last = own.at(-1) ?? current
  const periods = intervalOf(scheme) ?? 1
  if (number === 5 && periods > 1) return last
  return own[(own.length - 1) % periods] ?? last
}

/** The same week of an earlier period, for customers who were missed and are still due. */
export const periodBefore = (row: CalendarRow) => addPeriods(row, -1, TWELVE)

/** `day` of a week: 1 = Monday. */
export const dayIn = (row: CalendarRow, weekday: number): Day => addDays(row.from, weekday - 1)
