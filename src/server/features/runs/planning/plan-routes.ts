import { addDue, listPastRuns, previewDue, previewRun } from '#contract/v1/runs-plan.ts'
import { getOwnRoundRules, getRoundRules } from '#contract/v1/round-rules.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { addDueCustomers } from './add-due-commands.ts'
import { planDue } from './due-plan.ts'
import { pastRuns } from './past-runs-reads.ts'
import { noPickupsOfWeek, planRun } from './run-plan.ts'
import { ownRoundRules, roundRules } from './round-rules-reads.ts'
import { presentPlan } from './plan-present.ts'
import { runByID } from '../core/runs-reads.ts'
import { runShown } from '../runs-shown-reads.ts'

export const planRoutes = (): Route[] => [
  serve(previewRun, { transaction: false, slow: true })(async (input, { db }) =>
    presentPlan(input, await planRun(db, input, true), await noPickupsOfWeek(db, input)),
  ),

  serve(previewDue, { slow: ({ leftOut }) => leftOut === true })(async ({ runOrderID, leftOut }, { db, refuse }) => {
    const run = (await runByID(db, runOrderID)) ?? refuse('not_found')
    return presentPlan(run, await planDue(db, run, leftOut ?? false), await noPickupsOfWeek(db, run))
  }),

  serve(getRoundRules)(({ runOrderID }, { actor, db }) => roundRules(db, runOrderID, actor)),

  serve(getOwnRoundRules)(({ runOrderID }, { actor, db, now }) => ownRoundRules(db, runOrderID, actor.userID, now)),

  serve(addDue)(async (input, context) => {
    const warnings = await addDueCustomers(context.db, context, input)
    return runShown(context.db, input.runOrderID, warnings)
  }),

  serve(listPastRuns)(async ({ runOrderID, all = false }, { db, actor }) => ({
    items: await pastRuns(db, { runOrderID, all, depotID: actor.depotID }),
  })),
]
