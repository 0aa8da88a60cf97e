import { readMeta } from './meta.ts'
import type { Phone } from './phone.ts'
import { unsentEvents } from './events-in.ts'
import type { StoredEvent } from './stored.ts'

/**
 * What the office needs to find a loss nobody tapped about: how far this phone counted, what of it is still here, and which
 * numbers were given up by a person. Every other number the office must have seen.
 * @param batch what this very request carries
 */
export async function reconciliation(phone: Phone, batch: readonly StoredEvent[]): Promise<{ highestSeq: number; unsent: string[]; accounted: number[] }> {
  const { db } = phone
  const inBatch = new Set(batch.map((event) => event.eventID))
  const unsent = (await unsentEvents(db)).filter((event) => !inBatch.has(event.eventID)).slice(0, MOST_NAMED)
  const discarded = await db.events.where('state').equals('discarded').toArray()
  return {
    highestSeq: (await readMeta(db, 'seq')) ?? 0,
    unsent: unsent.map((event) => event.eventID),
    accounted: [...unsent, ...discarded].map((event) => event.seq).slice(0, MOST_NAMED),
  }
}

/** The contract's bound on either list. */
const MOST_NAMED = 5000
