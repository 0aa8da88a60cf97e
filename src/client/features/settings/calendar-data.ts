import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CalendarMode, type CalendarRow, makeYear, overlaps, type WeekRef } from '#domain/calendar.ts'
import { addDays, type Day, daysBetween } from '#domain/dates.ts'
import { monthName } from '#domain/day-words.ts'
import { type CalendarSetting, listCalendar, listHolidays } from '#contract/v1/settings.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'

export interface Holiday {
  readonly day: Day
  readonly name: string
}

/** Days between two weeks, without collection. */
export interface Gap {
  readonly from: Day
  readonly to: Day
  readonly days: number
}

export const WEEKS_OF_A_MONTH = [1, 2, 3, 4, 5] as const

export const nameOfWeek = ({ yearNumber, monthNumber, weekNumber }: WeekRef) =>
  `${yearNumber}-${monthNumber}-${weekNumber}`

const inOrder = <Row extends CalendarRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.from < b.from ? -1 : 1))

/** @returns gaps by the name of the week after the gap */
export function gapsOf(rows: readonly CalendarRow[]): ReadonlyMap<string, Gap> {
  const gaps = new Map<string, Gap>()
  const ordered = inOrder(rows)
  for (const [at, row] of ordered.entries()) {
    const before = ordered[at - 1]
    if (before === undefined) continue
    const days = daysBetween(before.to, row.from) - 1
    if (days > 0) gaps.set(nameOfWeek(row), { from: addDays(before.to, 1), to: addDays(row.from, -1), days })
  }
  return gaps
}

export const within = ({ from, to }: Pick<CalendarRow, 'from' | 'to'>, day: Day): boolean => from <= day && day <= to

/** The first other week that shares a day. */
export function overlapped<Row extends CalendarRow>(
  rows: readonly Row[],
  week: Pick<CalendarRow, 'from' | 'to'>,
): Row | null {
  return rows.find((row) => overlaps(row, week)) ?? null
}

/** @returns the names of the new weeks that can't be stored: their name is taken, or their dates are. */
export function clashesWith(kept: readonly CalendarRow[], rows: readonly CalendarRow[]): ReadonlySet<string> {
  const taken = new Set(kept.map(nameOfWeek))
  return new Set(rows.filter((row) => taken.has(nameOfWeek(row)) || overlapped(kept, row) !== null).map(nameOfWeek))
}

/** A year divided into its weeks from `start` on; empty while the start is not a day of that year. */
export function plannedYear(yearNumber: number, mode: CalendarMode, start: Day | ''): CalendarRow[] {
  return Number.isInteger(yearNumber) && yearNumber >= 1990 && yearNumber <= 2200
    ? makeYear(yearNumber, mode, start === '' ? undefined : start)
    : []
}

/** The probable dates of a new week: right after the year's previous week, else those of a usual year. */
export function proposedDates(rows: readonly CalendarRow[], week: WeekRef): { from: Day; to: Day } {
  const before = inOrder(rows).findLast(
    (row) =>
      row.monthNumber < week.monthNumber || (row.monthNumber === week.monthNumber && row.weekNumber < week.weekNumber),
  )
  const usual = makeYear(week.yearNumber, 'MONTHS').find(
    (row) => row.monthNumber === week.monthNumber && row.weekNumber === week.weekNumber,
  )
  const from =
    usual !== undefined && overlapped(rows, usual) === null
      ? usual.from
      : before === undefined
        ? (usual?.from ?? makeYear(week.yearNumber, 'MONTHS')[0]!.from)
        : addDays(before.to, 1)
  return { from, to: addDays(from, 6) }
}

/** "November", or "Period 11" in a year of 13. */
export function monthInWords(monthNumber: number, months: number): string {
  return months > 12 ? t('Period {{n}}', { n: monthNumber }) : (monthName(monthNumber) ?? '')
}

/** "09/11–15/11" */
export const shortSpan = ({ from, to }: Pick<CalendarRow, 'from' | 'to'>) =>
  `${from.slice(8)}/${from.slice(5, 7)}–${to.slice(8)}/${to.slice(5, 7)}`

/** The weeks of a year in order; undefined while loading. A year has at most 65. */
export function useYear(yearNumber: number) {
  const { data, error, refetch } = useQuery(ask(listCalendar, { yearNumber, perPage: PAGE_MAX }))
  return { rows: data === undefined ? undefined : inOrder(data.items), error, refetch }
}

/** What a conflict of two admins in a form of the week needs; null: it is gone. */
export function useLatestWeek<V>(
  { calendarSettingID, yearNumber }: CalendarSetting,
  valuesOf: (week: CalendarSetting) => V,
) {
  const client = useQueryClient()
  return async () => {
    const year = await client.fetchQuery({ ...ask(listCalendar, { yearNumber, perPage: PAGE_MAX }), staleTime: 0 })
    const now = year.items.find((one) => one.calendarSettingID === calendarSettingID)
    return now === undefined ? null : { version: now.version, values: valuesOf(now) }
  }
}

/** The last week of the calendar; null when it is empty. */
export function useLastWeek() {
  const { data } = useQuery(ask(listCalendar, { sort: '-to', perPage: 1 }))
  return data === undefined ? undefined : (data.items[0] ?? null)
}

/**
 * The public holidays between the first and the last of these weeks, in order; null until they are known. A year's last
 * week may end in the next.
 */
export function useHolidays(rows: readonly CalendarRow[]): readonly Holiday[] | null {
  const ordered = inOrder(rows)
  const [first, last] = [ordered[0], ordered.at(-1)]
  const years = [...new Set(ordered.flatMap(({ from, to }) => [Number(from.slice(0, 4)), Number(to.slice(0, 4))]))]
  const answers = useQueries({
    queries: years.map((yearNumber) => ({ ...ask(listHolidays, { yearNumber }), staleTime: 3_600_000 })),
  })
  if (first === undefined || last === undefined) return []
  if (answers.some(({ data }) => data === undefined)) return null
  return answers.flatMap(({ data }) => data?.items ?? []).filter(({ day }) => first.from <= day && day <= last.to)
}
