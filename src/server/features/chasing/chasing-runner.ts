import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import { settings } from '../../db/tables/settings.ts'
import { eq } from 'drizzle-orm'
import { settingsInForce } from '../settings/public.ts'
import { type Needs, remindOverdue } from './chase-commands.ts'
import { holdUnpaid, reviewHolds, tellEndedHolds } from './holds-commands.ts'
import { workingNow } from '../calendar/public.ts'

const LOOK_EVERY_MS = 60_000

/**
 * Ends holds and tells of them; on a working day from 9:00 on sends the reminders and pauses whom they named. Any number
 * of servers may do it at once, and any may be killed at any moment. @returns how many were reminded and paused
 */
export async function runChasing(deps: Needs, goOn: () => boolean = () => true): Promise<number> {
  await reviewHolds(deps)
  await tellEndedHolds(deps)
  const { db } = deps.database
  const inForce = await settingsInForce(db)
  if (!inForce['remind.auto'] && !inForce['hold.auto']) return 0
  const hours = await workingNow(inForce, deps.clock.now())
  if (hours === null) return 0
  // What is switched on during a day begins on the next working day, as the preview says.
  const on = async (key: 'remind.auto' | 'hold.auto') => {
    const [row] = await db.select({ at: settings.updatedAt }).from(settings).where(eq(settings.key, key))
    return inForce[key] && row !== undefined && row.at <= hours.from
  }
  const holds = await on('hold.auto')
  const reminded = (await on('remind.auto')) ? await remindOverdue(deps, hours, holds, goOn) : 0
  return reminded + (holds ? await holdUnpaid(deps, hours, goOn) : 0)
}

/** Looks every minute. `stop` waits for the step in progress. */
export function startChasingRunner(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'overdue invoices could not be chased',
    works: { chasing: (goOn) => runChasing(deps, goOn) },
  })
}
