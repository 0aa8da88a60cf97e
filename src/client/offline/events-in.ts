import type { UserDatabase } from './database.ts'
import type { EventState, StoredEvent } from './stored.ts'

/** The events in any of these states. One query per state: a query over several states walks row by row. */
export async function eventsIn(db: UserDatabase, ...states: EventState[]): Promise<StoredEvent[]> {
  const found = await Promise.all(states.map((state) => db.events.where('state').equals(state).toArray()))
  return found.flat()
}

/** All events that are neither acknowledged nor discarded. */
export function unsentEvents(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, 'queued', 'sending', 'needs-attention')
}
