import { useQuery } from '@tanstack/react-query'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import type { generateRun } from '#contract/v1/runs-office.ts'
import { previewRun } from '#contract/v1/runs-plan.ts'
import { compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { ask } from '#client/api/query-client.ts'

export type Preview = OutputOf<typeof previewRun>
export type PlannedStop = Preview['stops'][number]
export type Round = Preview['rounds'][number]
export type LeftOut = Preview['leftOut'][number]

/** By round. */
export type ChosenDrivers = Readonly<Record<number, string>>

const named = (drivers: ChosenDrivers) =>
  Object.entries(drivers).map(([runNumber, driverID]) => ({ runNumber: Number(runNumber), driverID }))

const ofDepot = (depotID: string | null) => (depotID === null ? {} : { depotID })

/**
 * The preview of a run of that week. The last answer stays visible while another driver is tried, but not for another
 * week or depot, because the user would generate something else than is shown.
 * @param depotID null: customers of every depot
 */
export function usePreview(
  { yearNumber, monthNumber, weekNumber }: WeekRef,
  depotID: string | null,
  drivers: ChosenDrivers,
) {
  const week = { yearNumber, monthNumber, weekNumber }
  const chosen = named(drivers)
  const query = useQuery({
    ...ask(
      previewRun,
      { ...week, ...ofDepot(depotID), ...(chosen.length > 0 && { drivers: chosen }) },
      { inPlace: true },
    ),
    // Every change of a customer may change who is due.
    staleTime: 0,
    throwOnError: false,
    placeholderData: (last, query) => (ofDepot(depotID).depotID === query?.meta?.input?.['depotID'] ? last : undefined),
  })
  const { data } = query
  const preview = data !== undefined && compareWeeks(data, week) === 0 ? data : undefined
  return {
    preview,
    isAsking: query.isFetching,
    error: preview === undefined || query.isPlaceholderData ? query.error : null,
    askAgain: () => void query.refetch(),
  }
}

/** The request with all drivers on the screen, so that the generated run equals the preview. */
export function toGenerate(
  { yearNumber, monthNumber, weekNumber, rounds }: Preview,
  depotID: string | null,
  drivers: ChosenDrivers,
  description: string,
): CallOf<typeof generateRun> {
  const shown = rounds.flatMap(({ runNumber, driverID }) => {
    const driver = drivers[runNumber] ?? driverID
    return driver === null ? [] : [{ runNumber, driverID: driver }]
  })
  return {
    yearNumber,
    monthNumber,
    weekNumber,
    ...ofDepot(depotID),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(shown.length > 0 && { drivers: shown }),
  }
}
