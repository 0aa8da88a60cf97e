import type { Stop } from '#contract/v1/stops.ts'
import { byKey } from '#domain/by-key.ts'

/** The value of the driver parameter for stops without a driver. */
export const NOBODY = 'nobody'

export interface SheetPart {
  /** Null: no driver. */
  readonly driverID: string | null
  readonly driver: string | null
  /** In driving order. */
  readonly jobs: readonly Stop[]
}

/**
 * A run for printing: one part for each driver, without stops that have left the run. @param toDoOnly without stops
 * that have an outcome
 */
export function sheetParts(stops: readonly Stop[], toDoOnly: boolean): readonly SheetPart[] {
  const wanted = stops
    .filter(({ state, outcome }) => state !== 'shifted' && state !== 'cancelled' && !(toDoOnly && outcome !== null))
    .sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  return [...byKey(wanted, (stop) => stop.driverID)].map(([driverID, his]) => ({
    driverID,
    driver: driverID === null ? null : (his[0]!.driver ?? his[0]!.capturedDriverName),
    jobs: his,
  }))
}
