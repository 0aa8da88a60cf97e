import { and, ne, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import {
  activateRun,
  archiveRun,
  completeRun,
  deleteRun,
  generateRun,
  shiftJob,
  updateRun,
} from '#contract/v1/runs-office.ts'
import { getRun, listRuns } from '#contract/v1/runs.ts'
import { previewStopChange } from '#contract/v1/stop-change.ts'
import { bagsIn } from '../../db/bags-in.ts'
import { epochOf } from '../../db/installation.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Context, mayRead, requireArea, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { edit } from './editing/edit-commands.ts'
import { stopChangeShown } from './editing/stop-change-preview.ts'
import { generate } from './planning/generate-commands.ts'
import { presentRow } from './runs-present.ts'
import { onTheRun, readableIDText, refIdText, runsPage } from './core/runs-reads.ts'
import { driverRunsShown, runShown, runShownTo } from './runs-shown-reads.ts'
import { shift } from './shifting/shift-commands.ts'
import { activate, archive, complete, removeDraft } from './lifecycle/state-commands.ts'
import { weekVersion } from './week-version-reads.ts'

const SORTS = {
  fromDate: runs.fromDate,
  toDate: runs.toDate,
  createdAt: runs.createdAt,
  status: runs.status,
  description: sql`lower(${runs.description})`,
  totalBags: sql`(select coalesce(sum(${bagsIn(jobs.pu)}), 0) from ${jobs} where ${jobs.runOrderID} = ${runs.runOrderID} and ${onTheRun})`,
  activatedAt: runs.activatedAt,
  doneAt: runs.doneAt,
  completedAt: runs.completedAt,
  refId: runs.refNumber,
  readableID: sql`(${runs.yearNumber}, ${runs.monthNumber}, ${runs.weekNumber}, ${runs.sequenceNumber})`,
}

export const runsRoutes = ({ config, ...deps }: Dependencies): Route[] => [
  serve(listRuns, { hashEtag: (answer) => answer, etagVersion })(async (input, { actor, db, now }) => {
    const epoch = await epochOf(db)
    const { limit, offset, page, perPage } = paging(input, config)
    if (actor.role === 'DRIVER') {
      const items = await driverRunsShown(db, actor.userID, now, runsFilter(input))
      // The driver's whole week in one call, unless a page is requested.
      const asksForPart = input.page !== undefined || input.perPage !== undefined
      const shown = asksForPart ? items.slice(offset, offset + limit) : items
      return { items: shown.map((run) => ({ ...run, trrNotes: null })), page, perPage, total: items.length, ...epoch }
    }
    const orderBy = [
      ...orderOf(input.sort, SORTS, '-fromDate'),
      sql`${runs.sequenceNumber} desc`,
      sql`${runs.runOrderID}`,
    ]
    const { rows, total } = await runsPage(db, { where: runsFilter(input), orderBy, limit, offset })
    return { items: rows.map(presentRow), page, perPage, total, ...epoch }
  }),

  serve(getRun)(({ runOrderID }, { actor, db, now }) =>
    actor.role === 'DRIVER' ? runShownTo(db, runOrderID, actor.userID, now) : runShown(db, runOrderID),
  ),

  serve(generateRun)(async (input, context) => {
    const { run, warnings } = await generate(context.db, context, input)
    context.setHeader('location', `/v1/runs/${run.runOrderID}`)
    return runShown(context.db, run.runOrderID, warnings)
  }),

  serve(updateRun)(async (input, context) => {
    if (input.jobs?.edit?.some(({ amount }) => amount !== undefined)) requireArea(context.actor, 'money')
    const warnings = await edit(context.db, context, input, context.ifMatch, config)
    return runShown(context.db, input.runOrderID, warnings)
  }),

  serve(previewStopChange)(async (input, context) => {
    const shown = await stopChangeShown(context.db, context, input, config)
    return mayRead(context.actor, 'money') ? shown : { bills: shown.bills }
  }),

  serve(deleteRun)(async ({ runOrderID }, context) => {
    await removeDraft(context.db, context, runOrderID, context.ifMatch)
    return undefined
  }),

  serve(activateRun)(async ({ runOrderID }, context) => {
    await activate(context.db, context, runOrderID, context.ifMatch)
    return runShown(context.db, runOrderID)
  }),

  serve(completeRun)(async ({ runOrderID, outstanding }, context) => {
    await complete(context.db, context, runOrderID, outstanding ?? 'refuse', { ...deps, config }, context.ifMatch)
    return runShown(context.db, runOrderID)
  }),

  serve(archiveRun)(async ({ runOrderID }, context) => {
    await archive(context.db, context, runOrderID, context.ifMatch)
    return runShown(context.db, runOrderID)
  }),

  serve(shiftJob)(async (input, context) => {
    await shift(context.db, context, input)
    return runShown(context.db, input.runOrderID)
  }),
]

/** The office's lists change all the time, so only a driver's has a version. */
async function etagVersion(
  input: InputOf<typeof listRuns>,
  { actor, db, now }: Context<typeof listRuns>,
): Promise<string | null> {
  return actor.role === 'DRIVER' ? weekVersion(db, actor.userID, now, runsFilter(input)) : null
}

/** An archived run is listed only when its status is requested. */
function runsFilter(input: InputOf<typeof listRuns>) {
  const { status } = input
  return and(
    status === undefined || status === 'all' ? ne(runs.status, 'archived') : eq(runs.status, status),
    input.depotID === undefined ? undefined : eq(runs.depotID, input.depotID),
    input.yearNumber === undefined ? undefined : eq(runs.yearNumber, input.yearNumber),
    input.monthNumber === undefined ? undefined : eq(runs.monthNumber, input.monthNumber),
    input.weekNumber === undefined ? undefined : eq(runs.weekNumber, input.weekNumber),
    input.from === undefined ? undefined : sql`${runs.fromDate} >= ${input.from}`,
    input.to === undefined ? undefined : sql`${runs.fromDate} <= ${input.to}`,
    keywordIn(input.keyword, [readableIDText, refIdText, sql`coalesce(${runs.description}, '')`]),
  )
}
