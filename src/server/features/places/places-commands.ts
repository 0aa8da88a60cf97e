import { and, eq } from 'drizzle-orm'
import { type Point, rounded } from '#domain/place.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { customerPlaces, placeVisits } from '../../db/tables/places.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { storedPoint } from '../../http/stored-values.ts'
import { placeOf, type PlaceRow, requireCustomer } from './places-reads.ts'

/** A person of the office says where the bags stand; it replaces whatever was known. */
export async function placeByHand(
  tx: Queryable,
  author: Author,
  { customerID, ...point }: Point & { customerID: string },
): Promise<PlaceRow> {
  await requireCustomer(tx, customerID)
  const stored = storedPoint('latitude', point)
  const before = await placeOf(tx, customerID)
  const row = { customerID, ...stored, ...BY_HAND, placedAt: author.now }
  const isSame = before?.source === 'placed' && before.latitude === row.latitude && before.longitude === row.longitude
  if (before && isSame) return before
  await tx.insert(customerPlaces).values(row).onConflictDoUpdate({ target: customerPlaces.customerID, set: row })
  await tx.delete(placeVisits).where(eq(placeVisits.customerID, customerID))
  await recordPlace(tx, author, customerID, before, row)
  return row
}
const BY_HAND = { source: 'placed', accuracy: null, visits: null, lastVisit: null } as const

/** Forgets the place, and the positions that wait to become one. */
export async function forgetPlace(tx: Queryable, author: Author, customerID: string): Promise<void> {
  await requireCustomer(tx, customerID)
  const before = await placeOf(tx, customerID)
  await deletePlaces(tx, [customerID])
  if (before) await recordPlace(tx, author, customerID, before, null)
}

/** For customers who moved to another address, or are deleted. Whoever calls it records why. */
export async function deletePlaces(tx: Queryable, customerIDs: readonly string[]): Promise<void> {
  await tx.delete(customerPlaces).where(among(customerPlaces.customerID, customerIDs))
  await tx.delete(placeVisits).where(among(placeVisits.customerID, customerIDs))
}

export interface ImportedPlace extends Point {
  readonly customerID: string
  /** Metres; null: not known. */
  readonly accuracy: number | null
}

/**
 * Places from a file, which replace every place but one set by hand; the file's import records them. Positions that wait
 * to become a learnt place stay, because that is nearer the bags than an address.
 */
export async function importPlaces(tx: Queryable, places: readonly ImportedPlace[], now: Date): Promise<void> {
  if (places.length === 0) return
  const ids = places.map(({ customerID }) => customerID)
  const byHand = await tx
    .select({ customerID: customerPlaces.customerID })
    .from(customerPlaces)
    .where(and(among(customerPlaces.customerID, ids), eq(customerPlaces.source, 'placed')))
  const kept = new Set(byHand.map(({ customerID }) => customerID))
  const rows = places
    .filter(({ customerID }) => !kept.has(customerID))
    .map(({ customerID, accuracy, ...point }) => ({
      customerID,
      ...rounded(point),
      source: 'imported' as const,
      accuracy,
      placedAt: now,
    }))
  await tx.delete(customerPlaces).where(
    among(
      customerPlaces.customerID,
      rows.map(({ customerID }) => customerID),
    ),
  )
  await insertRows(tx, customerPlaces, rows)
}

/** As with an address, the audit log says that the place changed, not where it is. */
function recordPlace(
  tx: Queryable,
  author: Author,
  customerID: string,
  before: PlaceRow | null,
  after: PlaceRow | null,
): Promise<void> {
  return recordChange(tx, author, {
    action: after === null ? 'customer.forget-place' : 'customer.place',
    subjectKind: 'customer',
    subjectID: customerID,
    before: before ? { placeSource: before.source } : undefined,
    after: after ? { placeSource: after.source } : undefined,
  })
}
