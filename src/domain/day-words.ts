import { type Day, weekdayOf } from './dates.ts'

/** Days and weeks as the office reads them. Programs and CSV files get `YYYY-MM-DD` or `formatDay`. */

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** "November"; undefined for a number that is no month. */
export const monthName = (monthNumber: number): string | undefined => MONTHS[monthNumber - 1]

const monthOf = (day: Day) => Number(day.slice(5, 7))
const shortMonth = (day: Day) => MONTHS[monthOf(day) - 1]!.slice(0, 3)
const dayNumber = (day: Day) => String(Number(day.slice(8, 10)))

/** "Mon 23/11"; in another year than today's "Mon 4/01/2027". */
export function shortDay(day: Day, today: Day): string {
  const year = day.slice(0, 4)
  const date = `${dayNumber(day)}/${day.slice(5, 7)}`
  return `${WEEKDAYS[weekdayOf(day) - 1]} ${date}${year === today.slice(0, 4) ? '' : `/${year}`}`
}

/** "16-22 Nov", "30 Nov - 6 Dec" (with en dashes), with the year unless it is today's. */
export function dayRange(from: Day, to: Day, today: Day): string {
  const year = to.slice(0, 4) === today.slice(0, 4) ? '' : ` ${to.slice(0, 4)}`
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dayNumber(from)}–${dayNumber(to)} ${shortMonth(to)}${year}`
  return `${dayNumber(from)} ${shortMonth(from)} – ${dayNumber(to)} ${shortMonth(to)}${year}`
}

/**
 * "Week 3, November". In a year of four-weekly periods (domain.md 2) the number is not a month: "Week 3, period 13".
 * @param from the week's first day
 * @param to its last day: the month is named only if the week is within it
 */
export function weekTitle(
  { monthNumber, weekNumber }: { monthNumber: number; weekNumber: number },
  from: Day,
  to: Day,
): string {
  const inMonth = monthOf(from) === monthNumber || monthOf(to) === monthNumber
  return `Week ${weekNumber}, ${inMonth ? MONTHS[monthNumber - 1]! : `period ${monthNumber}`}`
}

/** "Week 2, November · 9-15 Nov 2026", as the run of that week is named where the year must be said. */
export const weekWithYear = (week: Parameters<typeof weekTitle>[0], from: Day, to: Day): string =>
  `${weekTitle(week, from, to)} · ${dayRange(from, to, '')}`
