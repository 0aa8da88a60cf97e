import { listPastRuns, previewRun } from '#contract/v1/runs-plan.ts'
import { type Route, serve } from '../../http/serve.ts'
import { pastRuns } from './past-runs-reads.ts'
import { noPickupsOfWeek, planRun } from './plan-reads.ts'
import { presentPlan } from './plan-present.ts'

export const planRoutes = (): Route[] => [
  serve(previewRun)(async (input, { db }) => presentPlan(input, await planRun(db, input, true), await noPickupsOfWeek(db, input))),

  serve(listPastRuns)(async ({ runOrderID, all }, { db }) => ({ items: await pastRuns(db, runOrderID, all ?? false) })),
]
