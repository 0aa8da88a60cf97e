import { type BackgroundRun, startBackgroundWork } from './background-work.ts'
import { checkAlerts, type Needs } from './features/alerts/alerts-check.ts'

const LOOK_EVERY_MS = 3 * 60_000

/** Checks at the start and every three minutes. `stop` waits for a check in progress. */
export function startAlerts(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the installation could not be looked after',
    works: { alerts: () => checkAlerts(deps) },
  })
}
