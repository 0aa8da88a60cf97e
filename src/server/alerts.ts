import { Cron } from 'croner'
import { checkAlerts, type Needs } from './features/alerts/alerts-check.ts'
import { kindAndPlace } from './http/failures.ts'

/** Checks at the start and every three minutes. `stop` waits for a check in progress. */
export function startAlerts(deps: Needs): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    looking = checkAlerts(deps).then(
      () => undefined,
      (error: unknown) => deps.log.error(kindAndPlace(error), 'the installation could not be looked after'),
    )
    return looking
  }
  const stop = new Cron('*/3 * * * *', { protect: true, unref: true }, look)
  void look()
  return {
    stop: async () => {
      stop.stop()
      await looking
    },
  }
}
