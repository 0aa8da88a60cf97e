import { and, eq } from 'drizzle-orm'
import { bulkInvoices, cancelTask as cancelling, getTask, listTasks } from '#contract/v1/tasks.ts'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { Delivery } from '#domain/delivery.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { OF_ALL_DEPOTS, taskOf } from '../../http/depots.ts'
import { paging } from '../../http/paging.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, createdBetween } from '../settings/public.ts'
import { subjectsOf } from './task-subjects.ts'
import { cancelTask, createTask } from './tasks-commands.ts'
import { taskByID, tasksPage, deliveredBy, skippedOf, type TaskShown } from './tasks-reads.ts'
import type { Queryable } from '../../db/database.ts'

export const tasksRoutes = ({ config }: Pick<Dependencies, 'config'>): Route[] => [
  serve(bulkInvoices)(async (input, context) => {
    const { db, now } = context
    const { action, payment = null, accounts = null } = input
    if (action === 'pay' && payment === null) context.refuse('payment_type_missing')
    if (payment?.datePaid !== undefined && payment.datePaid > (await businessToday(db, now)))
      refuseField('payment.datePaid', 'This date is in the future')
    const subjects = await subjectsOf(db, ofOwnDepot(input, context.actor), now)
    return presentTask(db, await createTask(db, context, { action, payment, accounts, subjects }))
  }),

  serve(listTasks)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.state === undefined ? undefined : eq(tasks.state, input.state),
      taskOf(input.depotID),
      await createdBetween(db, tasks.createdAt, input),
    )
    const { rows, total } = await tasksPage(db, { where, limit, offset })
    return { items: await presentTasks(db, rows), page, perPage, total }
  }),

  serve(getTask)(async ({ taskID }, { db, refuse }) => {
    const row = await taskByID(db, taskID)
    return row ? presentTask(db, row) : refuse('not_found')
  }),

  serve(cancelling)(async ({ taskID }, context) =>
    presentTask(context.db, await cancelTask(context.db, context, taskID)),
  ),
]

/**
 * Bounds a bulk act to the depot of its caller: the filters get `depotID`, and `mass`, which without `customerIDs` means
 * all customers of the firm, has to name them.
 */
function ofOwnDepot(input: InputOf<typeof bulkInvoices>, { depotID }: Pick<Actor, 'depotID'>) {
  if (depotID === null) return input
  if (input.action === 'mass' && input.customerIDs === undefined)
    throw new Refused('office_role', { message: OF_ALL_DEPOTS })
  return { ...input, ...(input.filters && { filters: { ...input.filters, depotID } }) }
}

type ListedTask = AnswerOf<typeof listTasks>['items'][number]
type Task = AnswerOf<typeof getTask>

async function presentTasks(db: Queryable, rows: readonly TaskShown[]): Promise<ListedTask[]> {
  const delivered = await deliveredBy(db, rows)
  return rows.map((row) => presentListed(row, delivered.get(row.taskID)))
}

function presentListed(row: TaskShown, delivered: Readonly<Record<Delivery, number>> | undefined): ListedTask {
  return { ...row, delivered: delivered ?? null, createdBy: row.author }
}

async function presentTask(db: Queryable, row: TaskShown): Promise<Task> {
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
