import { count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'
import { users } from '../../db/tables/users.ts'

export interface Mail extends Readonly<typeof mails.$inferSelect> {
  /** The user whose account the link opens; null when it opens none, or the account is deleted. */
  readonly linkOpens: string | null
  /** Its link opens the account of an admin who has a password: with it, one admin could sign in as another. */
  readonly isLinkPrivate: boolean
}

const asMail = {
  ...getTableColumns(mails),
  linkOpens: users.fullName,
  isLinkPrivate: sql<boolean>`coalesce(${users.role} = 'ADMIN' and ${users.passwordHash} is not null, false)`,
}
const withAccount = (db: Queryable) => db.select(asMail).from(mails).leftJoin(users, eq(users.userID, mails.linkUserID))

export function mailsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<Mail[]> {
  return withAccount(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
}

export const IS_STATEMENT = sql<boolean>`(${mails.dedupeKey} like 'statement %')`

export async function countMails(db: Queryable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mails).where(where)
  return row?.total ?? 0
}

export async function mailByID(db: Queryable, mailID: string): Promise<Mail | null> {
  const [row] = await withAccount(db).where(eq(mails.mailID, mailID))
  return row ?? null
}
