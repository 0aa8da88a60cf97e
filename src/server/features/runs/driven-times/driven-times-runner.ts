import { type BackgroundRun, startBackgroundWork } from '../../../background-work.ts'
import type { Dependencies } from '../../../ports.ts'
import { learnDrivenTimes } from './driven-times-commands.ts'

const LOOK_EVERY_MS = 600_000

/** Adds what a completed run says within minutes, so nobody has to ask for it. `stop` waits for the step in progress. */
export function startLearningDrivenTimes(deps: Pick<Dependencies, 'database' | 'log'>): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the driving times could not be worked out',
    works: { 'driven-times': (goOn) => learnDrivenTimes(deps.database.db, goOn) },
  })
}
