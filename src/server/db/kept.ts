import { lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { notedChanges } from './tables/noted-changes.ts'

/** What a change is noted under (migration 0005): who is in which list of customers; settings and calendar. */
export type Topic = 'customers' | 'settings'

/** Long before what was noted is forgotten at night. */
const TRUSTED_MS = 3_600_000
const NOTED_FOR_MS = 24 * TRUSTED_MS
const COPIES_MAX = 200

/** Selected beside what is to be kept, in the same statement: who was still at work when it was read. */
export const SNAPSHOT = sql<string>`pg_current_snapshot()::text`

/**
 * Whether what was read in that snapshot is what would be read now: exact on any number of servers, because it asks for transactions
 * that the snapshot could not see and this statement can. Two index entries, however many rows the copy was made of.
 * @param snapshot a placeholder of `SNAPSHOT`'s text; true for null
 */
export const stillStands = (
  topic: Topic,
  snapshot: SQL | ReturnType<typeof sql.placeholder>,
) => sql<boolean>`not exists (
  select 1 from ${notedChanges} where ${notedChanges.topic} = ${sql.raw(`'${topic}'`)} and ${notedChanges.xid} >= pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
    and not pg_visible_in_snapshot(${notedChanges.xid}, ${snapshot}::text::pg_snapshot))`

interface Copy<Value> {
  readonly value: Value
  readonly snapshot: string
  readonly readAt: number
}

/** Copies in this process of what the database holds. Never used unasked: the next statement to be sent says whether one still stands. */
export class Copies<Value> {
  readonly #of = new WeakMap<object, Map<string, Copy<Value>>>()

  /** One that may still stand; ask. */
  find(db: Database, key: string): Copy<Value> | null {
    const copy = this.#of.get(db.$client)?.get(key)
    // The wall clock: a machine that slept for days has not counted them otherwise.
    return copy !== undefined && Math.abs(Date.now() - copy.readAt) < TRUSTED_MS ? copy : null
  }

  /** @param snapshot of the very statement that read it */
  keep(db: Database, key: string, value: Value, snapshot: string): void {
    const copies = this.#of.get(db.$client) ?? new Map<string, Copy<Value>>()
    this.#of.set(db.$client, copies)
    copies.delete(key)
    copies.set(key, { value, snapshot, readAt: Date.now() })
    const [oldest] = copies.keys()
    if (copies.size > COPIES_MAX && oldest !== undefined) copies.delete(oldest)
  }
}

/** Part of the nightly care: no copy is trusted for so long. */
export async function forgetNotedChanges(db: Database): Promise<void> {
  await db
    .delete(notedChanges)
    .where(lt(notedChanges.at, sql`now() - ${NOTED_FOR_MS / 1000}::integer * interval '1 second'`))
}
