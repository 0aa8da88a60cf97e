import type { Table } from 'dexie'
import type { UserDatabase, EventState, StoredEvent } from './schema.ts'

/** Up to this many rows are read one by one. */
const A_FEW = 4

/**
 * The rows of these IDs, in their order; undefined where there is none. Hundreds of single queries take longer than
 * sending the events; IDs created together are adjacent (UUIDv7), so one query over their range returns them and few
 * others.
 */
export async function rowsOf<T>(table: Table<T, string>, ids: readonly string[]): Promise<(T | undefined)[]> {
  if (ids.length <= A_FEW) return ids.length === 0 ? [] : table.bulkGet([...ids])
  const key = table.schema.primKey.keyPath as keyof T & string
  const sorted = [...ids].sort()
  // If one is much older than the others, the range contains all rows between them: the number of rows read is limited.
  const atMost = ids.length * 2
  const near = await table.where(key).between(sorted[0], sorted.at(-1), true, true).limit(atMost).toArray()
  const found = new Map(near.map((row) => [row[key] as string, row]))
  const readTo = near.length < atMost ? sorted.at(-1) : (near.at(-1)?.[key] as string)
  const beyond = sorted.filter((id) => id > (readTo as string))
  if (beyond.length > 0) for (const row of await table.bulkGet(beyond)) if (row) found.set(row[key] as string, row)
  return ids.map((id) => found.get(id))
}

/** The events in any of these states. One query per state: a query over several states walks row by row. */
export async function eventsIn(db: UserDatabase, ...states: EventState[]): Promise<StoredEvent[]> {
  const found = await Promise.all(states.map((state) => db.events.where('state').equals(state).toArray()))
  return found.flat()
}

const UNSENT: readonly EventState[] = ['queued', 'sending', 'needs-attention']

/** All events of the database that are neither acknowledged nor discarded: what is sent from it. */
export function unsentInDatabase(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, ...UNSENT)
}

/** The same, with those that only the journal has. */
export function unsentEvents(db: UserDatabase): Promise<StoredEvent[]> {
  const found = unsentInDatabase(db)
  return db.aside.size === 0
    ? found
    : found.then((events) => [...withAside(db, events, ({ state }) => UNSENT.includes(state))])
}

/**
 * The same, with those that only this window's memory has too, as after the database was deleted under the page. Not
 * inside a transaction.
 */
export async function unsentAnywhere(db: UserDatabase): Promise<StoredEvent[]> {
  const events = await unsentInDatabase(db)
  return [...events, ...(await unsentBeside(db))]
}

/** Unsent records that the database does not have. */
export async function unsentBeside(db: UserDatabase): Promise<StoredEvent[]> {
  const beside = besideUnsent(db)
  return beside.length === 0 ? [] : withoutRow(db, beside)
}

const besideUnsent = (db: UserDatabase) => [...db.beside().values()].filter(({ state }) => UNSENT.includes(state))

/** One that has ended in the database, by another window, is not unsent. */
const withoutRow = (db: UserDatabase, beside: readonly StoredEvent[]): Promise<StoredEvent[]> =>
  rowsOf(
    db.events,
    beside.map(({ eventID }) => eventID),
  ).then((rows) => beside.filter((_, at) => rows[at] === undefined))

/** Events of the database and those that only the journal, or this window's memory, has. @param which of the latter */
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
  /** Outcomes, notes and undos. */
  events: number
  photos: number
  /** How many of both the office refused: sending again alone does not help them. */
  attention: number
}

/** What stays on this phone if the driver signs out now: the question is Send now / Export / Stay. */
export async function unsentBeforeSignOut({ db }: { db: UserDatabase }): Promise<Unsent> {
  const unsent = await unsentAnywhere(db)
  const photos = unsent.filter((event) => event.type === 'photo').length
  return {
    events: unsent.length - photos,
    photos,
    attention: unsent.filter((event) => event.state === 'needs-attention').length,
  }
}
