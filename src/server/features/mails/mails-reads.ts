import { count, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { mails } from '../../db/tables/mails.ts'

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
