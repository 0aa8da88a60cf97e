import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import type { Driver } from '#contract/v1/drivers.ts'
import type { runProgress } from '#contract/v1/progress.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import type { Run } from '#contract/v1/runs.ts'
import { type StopAction, stopActions } from '#domain/stop-actions.ts'
import { runActions, type RunAction } from '#domain/runs.ts'

export type RunStop = Run['jobs'][number]
export type StopEvent = RunStop['events'][number]
export type RunChange = Omit<CallOf<typeof updateRun>, 'runOrderID'>
export type Progress = OutputOf<typeof runProgress>
export type DriverOption = Pick<Driver, 'driverID' | 'fullName' | 'weekNumbers'>

export { isOnTheRun } from '#domain/stop-actions.ts'

/** Sorts the stops into driving order. */
export function inOrder(stops: readonly RunStop[]): RunStop[] {
  return [...stops].sort(
    (a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder || (a.assignmentID < b.assignmentID ? -1 : 1),
  )
}

const NONE: ReadonlySet<StopAction> = new Set()

/** What the user's role and the business's settings allow on this page. */
export interface Rights {
  /** The user's role includes changing runs. */
  readonly change: boolean
  /** The setting for re-assigning in an active run. */
  readonly reAssign: boolean
  /** The user's role includes money. */
  readonly price: boolean
}

/** The commands allowed for one stop now, by the domain's table and the user's rights. */
export function stopActs(
  run: Pick<Run, 'status'>,
  stop: Pick<RunStop, 'state' | 'outcome'>,
  rights: Rights,
): ReadonlySet<StopAction> {
  if (!rights.change) return NONE
  const acts = new Set(stopActions(stop.state, stop.outcome !== null, run.status))
  if (run.status === 'active' && !rights.reAssign) acts.delete('assign')
  return acts
}

export function actsOnAll(
  run: Pick<Run, 'status'>,
  stops: readonly RunStop[],
  rights: Rights,
): ReadonlySet<StopAction> {
  const sets = stops.map((stop) => stopActs(run, stop, rights))
  return new Set([...(sets[0] ?? [])].filter((act) => sets.every((one) => one.has(act))))
}

export const mayDo = ({ status }: Pick<Run, 'status'>, action: RunAction): boolean =>
  runActions(status).includes(action)
