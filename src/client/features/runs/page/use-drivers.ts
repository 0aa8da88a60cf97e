import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listDrivers } from '#contract/v1/drivers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { isEmployedIn } from '#domain/runs.ts'
import { ask } from '#client/api/query-client.ts'
import type { DriverOption } from './run-types.ts'

export interface Drivers {
  /** The drivers employed in the run's week, by name. */
  readonly choice: readonly DriverOption[]
  readonly nameOf: (driverID: string) => string | null
}

/** The drivers a stop of this run can be assigned to. */
export function useDrivers(run: Pick<Run, 'fromDate' | 'toDate'> | undefined): Drivers {
  const { data } = useQuery(ask(listDrivers, { perPage: PAGE_MAX }))
  const [from, to] = [run?.fromDate, run?.toDate]
  const choice = useMemo(() => {
    const all = data?.items ?? []
    const employed =
      from === undefined || to === undefined ? all : all.filter((driver) => isEmployedIn(driver, { from, to }))
    return employed
      .map(({ driverID, fullName, weekNumbers }) => ({ driverID, fullName, weekNumbers }))
      .sort((a, b) => (a.fullName < b.fullName ? -1 : 1))
  }, [data, from, to])
  const nameOf = useCallback(
    (driverID: string) => data?.items.find((one) => one.driverID === driverID)?.fullName ?? null,
    [data],
  )
  return useMemo(() => ({ choice, nameOf }), [choice, nameOf])
}
