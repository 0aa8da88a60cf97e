import { and, count, eq, isNull, ne } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Point } from '#domain/place.ts'
import { aroundOf, type Around, farFrom } from '#domain/place-doubt.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { customerPlaces, placeVisits } from '../../db/tables/places.ts'
import { Refused } from '../../http/refused.ts'

export type PlaceRow = typeof customerPlaces.$inferSelect

/** A deleted customer has no place. */
export async function requireCustomer(db: Queryable, customerID: string): Promise<void> {
  const [row] = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  if (!row) throw new Refused('not_found')
}

export async function placeOf(db: Queryable, customerID: string): Promise<PlaceRow | null> {
  const [row] = await db.select().from(customerPlaces).where(eq(customerPlaces.customerID, customerID))
  return row ?? null
}

/** customerID -> place, of those that have one. */
export async function placesOf(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, PlaceRow>> {
  const rows = await db.select().from(customerPlaces).where(among(customerPlaces.customerID, customerIDs))
  return new Map(rows.map((row) => [row.customerID, row]))
}

/** Days with positions that do not make a place yet. */
export async function visitsWaiting(db: Queryable, customerID: string): Promise<number> {
  const [row] = await db.select({ days: count() }).from(placeVisits).where(eq(placeVisits.customerID, customerID))
  return row!.days
}

/** Metres from the suburb's other customers, where a place is suspiciously far from them; else null. */
export async function howFarOff(db: Queryable, place: PlaceRow | null): Promise<number | null> {
  if (place === null) return null
  return farFrom(place, aroundOf(await othersOf(db, place.customerID)))
}

/** The places of the other customers of this customer's suburb. @param limit undefined: all */
export async function othersOf(
  db: Queryable,
  customerID: string,
  limit?: number,
): Promise<(Point & { address: string })[]> {
  const home = db.select({ suburbID: customers.suburbID }).from(customers).where(eq(customers.customerID, customerID))
  const others = db
    .select({
      address: customers.address,
      latitude: customerPlaces.latitude,
      longitude: customerPlaces.longitude,
    })
    .from(customerPlaces)
    .innerJoin(customers, eq(customers.customerID, customerPlaces.customerID))
    .where(and(eq(customers.suburbID, home), ne(customers.customerID, customerID), isNull(customers.hiddenAt)))
  return limit === undefined ? others : others.limit(limit)
}

/** A customer's place, and whose it is. */
interface Placed extends Point {
  readonly customerID: string
  readonly suburbID: string
}

/** suburbID -> where its customers are, as it will be when these places are stored; null: too few to say. */
export async function suburbsWith(
  db: Queryable,
  given: readonly Placed[],
): Promise<ReadonlyMap<string, Around | null>> {
  const stored = await db
    .select({
      customerID: customerPlaces.customerID,
      suburbID: customers.suburbID,
      latitude: customerPlaces.latitude,
      longitude: customerPlaces.longitude,
    })
    .from(customerPlaces)
    .innerJoin(customers, eq(customers.customerID, customerPlaces.customerID))
    .where(
      and(among(customers.suburbID, [...new Set(given.map(({ suburbID }) => suburbID))]), isNull(customers.hiddenAt)),
    )
  const all = new Map([...stored, ...given].map((one) => [one.customerID, one]))
  return new Map(
    [...byKey([...all.values()], ({ suburbID }) => suburbID)].map(([id, points]) => [id, aroundOf(points)]),
  )
}
