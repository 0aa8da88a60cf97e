import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { taskItems, tasks } from '../../db/tables/tasks.ts'
import { writeAudit } from '../../http/audit.ts'
import { type Author, doneBy, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Subject } from './task-subjects.ts'
import { taskByID, type TaskRow, type TaskShown } from './tasks-reads.ts'

/** Stores what is to be done with whom; the runner does it. */
export async function createTask(
  tx: Queryable,
  author: Author,
  {
    action,
    payment,
    accounts,
    subjects,
  }: Pick<TaskRow, 'action' | 'payment' | 'accounts'> & { subjects: readonly Subject[] },
): Promise<TaskShown> {
  const taskID = newID(author.now.getTime())
  const total = subjects.length
  if (total === 0) throw new Refused('nothing_to_do')
  await tx.insert(tasks).values({
    taskID,
    action,
    payment,
    accounts,
    state: 'running',
    total,
    createdAt: author.now,
    createdBy: author.actor.userID,
    tokenID: author.actor.tokenID ?? null,
  })
  await insertRows(
    tx,
    taskItems,
    subjects.map((subject, place) => ({ ...subject, taskID, place, state: 'waiting' as const })),
  )
  await recordChange(tx, author, {
    action: 'task.create',
    subjectKind: 'task',
    subjectID: taskID,
    after: { action, total },
  })
  return (await taskByID(tx, taskID))!
}

/**
 * What is done stays done. Repeating it has no effect.
 * @param author its actor is null when the runner cancels it
 */
export async function cancelTask(
  tx: Queryable,
  { actor, requestID, now }: Omit<Author, 'actor'> & { readonly actor: Author['actor'] | null },
  taskID: string,
): Promise<TaskShown> {
  // The items are locked before the task, in the runner's order.
  await tx
    .update(taskItems)
    .set({ state: 'cancelled' })
    .where(and(eq(taskItems.taskID, taskID), eq(taskItems.state, 'waiting')))
  const before = await taskByID(tx, taskID)
  if (before === null) throw new Refused('not_found')
  if (before.state === 'done') throw new Refused('wrong_state')
  if (before.state === 'cancelled') return before
  await tx.update(tasks).set({ state: 'cancelled', finishedAt: now }).where(eq(tasks.taskID, taskID))
  await writeAudit(tx, {
    ...(actor === null ? { actorID: null } : doneBy(actor)),
    requestID,
    at: now,
    action: 'task.cancel',
    subjectKind: 'task',
    subjectID: taskID,
    after: { done: before.done, total: before.total },
  })
  return (await taskByID(tx, taskID))!
}

/** Adds what a step did. The step that does the last item finishes the task. */
export async function countOn(
  tx: Queryable,
  taskID: string,
  { done, skipped }: { done: number; skipped: number },
  now: Date,
): Promise<void> {
  const isLast = sql`${tasks.done} + ${tasks.skipped} + ${done + skipped}::integer >= ${tasks.total} and ${tasks.state} = 'running'`
  await tx
    .update(tasks)
    .set({
      done: sql`${tasks.done} + ${done}::integer`,
      skipped: sql`${tasks.skipped} + ${skipped}::integer`,
      state: sql`case when ${isLast} then 'done' else ${tasks.state} end`,
      finishedAt: sql`case when ${isLast} then ${now.toISOString()}::timestamptz else ${tasks.finishedAt} end`,
    })
    .where(eq(tasks.taskID, taskID))
}

export async function forgetOldTasks(db: Queryable, before: Date): Promise<void> {
  await db.delete(tasks).where(and(ne(tasks.state, 'running'), lt(tasks.createdAt, before)))
}
