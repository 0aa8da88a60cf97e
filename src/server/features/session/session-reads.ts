import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { ACCESS_COLUMNS, cancelledAccessEnded, employmentEnded } from '../../http/sessions.ts'

export interface Account {
  readonly userID: string
  readonly role: Role
  readonly fullName: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly passwordHash: string | null
  /**
   * Disabled by the office, a driver whose employment has ended, or a customer who was cancelled long ago and owes
   * nothing.
   */
  readonly closed: boolean
}

const columns = {
  userID: users.userID,
  role: users.role,
  fullName: users.fullName,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  passwordHash: users.passwordHash,
  disabledAt: users.disabledAt,
  employmentEndDate: drivers.employmentEndDate,
  ...ACCESS_COLUMNS,
}

/** The same query for every account, so that its duration discloses nothing. */
const find = (db: Queryable, where: SQL | undefined) =>
  db
    .select(columns)
    .from(users)
    .leftJoin(drivers, eq(drivers.driverID, users.userID))
    .leftJoin(customers, eq(customers.customerID, users.userID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, users.userID))
    .where(where)

/** The account that signs in with this email, ignoring case. */
export async function accountByEmail(db: Queryable, email: string, now: Date): Promise<Account | null> {
  const rows = await find(db, and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1)))
  return account(db, rows[0], now)
}

export async function accountByID(db: Queryable, userID: string, now: Date): Promise<Account | null> {
  const rows = await find(db, eq(users.userID, userID))
  return account(db, rows[0], now)
}

/** Until there is an admin, the set-up link is offered. */
export async function adminExists(db: Queryable): Promise<boolean> {
  const rows = await db.select({ userID: users.userID }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
  return rows.length > 0
}

type Row = Awaited<ReturnType<typeof find>>[number]

async function account(db: Queryable, row: Row | undefined, now: Date): Promise<Account | null> {
  if (row === undefined) return null
  const { disabledAt, employmentEndDate, status, canceledAt, owing, credit, ...rest } = row
  const ended =
    (await employmentEnded(db, employmentEndDate, now)) ||
    (await cancelledAccessEnded(db, { status, canceledAt, owing, credit }, now))
  return { ...rest, closed: disabledAt !== null || ended }
}
