import { and, eq } from 'drizzle-orm'
import { bulkInvoices, cancelTask as cancelling, getTask, listTasks } from '#contract/v1/tasks.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { paging } from '../../http/paging.ts'
import { refuseField } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, createdBetween } from '../settings/public.ts'
import { subjectsOf } from './task-subjects.ts'
import { cancelTask, createTask } from './tasks-commands.ts'
import { presentTask, presentTasks } from './tasks-present.ts'
import { taskByID, tasksPage } from './tasks-reads.ts'

export const tasksRoutes = ({ config }: Pick<Dependencies, 'config'>): Route[] => [
  serve(bulkInvoices)(async (input, context) => {
    const { db, now } = context
    const { action, payment = null, accounts = null } = input
    if (action === 'pay' && payment === null) context.refuse('payment_type_missing')
    if (payment?.datePaid !== undefined && payment.datePaid > (await businessToday(db, now)))
      refuseField('payment.datePaid', 'This date is in the future')
    const subjects = await subjectsOf(db, input, now)
    return presentTask(db, await createTask(db, context, { action, payment, accounts, subjects }))
  }),

  serve(listTasks)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const where = and(
      input.state === undefined ? undefined : eq(tasks.state, input.state),
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
