import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listDrivers } from '#contract/v1/drivers.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { isOfDepot } from '#domain/depots.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { isEmployedIn } from '#domain/runs.ts'
import { ask } from '#client/api/query-client.ts'
import type { DriverOption } from './page/run-types.ts'

export interface Drivers {
  /** The drivers employed in the week, by name. */
  readonly choice: readonly DriverOption[]
  readonly nameOf: (driverID: string) => string | null
}

/**
 * @param week undefined: not known yet, every driver is offered
 * @param depotID only its drivers are offered; null: every driver
 */
export function useDrivers(week: Pick<CalendarRow, 'from' | 'to'> | undefined, depotID: string | null = null): Drivers {
  const { data } = useQuery(ask(listDrivers, { perPage: PAGE_MAX }))
  const [from, to] = [week?.from, week?.to]
  const choice = useMemo(() => {
    const all = (data?.items ?? []).filter((driver) => isOfDepot(depotID, driver.depotID ?? null))
    const employed =
      from === undefined || to === undefined ? all : all.filter((driver) => isEmployedIn(driver, { from, to }))
    return employed
      .map(({ driverID, fullName, weekNumbers }) => ({ driverID, fullName, weekNumbers }))
      .sort((a, b) => (a.fullName < b.fullName ? -1 : 1))
  }, [data, from, to, depotID])
  const nameOf = useCallback(
    (driverID: string) => data?.items.find((one) => one.driverID === driverID)?.fullName ?? null,
    [data],
  )
  return useMemo(() => ({ choice, nameOf }), [choice, nameOf])
}
