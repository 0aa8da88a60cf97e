import { type EventsToMove, lookAtEvents } from './events-to-move.ts'
import { type ArchiveSettings, moveEvents, type MovedEvents } from './move-events.ts'
import { type ReadBack, readBackEvents } from './read-back-events.ts'

/** What `npm run archive-events` is to do. */
export type ArchiveAct =
  { readonly act: 'look' } | { readonly act: 'move' } | { readonly act: 'read-back'; readonly folder: string }

export type Archived =
  | ({ readonly act: 'look' } & EventsToMove)
  | ({ readonly act: 'move' } & MovedEvents)
  | ({ readonly act: 'read-back' } & ReadBack)

/** Runs in this process, or in the running server where the database is embedded. Throws a sentence. */
export async function archiveEvents(settings: ArchiveSettings, order: ArchiveAct): Promise<Archived> {
  if (order.act === 'move') return { act: 'move', ...(await moveEvents(settings)) }
  if (order.act === 'read-back') return { act: 'read-back', ...(await readBackEvents(settings, order.folder)) }
  return { act: 'look', ...(await lookAtEvents(settings.database.db, settings.clock.now())) }
}
