import { eq, inArray, lte } from 'drizzle-orm'
import type { MaintenanceFacts } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from './database.ts'
import { installation } from './tables/settings.ts'

export const DATA_EPOCH = 'dataEpoch'
const INSTALLATION_ID = 'installationID'
/** ISO instant, written by the backup. */
export const BACKED_UP_THROUGH = 'backedUpThrough'

/** ISO instants of the nightly maintenance (domain: MaintenanceFacts). */
export const MAINTENANCE_DONE_AT = 'careDoneAt'
export const MAINTENANCE_FAILED_AT = 'careFailedAt'
export const MAINTENANCE_WATCHED_SINCE = 'careWatchedSince'

export interface Epoch {
  /**
   * Changes with every restore; devices then send their receipts of the last 14 days again (offline.md, "Server side of
   * it").
   */
  dataEpoch: string
  /** Everything received before this instant is in a backup. */
  backedUpThrough: Date | null
}

/** Created at the first request. */
export async function epochOf(db: Queryable): Promise<Epoch> {
  const rows = await db
    .select()
    .from(installation)
    .where(inArray(installation.key, [DATA_EPOCH, BACKED_UP_THROUGH]))
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const backedUpThrough = values.get(BACKED_UP_THROUGH)
  return {
    dataEpoch: values.get(DATA_EPOCH) ?? (await firstEpoch(db)),
    backedUpThrough: backedUpThrough === undefined ? null : new Date(backedUpThrough),
  }
}

async function firstEpoch(db: Queryable): Promise<string> {
  return madeOnce(db, DATA_EPOCH, newID())
}

/** The stored value; if there is none, this one, stored now. Servers that do it at once all get the same. */
export async function madeOnce(db: Queryable, key: string, value: string): Promise<string> {
  await db.insert(installation).values({ key, value }).onConflictDoNothing()
  return (await readKey(db, key)) ?? value
}

/** Identifies this installation through restores and moves. Created when it is first needed. */
export async function installationID(db: Queryable): Promise<string> {
  const known = await readKey(db, INSTALLATION_ID)
  if (known !== null) return known
  const made = newID()
  await db.insert(installation).values({ key: INSTALLATION_ID, value: made }).onConflictDoNothing()
  return (await readKey(db, INSTALLATION_ID)) ?? made
}

export async function maintenanceOf(db: Queryable): Promise<MaintenanceFacts> {
  return {
    doneAt: await readInstant(db, MAINTENANCE_DONE_AT),
    failedAt: await readInstant(db, MAINTENANCE_FAILED_AT),
    watchedSince: await readInstant(db, MAINTENANCE_WATCHED_SINCE),
  }
}

export async function noteInstant(db: Queryable, key: string, at: Date): Promise<void> {
  const value = at.toISOString()
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } })
}

/** An instant stored by `noteInstant` or `takeTurn`; null: none. */
export async function readInstant(db: Queryable, key: string): Promise<Date | null> {
  const value = await readKey(db, key)
  return value === null ? null : new Date(value)
}

/** Whether it is this server's turn for work that one of several does in each interval. The database decides. */
export async function takeTurn(db: Queryable, key: string, now: Date, everyMs: number): Promise<boolean> {
  const value = now.toISOString()
  const rows = await db
    .insert(installation)
    .values({ key, value })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value },
      setWhere: lte(installation.value, new Date(now.getTime() - everyMs).toISOString()),
    })
    .returning()
  return rows.length > 0
}

export async function readKey(db: Queryable, key: string): Promise<string | null> {
  const [row] = await db.select({ value: installation.value }).from(installation).where(eq(installation.key, key))
  return row?.value ?? null
}
