import { and, countDistinct, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPastRuns } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import type { PastStop } from '#domain/driven-order.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { Refused } from '../../../http/refused.ts'
import { onTheRun, runByID, runName } from '../core/runs-reads.ts'

/** Number of runs offered without `all`. */
const BEST = 10

/** Only these statuses: a draft has not been driven. */
export const DRIVEN = ['active', 'completed', 'archived'] as const

/** Past runs that share customers with this one: those of the same week number first, the latest first. */
export async function pastRuns(
  db: Queryable,
  runOrderID: string,
  all: boolean,
): Promise<AnswerOf<typeof listPastRuns>['items']> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  const past = alias(jobs, 'past')
  const met = countDistinct(past.customerID)
  const asked = db
    .select({ run: runs, met })
    .from(jobs)
    .innerJoin(
      past,
      and(eq(past.customerID, jobs.customerID), isNotNull(past.outcome), ne(past.runOrderID, runOrderID)),
    )
    .innerJoin(runs, eq(runs.runOrderID, past.runOrderID))
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun, inArray(runs.status, [...DRIVEN])))
    .groupBy(runs.runOrderID)
    .orderBy(sql`${runs.weekNumber} = ${run.weekNumber} desc`, desc(runs.fromDate), desc(runs.sequenceNumber))
  const found = await (all ? asked : asked.limit(BEST))
  return found.map((one) => ({
    runOrderID: one.run.runOrderID,
    readableID: runName(one.run),
    fromDate: one.run.fromDate,
    toDate: one.run.toDate,
    met: one.met,
  }))
}

/**
 * Each customer of the run once: a stop with an outcome takes precedence over a planned one, and one on the run over
 * one that left it.
 */
export async function drivenStops(db: Queryable, runOrderID: string): Promise<PastStop[]> {
  const rows = await db
    .select({
      customerID: jobs.customerID,
      runNumber: jobs.runNumber,
      stopOrder: jobs.stopOrder,
      state: jobs.state,
      outcome: jobs.outcome,
      doneAt: jobs.doneAt,
    })
    .from(jobs)
    .where(eq(jobs.runOrderID, runOrderID))
    .orderBy(jobs.createdAt, jobs.assignmentID)
  const weight = ({ state, outcome }: (typeof rows)[number]) =>
    outcome !== null ? 2 : state === 'shifted' || state === 'cancelled' ? 0 : 1
  return [...byKey(rows, ({ customerID }) => customerID).values()]
    .map((ofCustomer) => ofCustomer.reduce((best, other) => (weight(other) >= weight(best) ? other : best)))
    .map(({ customerID, runNumber, stopOrder, outcome, doneAt }) => ({
      customerID,
      runNumber,
      stopOrder,
      doneAt: outcome === null ? null : (doneAt?.getTime() ?? null),
    }))
}
