import type { ListedTask, Task } from '#contract/v1/tasks.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { skippedOf, type TaskShown } from './tasks-reads.ts'

export function presentListedTask(row: TaskShown): ListedTask {
  const { taskID, action, state, total, done, skipped } = row
  return {
    taskID,
    action,
    state,
    total,
    done,
    skipped,
    createdBy: row.author,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export async function presentTask(db: Queryable, row: TaskShown): Promise<Task> {
  const skipped = row.skipped === 0 ? [] : await skippedOf(db, row.taskID)
  return {
    ...presentListedTask(row),
    skippedItems: skipped.map(({ customerID, customer, reason, invoiceID, kind, number }) => ({
      customerID,
      customer,
      invoiceID,
      number: kind && number !== null ? invoiceNumber(kind, number) : null,
      reason: reason ?? '',
    })),
  }
}
