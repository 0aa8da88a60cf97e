import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { users } from '../../db/tables/users.ts'

export type Mail = typeof mails.$inferSelect

export function mailsPage(db: Queryable, { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number }): Promise<Mail[]> {
  return db.select().from(mails).where(where).orderBy(...orderBy).limit(limit).offset(offset)
}

export async function countMails(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mails).where(where)
  return row?.total ?? 0
}

export async function mailByID(db: Queryable, mailID: string): Promise<Mail | null> {
  const [row] = await db.select().from(mails).where(eq(mails.mailID, mailID))
  return row ?? null
}

/** Whose account the link of a mail opens; null when the account is gone. */
export async function accountOpenedBy(db: Queryable, userID: string): Promise<{ userID: string; role: Role; fullName: string; hasPassword: boolean } | null> {
  const hasPassword = sql<boolean>`${users.passwordHash} is not null`
  const [row] = await db.select({ userID: users.userID, role: users.role, fullName: users.fullName, hasPassword }).from(users).where(eq(users.userID, userID))
  return row ?? null
}
