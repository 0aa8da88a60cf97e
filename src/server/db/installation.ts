import { eq, inArray } from 'drizzle-orm'
import type { MaintenanceFacts } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from './database.ts'
import { installation } from './tables/settings.ts'

export const DATA_EPOCH = 'dataEpoch'
/** ISO instant, written by the backup. */
export const BACKED_UP_THROUGH = 'backedUpThrough'

/** ISO instants of the nightly maintenance (domain: MaintenanceFacts). */
export const MAINTENANCE_DONE_AT = 'careDoneAt'
export const MAINTENANCE_FAILED_AT = 'careFailedAt'
export const MAINTENANCE_WATCHED_SINCE = 'careWatchedSince'

export interface Epoch {
  /**
   * New after every restore: devices then send their receipts of the last 14 days again
   * (offline.md, "Server side of it").
   */
  dataEpoch: string
  /** Everything received before this instant is in a backup. */
  backedUpThrough: string | null
}

/** Created at the first request, and stored. */
export async function epochOf(db: Queryable): Promise<Epoch> {
  const rows = await db
    .select()
    .from(installation)
    .where(inArray(installation.key, [DATA_EPOCH, BACKED_UP_THROUGH]))
  const said = new Map(rows.map(({ key, value }) => [key, value]))
  return {
    dataEpoch: said.get(DATA_EPOCH) ?? (await firstEpoch(db)),
    backedUpThrough: said.get(BACKED_UP_THROUGH) ?? null,
  }
}

async function firstEpoch(db: Queryable): Promise<string> {
  const epoch = newID()
  await db.insert(installation).values({ key: DATA_EPOCH, value: epoch }).onConflictDoNothing()
  return (await kept(db, DATA_EPOCH)) ?? epoch
}

export async function maintenanceOf(db: Queryable): Promise<MaintenanceFacts> {
  const at = async (key: string) => {
    const value = await kept(db, key)
    return value === null ? null : new Date(value)
  }
  return {
    doneAt: await at(MAINTENANCE_DONE_AT),
    failedAt: await at(MAINTENANCE_FAILED_AT),
    watchedSince: await at(MAINTENANCE_WATCHED_SINCE),
  }
}

/** Stores an instant, replacing the previous one. */
export async function noteInstant(db: Queryable, key: string, at: Date): Promise<void> {
  const value = at.toISOString()
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } })
}

async function kept(db: Queryable, key: string): Promise<string | null> {
  const [row] = await db.select({ value: installation.value }).from(installation).where(eq(installation.key, key))
  return row?.value ?? null
}
