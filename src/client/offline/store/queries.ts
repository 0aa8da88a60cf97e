import type { Table } from 'dexie'
import type { UserDatabase, EventState, StoredEvent } from './schema.ts'

/** Up to this many rows are read one by one. */
const A_FEW = 4

/**
 * The rows of these IDs, in their order; undefined where there is none. IDs created together are adjacent (UUIDv7), so
 * one query over their range replaces hundreds of slow single ones.
 */
export async function rowsOf<T>(table: Table<T, string>, ids: readonly string[]): Promise<(T | undefined)[]> {
  if (ids.length <= A_FEW) return ids.length === 0 ? [] : table.bulkGet([...ids])
  const key = table.schema.primKey.keyPath as keyof T & string
  const sorted = [...ids].sort()
  // One ID that is much older would widen the range to all rows between, so the number of rows is limited.
  const atMost = ids.length * 2
  const near = await table.where(key).between(sorted[0], sorted.at(-1), true, true).limit(atMost).toArray()
  const found = new Map(near.map((row) => [row[key] as string, row]))
  const readTo = near.length < atMost ? sorted.at(-1) : (near.at(-1)?.[key] as string)
  const beyond = sorted.filter((id) => id > (readTo as string))
  if (beyond.length > 0) for (const row of await table.bulkGet(beyond)) if (row) found.set(row[key] as string, row)
  return ids.map((id) => found.get(id))
}

/** The events in any of these states. One query per state, because a query over several walks row by row. */
export async function eventsIn(db: UserDatabase, ...states: EventState[]): Promise<StoredEvent[]> {
  const found = await Promise.all(states.map((state) => db.events.where('state').equals(state).toArray()))
  return found.flat()
}

/** All events of the database that are neither acknowledged nor discarded. */
export function unsentInDatabase(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, 'queued', 'sending', 'needs-attention')
}
