import { and, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, SUBJECT } from '../../db/kept-totals.ts'
import { mails } from '../../db/tables/mails.ts'
import { users } from '../../db/tables/users.ts'

export interface Mail extends Readonly<typeof mails.$inferSelect> {
  /** The user whose account the link opens; null: it opens none, or the account is deleted. */
  readonly linkOpens: string | null
  /** The link opens the account of an admin who has a password, so another admin must not read it. */
  readonly isLinkPrivate: boolean
  /** The link opens an account of the office. */
  readonly isOfAdmin: boolean
}

const asMail = {
  ...getTableColumns(mails),
  linkOpens: users.fullName,
  isOfAdmin: sql<boolean>`coalesce(${users.role} = 'ADMIN', false)`,
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

/** @param where the filters beside the state, whose totals are kept */
export async function countMails(
  db: Queryable,
  state: Mail['state'] | undefined,
  where: SQL | undefined,
): Promise<number> {
  if (where === undefined)
    return (await keptTotal(db, 'mails', state === undefined ? undefined : eq(SUBJECT, state))).total
  const [row] = await db
    .select({ total: count() })
    .from(mails)
    .where(and(hasState(state), where))
  return row?.total ?? 0
}

export const hasState = (state: Mail['state'] | undefined) => (state === undefined ? undefined : eq(mails.state, state))

export async function mailByID(db: Queryable, mailID: string): Promise<Mail | null> {
  const [row] = await withAccount(db).where(eq(mails.mailID, mailID))
  return row ?? null
}
