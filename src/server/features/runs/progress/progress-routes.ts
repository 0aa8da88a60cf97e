import { runProgress } from '#contract/v1/progress.ts'
import { previewActivation, previewCompletion, previewShift, shiftJobs } from '#contract/v1/runs-plan.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { mayRead, type Route, serve } from '../../../http/serve.ts'
import { activationShown, completionShown, shiftsShown } from '../lifecycle/previews-reads.ts'
import { runShown } from '../runs-shown-reads.ts'
import { shiftMany } from '../shifting/shift-commands.ts'
import { progressSince } from './progress-reads.ts'

export const progressRoutes = (): Route[] => [
  serve(runProgress)(({ runOrderID, since }, { database, now }) =>
    atOneMoment(database, (tx) => progressSince(tx, runOrderID, since, now)),
  ),

  serve(previewActivation)(({ runOrderID }, { database }) =>
    atOneMoment(database, (tx) => activationShown(tx, runOrderID)),
  ),

  serve(previewCompletion)(async ({ runOrderID }, { database, actor, now }) => {
    const shown = await atOneMoment(database, (tx) => completionShown(tx, runOrderID, now))
    return mayRead(actor, 'money') ? shown : { ...shown, charges: undefined, invoices: undefined, incomes: undefined }
  }),

  serve(previewShift, { transaction: false })(({ runOrderID, assignmentIDs }, { database }) =>
    atOneMoment(database, (tx) => shiftsShown(tx, runOrderID, assignmentIDs)),
  ),

  serve(shiftJobs)(async (input, context) => {
    await shiftMany(context.db, context, input, context.ifMatch)
    return runShown(context.db, input.runOrderID)
  }),
]

function atOneMoment<T>(database: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(database, read, { isolation: 'repeatable read' })
}
