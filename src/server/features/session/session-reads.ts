import { and, eq, sql } from 'drizzle-orm'
import type { Role } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { users } from '../../db/tables/users.ts'
import { employmentEnded } from '../../http/sessions.ts'

export interface Account {
  readonly userID: string
  readonly role: Role
  readonly fullName: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly passwordHash: string | null
  /** Disabled by the office, or a driver whose employment has ended. */
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
}

/** The account that signs in with this e-mail, ignoring case. */
export async function accountByEmail(db: Queryable, email: string, now: Date): Promise<Account | null> {
  const rows = await db
    .select(columns)
    .from(users)
    .leftJoin(drivers, eq(drivers.driverID, users.userID))
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1)))
  return account(db, rows[0], now)
}

export async function accountByID(db: Queryable, userID: string, now: Date): Promise<Account | null> {
  const rows = await db
    .select(columns)
    .from(users)
    .leftJoin(drivers, eq(drivers.driverID, users.userID))
    .where(eq(users.userID, userID))
  return account(db, rows[0], now)
}

/** Whether there is an admin; until then the set-up link is offered. */
export async function adminExists(db: Queryable): Promise<boolean> {
  const rows = await db.select({ userID: users.userID }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
  return rows.length > 0
}

type Row = Omit<Account, 'closed'> & { disabledAt: Date | null; employmentEndDate: string | null }

async function account(db: Queryable, row: Row | undefined, now: Date): Promise<Account | null> {
  if (row === undefined) return null
  const { disabledAt, employmentEndDate, ...rest } = row
  return { ...rest, closed: disabledAt !== null || (await employmentEnded(db, employmentEndDate, now)) }
}
