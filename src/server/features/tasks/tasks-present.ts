import type { AnswerOf } from '#contract/endpoint.ts'
import type { getTask, listTasks } from '#contract/v1/tasks.ts'
import type { Delivery } from '#domain/delivery.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { deliveredBy, skippedOf, type TaskShown } from './tasks-reads.ts'

type ListedTask = AnswerOf<typeof listTasks>['items'][number]
type Task = AnswerOf<typeof getTask>

export async function presentTasks(db: Queryable, rows: readonly TaskShown[]): Promise<ListedTask[]> {
  const delivered = await deliveredBy(db, rows)
  return rows.map((row) => presentListed(row, delivered.get(row.taskID)))
}

function presentListed(row: TaskShown, delivered: Readonly<Record<Delivery, number>> | undefined): ListedTask {
  return { ...row, delivered: delivered ?? null, createdBy: row.author }
}

export async function presentTask(db: Queryable, row: TaskShown): Promise<Task> {
  const skipped = row.skipped === 0 ? [] : await skippedOf(db, row.taskID)
  const [listed] = await presentTasks(db, [row])
  return {
    ...listed!,
    skippedItems: skipped.map(({ customerID, customer, reason, invoiceID, kind, number }) => ({
      customerID,
      customer,
      invoiceID,
      number: kind && number !== null ? invoiceNumber(kind, number) : null,
      reason: reason ?? '',
    })),
  }
}
