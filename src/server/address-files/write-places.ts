import { addressReplaces } from '#domain/address-match.ts'
import { newID } from '#domain/identifiers.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { importPlaces, type PlaceRow, placesOf } from '../features/places/public.ts'
import { writeAudit } from '../http/audit.ts'
import type { FoundPlace } from './find-places.ts'
import { type Resident, residentsOf } from './residents.ts'

const AT_ONCE = 500

export const isSame = (stored: PlaceRow | null, place: FoundPlace): boolean =>
  stored?.source === 'imported' &&
  stored.latitude === place.latitude &&
  stored.longitude === place.longitude &&
  stored.accuracy === place.accuracy

export const isNew = (stored: PlaceRow | null, place: FoundPlace): boolean =>
  addressReplaces(stored) && !isSame(stored, place)

/**
 * Writes the places in several transactions, so that nobody waits long. Reading the files took minutes: who has moved,
 * was deleted, or got a place meanwhile is left out. The first transaction writes the one audit entry, so that no place
 * comes without it.
 * @returns number of customers written
 */
export async function writePlaces(
  db: Database,
  now: Date,
  fresh: readonly Resident[],
  places: ReadonlyMap<string, FoundPlace>,
): Promise<number> {
  let written = 0
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    const some = fresh.slice(from, from + AT_ONCE)
    written += await inTransaction(db, async (tx) => {
      if (from === 0)
        await writeAudit(tx, {
          actorID: null,
          action: 'import.addresses',
          subjectKind: 'import',
          subjectID: newID(now.getTime()),
          after: { customers: fresh.length },
          requestID: null,
          at: now,
        })
      const ids = some.map(({ customerID }) => customerID)
      const residents = new Map((await residentsOf(tx, ids)).map((resident) => [resident.customerID, resident]))
      const stored = await placesOf(tx, ids)
      const rows = some.flatMap((before) => {
        const { customerID } = before
        const place = places.get(customerID)!
        if (!livesAt(residents.get(customerID), before) || !isNew(stored.get(customerID) ?? null, place)) return []
        const { latitude, longitude, accuracy } = place
        return [{ customerID, latitude, longitude, accuracy }]
      })
      await importPlaces(tx, rows, now)
      return rows.length
    })
  }
  return written
}

const livesAt = (now: Resident | undefined, before: Resident): boolean =>
  now?.address === before.address && now.suburb === before.suburb && now.postcode === before.postcode
