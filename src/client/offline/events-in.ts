import type { UserDatabase } from './database.ts'
import type { EventState, StoredEvent } from './stored.ts'

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
