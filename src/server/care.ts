import { Cron } from 'croner'
import { lt } from 'drizzle-orm'
import { businessTimeZone } from './db/setting-values.ts'
import { sessions } from './db/tables/users.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { forgetOldTries } from './http/limits.ts'
import { forgetOldTokens } from './http/one-time-tokens.ts'
import type { Dependencies } from './ports.ts'

const DAY_MS = 24 * 3_600_000

/** Forgets what has run out, and lets the database clean up after it. */
export async function care({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await forgetOldKeys(database.db, now)
  await forgetOldTries(database.db, new Date(now.getTime() - DAY_MS))
  await forgetOldTokens(database.db, now)
  await database.db.delete(sessions).where(lt(sessions.expiresAt, new Date(now.getTime() - 30 * DAY_MS)))
  await database.maintain()
}

/** Every night while the business sleeps. On several nodes each does it: doing it twice does no harm. */
export async function startCare(deps: Dependencies): Promise<{ stop(): void }> {
  const job = new Cron('17 3 * * *', { timezone: await businessTimeZone(deps.database.db), protect: true, unref: true }, () =>
    care(deps).catch((error: unknown) => deps.log.error({ kind: error instanceof Error ? error.name : typeof error }, 'the nightly care failed')),
  )
  return { stop: () => job.stop() }
}
