import type { UserDatabase } from './database.ts'
import type { EventState, StoredEvent } from './stored.ts'

/** The events in any of these states. Each state is fetched whole: one question over several would walk row by row. */
export async function eventsIn(db: UserDatabase, ...states: EventState[]): Promise<StoredEvent[]> {
  const found = await Promise.all(states.map((state) => db.events.where('state').equals(state).toArray()))
  return found.flat()
}

/** Everything without an acknowledgement that nobody discarded. */
export function unsentEvents(db: UserDatabase): Promise<StoredEvent[]> {
  return eventsIn(db, 'queued', 'sending', 'needs-attention')
}
