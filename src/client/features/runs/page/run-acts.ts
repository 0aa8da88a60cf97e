import type { Run } from '#contract/v1/runs.ts'
import { type StopAction, stopActions } from '#domain/stop-actions.ts'
import { runActions, type RunAction } from '#domain/runs.ts'
import type { RunStop } from './run-types.ts'

/**
 * The commands allowed for one stop now: the domain's table, and the business's setting for re-assigning in an active
 * run.
 */
export function stopActs(
  run: Pick<Run, 'status'>,
  stop: Pick<RunStop, 'state' | 'outcome'>,
  allowReAssign: boolean,
): ReadonlySet<StopAction> {
  const acts = new Set(stopActions(stop.state, stop.outcome !== null, run.status))
  if (run.status === 'active' && !allowReAssign) acts.delete('assign')
  return acts
}

/** The commands allowed for all of these at once. */
export function actsOnAll(
  run: Pick<Run, 'status'>,
  stops: readonly RunStop[],
  allowReAssign: boolean,
): ReadonlySet<StopAction> {
  const sets = stops.map((stop) => stopActs(run, stop, allowReAssign))
  return new Set([...(sets[0] ?? [])].filter((act) => sets.every((one) => one.has(act))))
}

export const mayDo = ({ status }: Pick<Run, 'status'>, action: RunAction): boolean =>
  runActions(status).includes(action)
