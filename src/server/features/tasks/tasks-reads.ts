import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
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
