import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { BACKED_UP_THROUGH } from '../db/installation.ts'
import { backups } from '../db/tables/maintenance.ts'
import { installation } from '../db/tables/settings.ts'
import { inTransaction } from '../db/transaction.ts'

/**
 * A row received this long before the start is certainly in the backup. One received later may have been committed
 * after the backup read the tables, and the clocks of several servers differ.
 */
const CERTAIN_BEFORE_MS = 5 * 60_000

/**
 * Everything received before the returned instant (ISO) is in a backup started at `startedAt`.
 * @param oldestMissing when the oldest photo that is in no backup was received: its phone may hold the last copy
 */
export function certainlyIn(startedAt: Date, oldestMissing: string | null): string {
  const certain = startedAt.getTime() - CERTAIN_BEFORE_MS
  return new Date(oldestMissing === null ? certain : Math.min(certain, Date.parse(oldestMissing))).toISOString()
}

export async function noteStart(db: Database, backupID: string, startedAt: Date): Promise<void> {
  await db.insert(backups).values({ backupID, startedAt })
}

interface Made {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
  /** Null: it contains every photo. */
  readonly failure: string | null
}

/** Records that the backup is complete and verified. From now on devices may delete what it contains. */
export async function noteMade(
  db: Database,
  backupID: string,
  { startedAt, ...made }: Made,
  oldestMissing: string | null,
): Promise<void> {
  const value = certainlyIn(startedAt, oldestMissing)
  await inTransaction(db, async (tx) => {
    await tx.update(backups).set(made).where(eq(backups.backupID, backupID))
    await tx
      .insert(installation)
      .values({ key: BACKED_UP_THROUGH, value })
      .onConflictDoUpdate({ target: installation.key, set: { value } })
  })
}

/** @param fileName where the part that could be saved is stored; null: nothing was */
export async function noteFailure(
  db: Database,
  backupID: string,
  endedAt: Date,
  failure: string,
  fileName: string | null,
): Promise<void> {
  await db.update(backups).set({ endedAt, failure, fileName }).where(eq(backups.backupID, backupID))
}

/** Whether a backup started after `since` was completed; another one would not find the missing photos either. */
export async function backedUpSince(db: Database, since: Date): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(backups)
    .where(and(gt(backups.startedAt, since), isNotNull(backups.sha256), isNotNull(backups.endedAt)))
    .limit(1)
  return found.length > 0
}
