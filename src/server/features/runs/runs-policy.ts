import { jobActions, type JobAction } from '#domain/jobs.ts'
import { runActions, type RunAction } from '#domain/runs.ts'
import { Refused } from '../../http/refused.ts'
import type { JobRow } from './jobs-reads.ts'
import type { RunRow } from './runs-reads.ts'

/** Turns the domain's state -> allowed actions tables into refusals. */

export function requireRunAction(run: RunRow, action: RunAction): void {
  if (!runActions(run.status).includes(action)) throw new Refused('wrong_state')
}

export function requireJobAction(run: RunRow, job: JobRow, action: JobAction): void {
  if (jobActions(job.state, job.outcome !== null, run.status).includes(action)) return
  // A stop with an outcome is done: it can be corrected, but not moved.
  throw new Refused(job.outcome !== null && run.status === 'active' ? 'job_has_outcome' : 'wrong_state')
}

/** Before the drivers see a run, every stop of it needs a driver. */
export function requireDrivers({ undriven }: { undriven: readonly JobRow[] }): void {
  if (undriven.length > 0) throw new Refused('driver_missing', { count: undriven.length })
}
