import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { useToday } from './today.ts'

/** The calendar's weeks of last year, this one and the next, latest first; empty while loading. */
export function useWeeksAround(): readonly CalendarSetting[] {
  const year = Number(useToday().slice(0, 4))
  const [last, now, next] = useQueries({
    queries: [year - 1, year, year + 1].map((yearNumber) => ask(listCalendar, { yearNumber, perPage: PAGE_MAX })),
  }).map(({ data }) => data?.items)
  return useMemo(
    () => [last, now, next].flatMap((rows) => rows ?? []).sort((a, b) => compareWeeks(b, a)),
    [last, now, next],
  )
}
