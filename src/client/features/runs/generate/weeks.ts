import { useQueries, useQuery } from '@tanstack/react-query'
import { listRuns } from '#contract/v1/runs.ts'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import { compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { addDays, type Day } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import type { RunListed } from '../runs-columns.tsx'

/** A run of a past week can still be generated for this many days. */
const DAYS_BACK = 28

export interface RunWeeks {
  /** The calendar's weeks for which a run can be generated, earliest first. */
  readonly weeks: readonly CalendarSetting[]
  readonly runsOf: (week: WeekRef) => readonly RunListed[]
}

/** The selectable weeks, with their existing runs; undefined while loading. */
export function useRunWeeks(today: Day): { data: RunWeeks | undefined; error: Error | null; askAgain: () => void } {
  const earliest = addDays(today, -DAYS_BACK)
  const year = Number(earliest.slice(0, 4))
  const years = useQueries({
    queries: [year, year + 1, year + 2].map((yearNumber) =>
      ask(listCalendar, { yearNumber, sort: 'from', perPage: PAGE_MAX }),
    ),
  })
  const runs = useQuery(ask(listRuns, { from: addDays(earliest, -6), perPage: PAGE_MAX }))
  const error = [runs, ...years].find((query) => query.data === undefined && query.error !== null)?.error ?? null
  const askAgain = () =>
    [runs, ...years].filter((query) => query.error !== null).forEach((query) => void query.refetch())
  if (runs.data === undefined || years.some(({ data }) => data === undefined))
    return { data: undefined, error, askAgain }
  const { items } = runs.data
  const weeks = years
    .flatMap(({ data }) => data!.items)
    .filter(({ to }) => to >= earliest)
    .sort(compareWeeks)
  return { data: { weeks, runsOf: (week) => items.filter((run) => compareWeeks(run, week) === 0) }, error, askAgain }
}

/** The next week without a run; when all have one, the next week. */
export function proposedWeek({ weeks, runsOf }: RunWeeks, today: Day): CalendarSetting | null {
  const coming = weeks.filter(({ from }) => from > today)
  return coming.find((week) => runsOf(week).length === 0) ?? coming[0] ?? weeks.at(-1) ?? null
}

/** The week of an address or a choice; undefined where the calendar has no such week. */
export function weekNamed({ weeks }: RunWeeks, week: WeekRef): CalendarSetting | undefined {
  return weeks.find((row) => compareWeeks(row, week) === 0)
}
