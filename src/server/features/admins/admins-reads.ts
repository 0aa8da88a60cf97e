import { and, count, eq, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { OfficeRole } from '#domain/office-roles.ts'
import type { Queryable } from '../../db/database.ts'
import { users } from '../../db/tables/users.ts'
import { lastSeenOf } from '../../http/sessions.ts'

export interface AdminRow {
  userID: string
  firstName: string
  lastName: string
  fullName: string
  email: string
  officeRole: OfficeRole
  depotID: string | null
  invited: boolean
  lastSeenAt: Date | null
  createdAt: Date
  version: number
}

/** Accounts that sign in to the office, without deleted admins, whose rows stay. */
const isAdmin = and(eq(users.role, 'ADMIN'), eq(users.signsIn, 1), isNull(users.disabledAt))

const isOwner = or(isNull(users.officeRole), eq(users.officeRole, 'OWNER'))

/** An admin who may sign in; null: there is none with this id, or the admin was deleted. */
export async function adminByID(db: Queryable, adminID: string): Promise<AdminRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(isAdmin, eq(users.userID, adminID)))
  return (await shown(db, rows))[0] ?? null
}

export async function adminsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: AdminRow[]; total: number }> {
  const filter = and(isAdmin, where)
  const rows = await db
    .select()
    .from(users)
    .where(filter)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(users).where(filter)
  return { rows: await shown(db, rows), total: counted!.total }
}

/** Whether another owner can sign in now. One who was only invited can't, and may never. */
export async function anotherOwnerCanSignIn(db: Queryable, adminID: string): Promise<boolean> {
  const rows = await db
    .select({ userID: users.userID })
    .from(users)
    .where(and(isAdmin, isOwner, ne(users.userID, adminID), isNotNull(users.passwordHash)))
    .limit(1)
  return rows.length > 0
}

async function shown(db: Queryable, rows: readonly (typeof users.$inferSelect)[]): Promise<AdminRow[]> {
  const seen = await lastSeenOf(
    db,
    rows.map(({ userID }) => userID),
  )
  return rows.map(
    ({ userID, firstName, lastName, fullName, email, officeRole, depotID, passwordHash, createdAt, version }) => ({
      userID,
      firstName,
      lastName,
      fullName,
      email: email ?? '',
      officeRole: officeRole ?? 'OWNER',
      depotID,
      invited: passwordHash === null,
      lastSeenAt: seen.get(userID) ?? null,
      createdAt,
      version,
    }),
  )
}
