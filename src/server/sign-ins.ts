import { Cron } from 'croner'
import { writeAllFailedSignIns } from './features/session/sign-in-audit.ts'
import type { Dependencies } from './ports.ts'
import { kindAndPlace } from './http/failures.ts'

/** Writes failed sign-ins to the audit log every 15 minutes. `stop` waits for a write in progress. */
export function startSignInDiary({ database, clock, log }: Pick<Dependencies, 'database' | 'clock' | 'log'>): {
  stop(): Promise<void>
} {
  let writing: Promise<void> = Promise.resolve()
  const stop = new Cron('*/15 * * * *', { protect: true, unref: true }, () => {
    writing = writeAllFailedSignIns(database.db, clock.now()).catch((error: unknown) =>
      log.error(kindAndPlace(error), 'failed sign-ins could not be written down'),
    )
    return writing
  })
  return {
    stop: async () => {
      stop.stop()
      await writing
    },
  }
}
