import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import type { Driver } from '#contract/v1/drivers.ts'
import type { runProgress } from '#contract/v1/progress.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import type { Run } from '#contract/v1/runs.ts'

export type RunStop = Run['jobs'][number]
export type StopEvent = RunStop['events'][number]
/** The content of one edit of the office. */
export type RunChange = Omit<CallOf<typeof updateRun>, 'runOrderID'>
export type Progress = OutputOf<typeof runProgress>
/** A driver to whom a stop can be assigned. */
export type DriverOption = Pick<Driver, 'driverID' | 'fullName' | 'weekNumbers'>

export { isOnTheRun } from '#domain/stop-actions.ts'

/** In driving order. */
export function inOrder(stops: readonly RunStop[]): RunStop[] {
  return [...stops].sort(
    (a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder || (a.assignmentID < b.assignmentID ? -1 : 1),
  )
}
