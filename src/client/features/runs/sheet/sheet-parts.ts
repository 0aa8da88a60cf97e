import type { Job } from '#contract/v1/jobs.ts'
import { byKey } from '#domain/by-key.ts'

/** What stops nobody drives are asked for by. */
export const NOBODY = 'nobody'

export interface SheetPart {
  /** Null: nobody drives these. */
  readonly driverID: string | null
  readonly driver: string | null
  /** In the order they are driven. */
  readonly jobs: readonly Job[]
}

/** A run for paper: one part for each driver, without what has left the run. @param toDoOnly without what has an outcome */
export function sheetParts(jobs: readonly Job[], toDoOnly: boolean): readonly SheetPart[] {
  const wanted = jobs
    .filter(({ state, outcome }) => state !== 'shifted' && state !== 'cancelled' && !(toDoOnly && outcome !== null))
    .sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  return [...byKey(wanted, (job) => job.driverID)].map(([driverID, his]) => ({
    driverID,
    driver: driverID === null ? null : (his[0]!.driver ?? his[0]!.capturedDriverName),
    jobs: his,
  }))
}
