import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { Point } from '#domain/place.ts'
import type { Queryable } from '../../db/database.ts'
import { foldedIn } from '../../db/folded.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { depots } from '../../db/tables/depots.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { users } from '../../db/tables/users.ts'
import { refuseField } from '../../http/refused.ts'

export type DepotRow = typeof depots.$inferSelect

/** What belongs to a depot is counted where it is shown. */
export function countedDepots(db: Queryable, where?: ReturnType<typeof eq>) {
  return db
    .select({
      depot: depots,
      suburbs: db.$count(suburbs, eq(suburbs.depotID, depots.depotID)),
      drivers: db.$count(drivers, eq(drivers.depotID, depots.depotID)),
      admins: db.$count(users, and(eq(users.depotID, depots.depotID), isNull(users.disabledAt))),
    })
    .from(depots)
    .where(where)
    .orderBy(foldedIn(depots.name), asc(depots.depotID))
}

/** Active customers in suburbs of no depot. */
export async function customersOfNone(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ many: count() })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(and(isNull(suburbs.depotID), eq(customers.status, 'ACTIVE'), isNull(customers.hiddenAt)))
  return row!.many
}

export async function depotByID(db: Queryable, depotID: string): Promise<DepotRow | null> {
  const [row] = await db.select().from(depots).where(eq(depots.depotID, depotID))
  return row ?? null
}

/** Refuses an unknown depot, with the field's name. Null is no depot in particular. */
export async function requireDepot(db: Queryable, depotID: string | null | undefined): Promise<void> {
  if (depotID && (await depotByID(db, depotID)) === null) refuseField('depotID', 'This depot doesn’t exist')
}

/** Where the rounds of a depot start; null: it has no place of its own. */
export async function depotPlace(db: Queryable, depotID: string | null): Promise<Point | null> {
  return depotID === null ? null : placeOf(await depotByID(db, depotID))
}

export const placeOf = (row: Pick<DepotRow, 'latitude' | 'longitude'> | null): Point | null =>
  row === null || row.latitude === null || row.longitude === null
    ? null
    : { latitude: row.latitude, longitude: row.longitude }
