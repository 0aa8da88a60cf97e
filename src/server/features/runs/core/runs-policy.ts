import { stopActions, type StopAction } from '#domain/stop-actions.ts'
import { runActions, type RunAction } from '#domain/runs.ts'
import { Refused } from '../../../http/refused.ts'
import type { StopRow } from './stops-reads.ts'
import type { RunRow } from './runs-reads.ts'

/** Turns the domain's tables of state and allowed actions into refusals. */

export function requireRunAction(run: RunRow, action: RunAction): void {
  if (!runActions(run.status).includes(action)) throw new Refused('wrong_state')
}

export function requireStopAction(run: RunRow, stop: StopRow, action: StopAction): void {
  if (stopActions(stop.state, stop.outcome !== null, run.status).includes(action)) return
  // A stop with an outcome can be corrected but not moved.
  throw new Refused(stop.outcome !== null && run.status === 'active' ? 'job_has_outcome' : 'wrong_state')
}

/** Before the drivers see a run, every stop of it needs a driver. */
export function requireDrivers({ undriven }: { undriven: readonly StopRow[] }): void {
  if (undriven.length > 0) throw new Refused('driver_missing', { count: undriven.length })
}
