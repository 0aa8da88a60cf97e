import { Cron } from 'croner'
import { lt } from 'drizzle-orm'
import { maintenanceFailed } from '#domain/alerts.ts'
import {
  MAINTENANCE_DONE_AT,
  MAINTENANCE_FAILED_AT,
  MAINTENANCE_WATCHED_SINCE,
  maintenanceOf,
  noteInstant,
} from './db/installation.ts'
import { addUpTotals } from './db/kept-totals.ts'
import { forgetNotedChanges } from './db/snapshot-cache.ts'
import { forgetExpiredLinks } from './db/mail-outbox.ts'
import { removeOldUploads } from './db/uploads.ts'
import { businessTimeZone } from './db/setting-values.ts'
import { passkeyChallenges } from './db/tables/sign-in.ts'
import { sessions } from './db/tables/users.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldTries } from './http/limits.ts'
import { forgetOldPositions } from './features/places/positions-commands.ts'
import { applyPrices } from './features/prices/public.ts'
import { forgetOldMessages } from './features/webhooks/webhook-runner.ts'
import { forgetOldPushes } from './features/push/claim-push.ts'
import { forgetOldTasks } from './features/tasks/public.ts'
import { forgetOldTokens } from './features/accounts/one-time-tokens.ts'
import type { Dependencies } from './ports.ts'
import { kindAndPlace } from './http/failures.ts'

const DAY_MS = 24 * 3_600_000
/**
 * Days for which ended sessions are kept, so that a device unused over the winter still receives the reason why it has
 * to sign in again.
 */
const SESSIONS_KEPT_DAYS = 120
const TASKS_KEPT_DAYS = 90
/** After a start, a missed maintenance run is made up with this delay, when the devices' first requests are over. */
const MADE_UP_AFTER_MS = 15 * 60_000

/** Deletes expired rows, and lets the database clean up after them. */
export async function maintain({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await forgetOldKeys(database.db, now)
  await forgetOldTries(database.db, new Date(now.getTime() - DAY_MS))
  await forgetOldTokens(database.db, now)
  await database.db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
  await forgetExpiredLinks(database.db, now)
  await forgetOldTasks(database.db, new Date(now.getTime() - TASKS_KEPT_DAYS * DAY_MS))
  await forgetOldPushes(database.db, now)
  await forgetOldMessages(database.db, now)
  await forgetOldPositions(database.db, now)
  await applyPrices({ database, clock })
  await database.db
    .delete(sessions)
    .where(lt(sessions.expiresAt, new Date(now.getTime() - SESSIONS_KEPT_DAYS * DAY_MS)))
  await forgetNotedChanges(database.db)
  await addUpTotals(database.db)
  await database.maintain()
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'log' | 'storage'>

/** Never throws: what could not be removed is removed an hour later. */
export async function removeUploadsAndNote({ database, storage, clock, log }: Needs): Promise<void> {
  try {
    const removed = await removeOldUploads(database.db, storage, clock.now())
    if (removed > 0) log.info({ removed }, 'removed uploads that no record names')
  } catch (error) {
    log.error(kindAndPlace(error), 'old uploads could not be removed')
  }
}

/** Never throws: failures are logged, and the time of the last success and failure is stored for the alerts. */
export async function maintainAndNote(deps: Needs): Promise<void> {
  const { db } = deps.database
  const { clock, log } = deps
  try {
    await maintain(deps)
    await noteInstant(db, MAINTENANCE_DONE_AT, clock.now())
  } catch (error) {
    log.error(kindAndPlace(error), 'the nightly care failed')
    // If even this can't be written, the time since the last success opens the alert.
    await noteInstant(db, MAINTENANCE_FAILED_AT, clock.now()).catch(() => undefined)
  }
}

/** Runs every night outside business hours. With several nodes each runs it; repeating it is harmless. */
export async function startMaintenance(deps: Needs): Promise<{ stop(): void }> {
  const { db } = deps.database
  await noteInstant(db, MAINTENANCE_WATCHED_SINCE, deps.clock.now())
  const stop = new Cron('17 3 * * *', { timezone: await businessTimeZone(db), protect: true, unref: true }, () =>
    maintainAndNote(deps),
  )
  const hourly = new Cron('47 * * * *', { protect: true, unref: true }, () => removeUploadsAndNote(deps))
  const facts = await maintenanceOf(db)
  const now = deps.clock.now()
  const isDue =
    facts.doneAt === null || now.getTime() - facts.doneAt.getTime() > DAY_MS || maintenanceFailed(facts, now)
  const madeUp = isDue ? setTimeout(() => void maintainAndNote(deps), MADE_UP_AFTER_MS).unref() : undefined
  return {
    stop: () => {
      stop.stop()
      hourly.stop()
      clearTimeout(madeUp)
    },
  }
}
