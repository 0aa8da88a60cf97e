import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { mentions } from '../../db/mentions.ts'
import { pageTotal } from '../../db/page-total.ts'
import { caseMessages, casePhotos, cases } from '../../db/tables/cases.ts'
import { photos } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export type CaseRow = typeof cases.$inferSelect
export type MessageRow = typeof caseMessages.$inferSelect
export type StopOfCase = typeof jobs.$inferSelect
export type RunOfCase = typeof runs.$inferSelect

export interface CaseShown extends CaseRow {
  customer: string
  /** What the customer wrote first. */
  text: string
  stop: { job: StopOfCase; run: RunOfCase } | null
}

/** The state at that time, as `caseStateAt` computes it. */
export const stateAt = (now: Date): SQL<CaseRow['state']> =>
  sql`case when ${cases.state} = 'answered' and ${cases.disagreeUntil} <= ${now.toISOString()}::timestamptz then 'closed' else ${cases.state} end`

export const firstText = sql<string>`coalesce((select ${caseMessages.text} from ${caseMessages} where ${caseMessages.caseID} = ${cases.caseID} and ${caseMessages.sequence} = 1), '')`

export async function casesPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: CaseShown[]; total: number }> {
  // First finds the few cases of the page, then what belongs to them.
  const page = db.select({ caseID: cases.caseID }).from(cases).$dynamic()
  if (mentions(users, [where, orderBy])) void page.innerJoin(users, eq(users.userID, cases.customerID))
  const chosen = page
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const rows = await db
    .select({ row: cases, customer: users.fullName, text: firstText, job: jobs, run: runs })
    .from(cases)
    .innerJoin(users, eq(users.userID, cases.customerID))
    .leftJoin(jobs, eq(jobs.assignmentID, cases.assignmentID))
    .leftJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(sql`${cases.caseID} = any(array(${chosen}))`)
    .orderBy(...orderBy)
  const total = await pageTotal(rows, { limit, offset }, async () => {
    const all = db.select({ total: count() }).from(cases).$dynamic()
    if (mentions(users, [where])) void all.innerJoin(users, eq(users.userID, cases.customerID))
    return (await all.where(where))[0]!.total
  })
  const shown = rows.map(({ row, customer, text, job, run }) => ({
    ...row,
    customer,
    text,
    stop: job && run && { job, run },
  }))
  return { rows: shown, total }
}

export async function caseByID(db: Queryable, caseID: string): Promise<CaseShown | null> {
  const { rows } = await casesPage(db, { where: eq(cases.caseID, caseID), orderBy: [], limit: 1, offset: 0 })
  return rows[0] ?? null
}

/** Every change of a case locks its row first, so that simultaneous acts of customer and office have an order. */
export async function lockCase(tx: Queryable, caseID: string): Promise<CaseRow | null> {
  const [row] = await tx.select().from(cases).where(eq(cases.caseID, caseID)).for('update')
  return row ?? null
}

export function messagesOf(db: Queryable, caseID: string): Promise<MessageRow[]> {
  return db.select().from(caseMessages).where(eq(caseMessages.caseID, caseID)).orderBy(asc(caseMessages.sequence))
}

/** The customer's stop with its run; null for another customer's, and in a draft. */
export async function reportedStop(
  tx: Queryable,
  customerID: string,
  assignmentID: string,
): Promise<{ job: StopOfCase; run: RunOfCase } | null> {
  const [row] = await tx
    .select({ job: jobs, run: runs })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(eq(jobs.assignmentID, assignmentID), eq(jobs.customerID, customerID), sql`${runs.status} <> 'draft'`))
  return row ?? null
}

/** The automatic answers that a stop has had, in cases of any state. */
export function recordAnswersOf(tx: Queryable, assignmentID: string) {
  return tx
    .select({
      record: caseMessages.record,
      disagreed: sql<boolean>`exists (select 1 from case_messages later where later.case_id = ${cases.caseID} and later.kind = 'disagreed')`,
    })
    .from(caseMessages)
    .innerJoin(cases, eq(cases.caseID, caseMessages.caseID))
    .where(and(eq(cases.assignmentID, assignmentID), eq(caseMessages.kind, 'record')))
}

export async function photosOfMessages(
  db: Queryable,
  caseID: string,
): Promise<ReadonlyMap<string, { photoID: string; takenAt: Date | null }[]>> {
  const rows = await db
    .select({ messageID: casePhotos.messageID, photoID: photos.photoID, takenAt: photos.takenAt })
    .from(casePhotos)
    .innerJoin(photos, eq(photos.photoID, casePhotos.photoID))
    .innerJoin(caseMessages, eq(caseMessages.messageID, casePhotos.messageID))
    .where(eq(caseMessages.caseID, caseID))
    .orderBy(asc(casePhotos.place))
  return byKey(rows, ({ messageID }) => messageID)
}

export async function photosByID(db: Queryable, photoIDs: readonly string[]): Promise<Map<string, Date | null>> {
  if (photoIDs.length === 0) return new Map()
  const rows = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(among(photos.photoID, photoIDs))
  return new Map(rows.map(({ photoID, takenAt }) => [photoID, takenAt]))
}

export async function countPhotos(tx: Queryable, caseID: string): Promise<number> {
  const [counted] = await tx
    .select({ total: count() })
    .from(casePhotos)
    .innerJoin(caseMessages, eq(caseMessages.messageID, casePhotos.messageID))
    .where(eq(caseMessages.caseID, caseID))
  return counted!.total
}
