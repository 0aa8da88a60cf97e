import type { Table } from 'dexie'
import { countUnsent, type UnsentCount } from '#domain/unsent-count.ts'
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

const UNSENT: readonly EventState[] = ['queued', 'sending', 'needs-attention']

/** All events of the database that are neither acknowledged nor discarded. */
export function unsentInDatabase(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, ...UNSENT)
}

/** The unsent events of the database and those beside it. */
export function unsentEvents(db: UserDatabase): Promise<StoredEvent[]> {
  const found = unsentInDatabase(db)
  return db.aside.size === 0
    ? found
    : found.then((events) => [...withAside(db, events, ({ state }) => UNSENT.includes(state))])
}

export interface UnsentOwner {
  db: UserDatabase
  /** Absent: this page has only the database. */
  journal?: { readonly isCompared: boolean }
}

/**
 * All unsent events: of the database, and in the journal or this window's memory alone. While the database can't be
 * read, those that memory has. Not inside a transaction. Rejects where memory may not have all.
 */
export async function unsentAnywhere({ db, journal }: UnsentOwner): Promise<StoredEvent[]> {
  try {
    const events = await unsentInDatabase(db)
    return [...events, ...(await unsentBeside(db))]
  } catch (error) {
    if (!journal?.isCompared) throw error
    return [...new Map([...db.live, ...db.aside]).values()].filter(({ state }) => UNSENT.includes(state))
  }
}

/** Unsent records that the database does not have. */
export async function unsentBeside(db: UserDatabase): Promise<StoredEvent[]> {
  const beside = besideUnsent(db)
  return beside.length === 0 ? [] : withoutRow(db, beside)
}

const besideUnsent = (db: UserDatabase) => [...db.beside().values()].filter(({ state }) => UNSENT.includes(state))

/** A record with a row is not beside the database: another window may have ended it. */
const withoutRow = (db: UserDatabase, beside: readonly StoredEvent[]): Promise<StoredEvent[]> =>
  rowsOf(
    db.events,
    beside.map(({ eventID }) => eventID),
  ).then((rows) => beside.filter((_, at) => rows[at] === undefined))

/** Adds the records beside the database to its events. @param which those to add */
export function withAside(
  db: UserDatabase,
  events: readonly StoredEvent[],
  which: (event: StoredEvent) => boolean = () => true,
): readonly StoredEvent[] {
  const beside = db.beside()
  if (beside.size === 0) return events
  const here = new Set(events.map(({ eventID }) => eventID))
  return [...events, ...[...beside.values()].filter((event) => !here.has(event.eventID) && which(event))]
}

export interface Unsent {
  unsent: UnsentCount
  /** What the office refused of it, which sending again does not help. */
  attention: UnsentCount
  /** The office refused all of it. */
  isAllRefused: boolean
}

/** What stays on this phone if the driver signs out now. */
export async function unsentBeforeSignOut(owner: UnsentOwner): Promise<Unsent> {
  const unsent = await unsentAnywhere(owner)
  const refused = unsent.filter((event) => event.state === 'needs-attention')
  return {
    unsent: countUnsent(unsent),
    attention: countUnsent(refused),
    isAllRefused: refused.length === unsent.length,
  }
}
