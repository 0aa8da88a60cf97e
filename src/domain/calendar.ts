import { addDays, type Day, daysBetween, formatDay, instantAt, mondayOf, weekdayOf } from './dates.ts'
import type { Warning } from './warnings.ts'

/** Only the calendar turns year, month and week into dates (domain.md 2). */

export interface Period {
  yearNumber: number
  monthNumber: number
}

export interface WeekRef extends Period {
  weekNumber: number
}

/** One working week with its dates, both inclusive. */
export interface CalendarRow extends WeekRef {
  from: Day
  to: Day
}

/** Months of 4 or 5 weeks, or 13 periods of 4 weeks a year. */
export const CALENDAR_MODES = ['MONTHS', 'FOUR_WEEKLY'] as const
export type CalendarMode = (typeof CALENDAR_MODES)[number]

/** A year's highest monthNumber: 12, or 13 in a FOUR_WEEKLY year. */
export type HighestMonthOf = (yearNumber: number) => number

/** Negative when a is earlier. */
export function comparePeriods(a: Period, b: Period): number {
  return a.yearNumber - b.yearNumber || a.monthNumber - b.monthNumber
}

/** Negative when a is earlier. */
export function compareWeeks(a: WeekRef, b: WeekRef): number {
  return comparePeriods(a, b) || a.weekNumber - b.weekNumber
}

/**
 * The calendar's row of a week. A month may not have it (week 5 of a month of four): then it is the next week with that
 * number, in which whoever is shifted there is due (due.ts). Null: the calendar does not reach so far.
 */
export function rowOfWeek<Row extends CalendarRow>(week: WeekRef, rows: readonly Row[]): Row | null {
  if (!rows.some((row) => comparePeriods(row, week) === 0)) return null
  const sameNumber = rows.filter((row) => row.weekNumber === week.weekNumber && compareWeeks(row, week) >= 0)
  return sameNumber.toSorted(compareWeeks)[0] ?? null
}

/** The period n (0 or more) later; each year ends at its own highest month. */
export function addPeriods(period: Period, n: number, highestMonthOf: HighestMonthOf): Period {
  let { yearNumber, monthNumber } = period
  for (let left = n; left > 0; left--) {
    if (monthNumber < highestMonthOf(yearNumber)) monthNumber += 1
    else {
      yearNumber += 1
      monthNumber = 1
    }
  }
  return { yearNumber, monthNumber }
}

/**
 * The years' highest months by the calendar; 12 for a year without rows, and never less: a calendar filled only to
 * October must not end the year there.
 */
export function highestMonths(rows: Iterable<Period>): HighestMonthOf {
  const highest = new Map<number, number>()
  for (const { yearNumber, monthNumber } of rows) {
    highest.set(yearNumber, Math.max(monthNumber, highest.get(yearNumber) ?? 12))
  }
  return (yearNumber) => highest.get(yearNumber) ?? 12
}

/**
 * A year's weeks, contiguous, in order. MONTHS: a week belongs to the month of its Monday and is numbered by the nth
 * Monday in it; `start` leaves out the weeks before that day's. FOUR_WEEKLY: 13 periods of 4 weeks from `start`, else
 * from the year's first Monday.
 */
export function makeYear(yearNumber: number, mode: CalendarMode, start?: Day): CalendarRow[] {
  return mode === 'MONTHS' ? months(yearNumber, start) : fourWeekly(yearNumber, start ?? firstMonday(yearNumber))
}

/** A week that is not exactly Monday-Sunday is accepted with a warning. */
export function calendarWarnings(row: Pick<CalendarRow, 'from' | 'to'>): Warning[] {
  if (weekdayOf(row.from) === 1 && row.to === addDays(row.from, 6)) return []
  return [
    {
      code: 'not_monday_sunday',
      message: `${formatDay(row.from)} to ${formatDay(row.to)} isn’t one week from Monday to Sunday.`,
    },
  ]
}

/** Days: over Christmas two weeks are merged into one. */
export const WEEK_MAX_DAYS = 14

/** Why a week can't have these dates, shown beside its last day; null: it can. */
export function datesProblem({ from, to }: Pick<CalendarRow, 'from' | 'to'>): string | null {
  if (from > to) return 'The last day is before the first'
  return daysBetween(from, to) >= WEEK_MAX_DAYS ? `A calendar week has at most ${WEEK_MAX_DAYS} days` : null
}

export function overlaps(a: Pick<CalendarRow, 'from' | 'to'>, b: Pick<CalendarRow, 'from' | 'to'>): boolean {
  return a.from <= b.to && b.from <= a.to
}

