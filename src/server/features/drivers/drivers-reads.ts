import { count, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import type { Point } from '#domain/place.ts'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { users } from '../../db/tables/users.ts'
import { lastSeenOf } from '../../http/sessions.ts'

/** A driver with the name and email of their account. Private details are encrypted. */
export interface DriverRow extends Omit<typeof drivers.$inferSelect, 'weekNumbers'> {
  weekNumbers: number[]
  firstName: string
  lastName: string
  fullName: string
  email: string
  /** Has not chosen a password yet. */
  invited: boolean
  lastSeenAt: Date | null
}

/** Null: not set. */
export const homeOf = ({
  homeLatitude,
  homeLongitude,
}: Pick<DriverRow, 'homeLatitude' | 'homeLongitude'>): Point | null =>
  homeLatitude === null || homeLongitude === null ? null : { latitude: homeLatitude, longitude: homeLongitude }

export async function driverByID(db: Queryable, driverID: string): Promise<DriverRow | null> {
  return (await shown(db, await select(db, eq(drivers.driverID, driverID))))[0] ?? null
}

export async function driversPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: DriverRow[]; total: number }> {
  const rows = await select(db, where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(where)
  return { rows: await shown(db, rows), total: counted!.total }
}

export const works = (weekNumber: number): SQL => sql`${drivers.weekNumbers} @> ${JSON.stringify([weekNumber])}::jsonb`

/** Drivers who are or will be employed on that day, or those whose last day is before it. */
export const employedOn = (day: Day, employed: boolean): SQL | undefined =>
  employed
    ? or(isNull(drivers.employmentEndDate), gte(drivers.employmentEndDate, day))
    : lt(drivers.employmentEndDate, day)

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      driver: drivers,
      user: { firstName: users.firstName, lastName: users.lastName, fullName: users.fullName, email: users.email },
      invited: sql<boolean>`${users.passwordHash} is null`,
    })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(where)

async function shown(db: Queryable, rows: Awaited<ReturnType<typeof select>>): Promise<DriverRow[]> {
  const seen = await lastSeenOf(
    db,
    rows.map(({ driver }) => driver.driverID),
  )
  return rows.map(({ driver, user, invited }) => ({
    ...driver,
    ...user,
    email: user.email ?? '',
    invited,
    lastSeenAt: seen.get(driver.driverID) ?? null,
  }))
}
