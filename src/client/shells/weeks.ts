import { type CalendarRow, rowOfWeek, type WeekRef } from '#domain/calendar.ts'
import { monthName, shortDay, weekWithYear } from '#domain/day-words.ts'
import type { Day } from '#domain/dates.ts'

interface PeriodOrWeek {
  readonly yearNumber: number
  readonly monthNumber: number
  readonly weekNumber?: number | undefined
}

/** `2026-11-W2`, or of a whole period `2026-11`: for files; a screen says it in words. */
export const periodName = ({ yearNumber, monthNumber, weekNumber }: PeriodOrWeek): string =>
  `${yearNumber}-${String(monthNumber).padStart(2, '0')}${weekNumber === undefined ? '' : `-W${weekNumber}`}`

/** "Week 2, November 2026", or of a whole period "November 2026". */
export function periodInWords(period: PeriodOrWeek): string {
  const { yearNumber, monthNumber, weekNumber } = period
  const month = monthName(monthNumber)
  // A firm's calendar may count months beyond December.
  if (month === undefined) return periodName(period)
  return `${weekNumber === undefined ? '' : `Week ${weekNumber}, `}${month} ${yearNumber}`
}

export const weekName = (row: CalendarRow): string => weekWithYear(row, row.from, row.to)

/** `Week 2 · Mon 9/11`, for a list's row. @param from null: the calendar has no such week */
export const weekInList = (week: WeekRef, from: Day | null, today: Day): string =>
  from === null ? periodInWords(week) : `Week ${week.weekNumber} · ${shortDay(from, today)}`

/** A week as in a form field or the address: `2026-11-2`. */
export const weekText = ({ yearNumber, monthNumber, weekNumber }: WeekRef): string =>
  `${yearNumber}-${monthNumber}-${weekNumber}`

/** @returns null for a text that names no week */
export function weekOfText(text: string): WeekRef | null {
  const [yearNumber, monthNumber, weekNumber] = text.split('-').map(Number)
  return yearNumber && monthNumber && weekNumber ? { yearNumber, monthNumber, weekNumber } : null
}

/** With its dates, of the week that is meant (`rowOfWeek`); where the calendar does not reach so far, the name alone. */
export function weekInWords(week: WeekRef, rows: readonly CalendarRow[] | undefined): string {
  const row = rowOfWeek(week, rows ?? [])
  return row === null ? periodInWords(week) : weekName(row)
}

/** A week as three fields of a form, as on the wire; without a week they are empty. */
export type WeekValues = { yearNumber: number | ''; monthNumber: number | ''; weekNumber: number | '' }

export const NO_WEEK: WeekValues = { yearNumber: '', monthNumber: '', weekNumber: '' }

export const weekValues = (text: string): WeekValues => weekOfText(text) ?? NO_WEEK

export const textOfValues = ({ yearNumber, monthNumber, weekNumber }: WeekValues): string =>
  weekNumber === '' ? '' : `${yearNumber}-${monthNumber}-${weekNumber}`