export interface WeekMove<Row extends Span = CalendarRow> {
  row: Row
  after: Span
}

type Span = Pick<CalendarRow, 'from' | 'to'>

/**
 * The weeks that move when one week moves: that week first, then in order. With `push`, each later week that would be
 * overlapped moves by as many days as the moved week's last day, until a gap absorbs the rest. `overlap` is the first
 * overlap that remains.
 */
export function movedWeeks<Row extends Span>(
  row: Row,
  after: Span,
  others: readonly Row[],
  push: boolean,
): { moves: WeekMove<Row>[]; overlap: Row | null } {
  const days = daysBetween(row.to, after.to)
  const later = others.filter(({ from }) => from > row.from).sort((a, b) => (a.from < b.from ? -1 : 1))
  const moves: WeekMove<Row>[] = [{ row, after }]
  let end = after.to
  for (const next of push && days > 0 ? later : []) {
    if (next.from > end) break
    const moved = { from: addDays(next.from, days), to: addDays(next.to, days) }
    moves.push({ row: next, after: moved })
    end = moved.to
  }
  const stay = others.filter((other) => !moves.some((move) => move.row === other))
  return { moves, overlap: stay.find((other) => moves.some((move) => overlaps(move.after, other))) ?? null }
}

export function weekContaining<Row extends CalendarRow>(rows: readonly Row[], day: Day): Row | null {
  return rows.find((row) => row.from <= day && day <= row.to) ?? null
}

/**
 * The next weeks with one of these numbers that begin after today, earliest first. The current week is none: its run is made or
 * driven already.
 */
export function comingWeeks<Row extends CalendarRow>(
  rows: readonly Row[],
  weekNumbers: readonly number[],
  today: Day,
  howMany: number,
): Row[] {
  const coming = rows.filter((row) => weekNumbers.includes(row.weekNumber) && row.from > today)
  return coming.toSorted((a, b) => (a.from < b.from ? -1 : 1)).slice(0, howMany)
}

export const DEFAULT_CUTOFF = 'SUN 23:59'
const CUTOFF_DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** Whether `noPickup.cutoff` may have this value: "SUN 23:59". */
export function isCutoff(text: string): boolean {
  return /^(MON|TUE|WED|THU|FRI|SAT|SUN) ([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/**
 * The first instant that is too late for a no pickup: the end of the cut-off's minute on its last weekday before
 * `from`. Sunday 23:59 becomes Monday 00:00 business time, and only an earlier instant is in time.
 */
export function cutoffOf(row: Pick<CalendarRow, 'from'>, timeZone: string, cutoff: string = DEFAULT_CUTOFF): Date {
  const [weekday = 'SUN', time = '23:59'] = cutoff.split(' ')
  const back = ((weekdayOf(row.from) - (CUTOFF_DAYS.indexOf(weekday) + 1) + 6) % 7) + 1
  return new Date(instantAt(addDays(row.from, -back), time, timeZone).getTime() + 60_000)
}

/**
 * Where a four-weekly year starts unless the office names a day: on its first Monday, or a week before it where the
 * calendar would otherwise have no week then.
 * @param lastDay of the weeks before that Monday; null: there are none
 */
export function fourWeeklyStart(yearNumber: number, lastDay: Day | null): Day {
  const monday = firstMonday(yearNumber)
  const weekBefore = addDays(monday, -7)
  return lastDay !== null && addDays(lastDay, 1) === weekBefore ? weekBefore : monday
}

export function firstMonday(yearNumber: number): Day {
  return mondayOf(`${yearNumber.toString().padStart(4, '0')}-01-07`)
}

function months(yearNumber: number, start: Day | undefined): CalendarRow[] {
  const rows: CalendarRow[] = []
  const earliest = start === undefined ? firstMonday(yearNumber) : mondayOf(start)
  for (let from = firstMonday(yearNumber); Number(from.slice(0, 4)) === yearNumber; from = addDays(from, 7)) {
    if (from < earliest) continue
    const weekNumber = Math.ceil(Number(from.slice(8)) / 7)
    rows.push({ yearNumber, monthNumber: Number(from.slice(5, 7)), weekNumber, from, to: addDays(from, 6) })
  }
  return rows
}

function fourWeekly(yearNumber: number, start: Day): CalendarRow[] {
  return Array.from({ length: 52 }, (_, i) => ({
    yearNumber,
    monthNumber: Math.floor(i / 4) + 1,
    weekNumber: (i % 4) + 1,
    from: addDays(start, i * 7),
    to: addDays(start, i * 7 + 6),
  }))
}
