import { type BackgroundRun, startBackgroundWork } from './background-work.ts'
import { writeAllFailedSignIns } from './features/session/sign-in-audit.ts'
import type { Dependencies } from './ports.ts'

const WRITE_EVERY_MS = 15 * 60_000

/** Writes failed sign-ins to the audit log every 15 minutes. `stop` waits for a write in progress. */
export function startSignInDiary(deps: Pick<Dependencies, 'database' | 'clock' | 'log'>): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: WRITE_EVERY_MS,
    failed: 'failed sign-ins could not be written down',
    works: { 'failed-sign-ins': () => writeAllFailedSignIns(deps.database.db, deps.clock.now()) },
  })
}
