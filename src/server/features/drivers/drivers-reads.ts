import { and, asc, count, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
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

export interface DriverForPay {
  driverID: string
  fullName: string
  /** Cents a bag. */
  payRate: Cents
  /** Basis points: 5000 = 50 %. */
  payPercentage: number
}

/** The rates that are copied onto an income (domain.md 8); null when this person is no driver. */
export async function driverForPay(db: Queryable, driverID: string): Promise<DriverForPay | null> {
  const [row] = await db
    .select({ driverID: drivers.driverID, fullName: users.fullName, payRate: drivers.payRate, payPercentage: drivers.payPercentage })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(eq(drivers.driverID, driverID))
  return row ?? null
}

export interface DriverOfRuns {
  driverID: string
  fullName: string
  weekNumbers: number[]
  employmentStartDate: Day
  employmentEndDate: Day | null
}

/** Every driver with what the choice of a round's driver asks (domain.md 4), earliest employed first. */
export async function driversForRuns(db: Queryable): Promise<DriverOfRuns[]> {
  return selectForRuns(db).orderBy(asc(drivers.employmentStartDate), asc(drivers.driverID))
}

/** One driver with the same; null when this person is no driver. */
export async function driverForRun(db: Queryable, driverID: string): Promise<DriverOfRuns | null> {
  const [row] = await selectForRuns(db).where(eq(drivers.driverID, driverID))
  return row ?? null
}

/** Who works weeks of that number and is employed on that day. */
export async function driversWorking(db: Queryable, weekNumber: number, onDay: Day): Promise<DriverOfRuns[]> {
  return selectForRuns(db)
    .where(and(works(weekNumber), lte(drivers.employmentStartDate, onDay), or(isNull(drivers.employmentEndDate), gte(drivers.employmentEndDate, onDay))))
    .orderBy(asc(drivers.employmentStartDate), asc(drivers.driverID))
}

/** Rows of drivers who work weeks of that number. */
export const works = (weekNumber: number): SQL => sql`${drivers.weekNumbers} @> ${JSON.stringify([weekNumber])}::jsonb`

const selectForRuns = (db: Queryable) =>
  db
    .select({
      driverID: drivers.driverID,
      fullName: users.fullName,
      weekNumbers: drivers.weekNumbers,
      employmentStartDate: drivers.employmentStartDate,
      employmentEndDate: drivers.employmentEndDate,
    })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ driver: drivers, user: { firstName: users.firstName, lastName: users.lastName, fullName: users.fullName, email: users.email } })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(where)

function flat({ driver, user }: Awaited<ReturnType<typeof select>>[number]): DriverRow {
  return { ...driver, ...user, email: user.email ?? '' }
}
