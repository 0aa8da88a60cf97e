import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { BACKED_UP_THROUGH } from '../db/installation.ts'
import { backups } from '../db/tables/care.ts'
import { installation } from '../db/tables/settings.ts'
import { inTransaction } from '../db/transaction.ts'

/**
 * Who was received in the last moments before the start may have been committed after the backup read the tables, and
 * several servers' clocks differ: so much before the start is certain to be in it.
 */
const CERTAIN_BEFORE_MS = 5 * 60_000

/** What was received before this is in a backup begun at `startedAt`; ISO. */
export const certainlyIn = (startedAt: Date): string => new Date(startedAt.getTime() - CERTAIN_BEFORE_MS).toISOString()

export async function noteStart(db: Database, backupID: string, startedAt: Date): Promise<void> {
  await db.insert(backups).values({ backupID, startedAt })
}

interface Made {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
}

/** It is whole and was opened again: from now on phones may let go of what it holds. */
export async function noteSuccess(db: Database, backupID: string, { startedAt, ...made }: Made): Promise<void> {
  const value = certainlyIn(startedAt)
  await inTransaction(db, async (tx) => {
    await tx.update(backups).set(made).where(eq(backups.backupID, backupID))
    await tx.insert(installation).values({ key: BACKED_UP_THROUGH, value }).onConflictDoUpdate({ target: installation.key, set: { value } })
  })
}

/** @param fileName where what could be saved lies; null: nothing is kept of it */
export async function noteFailure(db: Database, backupID: string, endedAt: Date, failure: string, fileName: string | null = null): Promise<void> {
  await db.update(backups).set({ endedAt, failure, fileName }).where(eq(backups.backupID, backupID))
}

/** Whether a good backup was begun after `since`. */
export async function backedUpSince(db: Database, since: Date): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(backups)
    .where(and(gt(backups.startedAt, since), isNull(backups.failure), sql`${backups.endedAt} is not null`))
    .limit(1)
  return found.length > 0
}
