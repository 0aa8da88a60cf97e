import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Delivery, DELIVERIES, deliveryOf, inTheEnd } from '#domain/delivery.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { mails } from '../../db/tables/mails.ts'
import { taskItems, tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

export type TaskRow = typeof tasks.$inferSelect
export type TaskShown = TaskRow & { author: string }

/** The list of skipped subjects ends here; the counts include all. */
const SKIPPED_SHOWN = 500

const shown = (db: Queryable) =>
  db
    .select({ row: tasks, author: users.fullName })
    .from(tasks)
    .innerJoin(users, eq(users.userID, tasks.createdBy))
    .$dynamic()

export async function tasksPage(
  db: Queryable,
  { where, limit, offset }: { where: SQL | undefined; limit: number; offset: number },
): Promise<{ rows: TaskShown[]; total: number }> {
  const rows = await shown(db)
    .where(where)
    .orderBy(desc(tasks.createdAt), desc(tasks.taskID))
    .limit(limit)
    .offset(offset)
  const [sum] = await db.select({ total: count() }).from(tasks).where(where)
  return { rows: rows.map(({ row, author }) => ({ ...row, author })), total: sum!.total }
}

export async function taskByID(db: Queryable, taskID: string): Promise<TaskShown | null> {
  const [found] = await shown(db).where(eq(tasks.taskID, taskID))
  return found ? { ...found.row, author: found.author } : null
}

const mail = alias(mails, 'carrying_mail')
const further = alias(mails, 'further_mail')

/** The first reminder if that was made by the task or after it: `invoices` keeps the latest mail of each step. */
const CARRIED_BY = sql`case when ${tasks.action} = 'send' then ${invoices.sentMailID}
  when ${invoices.firstRemindAt} >= ${tasks.createdAt} then ${invoices.firstRemindMailID}
  else ${invoices.secondRemindMailID} end`

const IS_SENT_AGAIN = sql<boolean>`coalesce(${further.state} = 'sent', false)`

/** For each of these tasks that mails: how many of those done have which delivery now. */
export async function deliveredBy(
  db: Queryable,
  rows: readonly Pick<TaskRow, 'taskID' | 'action'>[],
): Promise<ReadonlyMap<string, Readonly<Record<Delivery, number>>>> {
  const mailing = rows.filter(({ action }) => action === 'send' || action === 'remind').map(({ taskID }) => taskID)
  if (mailing.length === 0) return new Map()
  const found = await db
    .select({
      taskID: taskItems.taskID,
      queuedAt: tasks.createdAt,
      state: mail.state,
      again: IS_SENT_AGAIN,
      count: count(),
    })
    .from(taskItems)
    .innerJoin(tasks, eq(tasks.taskID, taskItems.taskID))
    .innerJoin(invoices, eq(invoices.invoiceID, taskItems.subjectID))
    .leftJoin(mail, eq(mail.mailID, CARRIED_BY))
    .leftJoin(further, and(eq(tasks.action, 'send'), eq(further.mailID, invoices.againMailID)))
    .where(and(inArray(taskItems.taskID, mailing), eq(taskItems.state, 'done')))
    .groupBy(taskItems.taskID, tasks.createdAt, mail.state, IS_SENT_AGAIN)
  const delivered = new Map(
    mailing.map((taskID) => [
      taskID,
      Object.fromEntries(DELIVERIES.map((one) => [one, 0])) as Record<Delivery, number>,
    ]),
  )
  const mailOf = (state: (typeof found)[number]['state']) => state && { state, sentAt: null, nextAttemptAt: null }
  for (const { taskID, queuedAt, state, again, count: number } of found) {
    const given = inTheEnd({ queuedAt, mail: mailOf(state) }, again ? mailOf('sent') : null)
    delivered.get(taskID)![deliveryOf(given)] += number
  }
  return delivered
}

/** The subjects that the task left out, in its order. */
export function skippedOf(db: Queryable, taskID: string) {
  return db
    .select({
      customerID: taskItems.customerID,
      customer: users.fullName,
      reason: taskItems.reason,
      invoiceID: invoices.invoiceID,
      kind: invoices.kind,
      number: invoices.number,
    })
    .from(taskItems)
    .innerJoin(users, eq(users.userID, taskItems.customerID))
    .leftJoin(invoices, eq(invoices.invoiceID, taskItems.subjectID))
    .where(and(eq(taskItems.taskID, taskID), eq(taskItems.state, 'skipped')))
    .orderBy(asc(taskItems.place))
    .limit(SKIPPED_SHOWN)
}
