import { useQuery } from '@tanstack/react-query'
import { type Driver, listDrivers } from '#contract/v1/drivers.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { isEmployedIn } from '#domain/runs.ts'
import { ask } from '#client/api/query-client.ts'

/** The drivers employed in that week, by name; undefined while loading. */
export function useDriversOf(week: Pick<CalendarRow, 'from' | 'to'>): readonly Driver[] | undefined {
  const { data } = useQuery(ask(listDrivers, { perPage: PAGE_MAX, sort: 'fullName' }))
  return data?.items.filter((driver) => isEmployedIn(driver, week))
}
