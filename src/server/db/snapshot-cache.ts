import { lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { notedChanges } from './tables/noted-changes.ts'

/**
 * The topics under which triggers record changes (`note_...`): membership of the customers' lists; settings and
 * calendar; any change of an invoice.
 */
export type Topic = 'customers' | 'settings' | 'invoices'

/** Entries are used for at most this time, far shorter than the time until recorded changes are deleted. */
const TRUSTED_MS = 3_600_000
const NOTED_FOR_MS = 24 * TRUSTED_MS
const ENTRIES_MAX = 200

/**
 * Selected together with the data to be cached, in the same statement: identifies the transactions still open at that
 * moment.
 */
export const SNAPSHOT = sql<string>`pg_current_snapshot()::text`

/**
 * Whether data read in that snapshot is still current. Exact on any number of servers, because it looks for
 * transactions that the snapshot could not see and this statement can. Costs two index entries, whatever the size of
 * the entry.
 * @param snapshot a placeholder of `SNAPSHOT`'s text; true for null
 */
export const isCurrentSince = (
  topic: Topic,
  snapshot: SQL | ReturnType<typeof sql.placeholder>,
) => sql<boolean>`not exists (
  select 1 from ${notedChanges} where ${notedChanges.topic} = ${sql.raw(`'${topic}'`)} and ${notedChanges.xid} >= pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
    and not pg_visible_in_snapshot(${notedChanges.xid}, ${snapshot}::text::pg_snapshot))`

interface CacheEntry<Value> {
  readonly value: Value
  readonly snapshot: string
  readonly readAt: number
}

/**
 * In-process cache of database content. Never used without validation: the next statement sent also checks whether the
 * entry is still current.
 */
export class SnapshotCache<Value> {
  readonly #of = new WeakMap<object, Map<string, CacheEntry<Value>>>()

  /** An entry that may still be current; it must be validated. */
  get(db: Database, key: string): CacheEntry<Value> | null {
    const entry = this.#of.get(db.$client)?.get(key)
    // The wall clock, because a monotonic clock may not count the days during which a machine slept.
    return entry !== undefined && Math.abs(Date.now() - entry.readAt) < TRUSTED_MS ? entry : null
  }

  /** @param snapshot from the same statement that read the value */
  set(db: Database, key: string, value: Value, snapshot: string): void {
    const entries = this.#of.get(db.$client) ?? new Map<string, CacheEntry<Value>>()
    this.#of.set(db.$client, entries)
    entries.delete(key)
    entries.set(key, { value, snapshot, readAt: Date.now() })
    const [oldest] = entries.keys()
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
  }
}

/** Part of the nightly maintenance: entries older than this are never used. */
export async function forgetNotedChanges(db: Database): Promise<void> {
  await db
    .delete(notedChanges)
    .where(lt(notedChanges.at, sql`now() - ${NOTED_FOR_MS / 1000}::integer * interval '1 second'`))
}
