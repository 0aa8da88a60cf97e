import type { Run } from '#contract/v1/runs.ts'
import { type JobAction, jobActions } from '#domain/jobs.ts'
import { runActions, type RunAction } from '#domain/runs.ts'
import type { RunJob } from './run-types.ts'

/**
 * The commands allowed for one stop now: the domain's table, and the business's setting for re-assigning in an active
 * run.
 */
export function stopActs(
  run: Pick<Run, 'status'>,
  job: Pick<RunJob, 'state' | 'outcome'>,
  allowReAssign: boolean,
): ReadonlySet<JobAction> {
  const acts = new Set(jobActions(job.state, job.outcome !== null, run.status))
  if (run.status === 'active' && !allowReAssign) acts.delete('assign')
  return acts
}

/** The commands allowed for all of these at once. */
export function actsOnAll(
  run: Pick<Run, 'status'>,
  jobs: readonly RunJob[],
  allowReAssign: boolean,
): ReadonlySet<JobAction> {
  const sets = jobs.map((job) => stopActs(run, job, allowReAssign))
  return new Set([...(sets[0] ?? [])].filter((act) => sets.every((one) => one.has(act))))
}

export const mayDo = ({ status }: Pick<Run, 'status'>, action: RunAction): boolean =>
  runActions(status).includes(action)
