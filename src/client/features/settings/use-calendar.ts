import { useQueries, useQuery } from '@tanstack/react-query'
import { listCalendar, listHolidays } from '#contract/v1/settings.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { type Holiday, inOrder } from './calendar-data.ts'

/** The weeks of a year in order; undefined while loading. A year has at most 65. */
export function useYear(yearNumber: number) {
  const { data, error, refetch } = useQuery(ask(listCalendar, { yearNumber, perPage: PAGE_MAX }))
  return { rows: data === undefined ? undefined : inOrder(data.items), error, refetch }
}

/** The last week of the calendar; null when it is empty. */
export function useLastWeek() {
  const { data } = useQuery(ask(listCalendar, { sort: '-to', perPage: 1 }))
  return data === undefined ? undefined : (data.items[0] ?? null)
}

/**
 * The public holidays between the first and the last of these weeks, in order. A year's last week may end in the next.
 */
export function useHolidays(rows: readonly CalendarRow[]): readonly Holiday[] {
  const ordered = inOrder(rows)
  const [first, last] = [ordered[0], ordered.at(-1)]
  const years = [...new Set(ordered.flatMap(({ from, to }) => [Number(from.slice(0, 4)), Number(to.slice(0, 4))]))]
  const answers = useQueries({
    queries: years.map((yearNumber) => ({ ...ask(listHolidays, { yearNumber }), staleTime: 3_600_000 })),
  })
  if (first === undefined || last === undefined) return []
  return answers.flatMap(({ data }) => data?.items ?? []).filter(({ day }) => first.from <= day && day <= last.to)
}
