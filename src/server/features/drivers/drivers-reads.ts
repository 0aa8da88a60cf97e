import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { users } from '../../db/tables/users.ts'

/** A driver with the name and e-mail of his account. What is private in it is sealed. */
export interface DriverRow extends Omit<typeof drivers.$inferSelect, 'weekNumbers'> {
  weekNumbers: number[]
  firstName: string
  lastName: string
  fullName: string
  email: string
}

export async function driverByID(db: Queryable, driverID: string): Promise<DriverRow | null> {
  const [row] = await select(db, eq(drivers.driverID, driverID))
  return row ? flat(row) : null
}

export async function driversPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: DriverRow[]; total: number }> {
  const rows = await select(db, where).orderBy(...orderBy).limit(limit).offset(offset)
  const [counted] = await db.select({ total: count() }).from(drivers).innerJoin(users, eq(users.userID, drivers.driverID)).where(where)
  return { rows: rows.map(flat), total: counted!.total }
}

/** Rows of drivers who work weeks of that number. */
export const works = (weekNumber: number): SQL => sql`${drivers.weekNumbers} @> ${JSON.stringify([weekNumber])}::jsonb`

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ driver: drivers, user: { firstName: users.firstName, lastName: users.lastName, fullName: users.fullName, email: users.email } })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(where)

function flat({ driver, user }: Awaited<ReturnType<typeof select>>[number]): DriverRow {
  return { ...driver, ...user, email: user.email ?? '' }
}
