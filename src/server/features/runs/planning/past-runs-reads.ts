import { and, countDistinct, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPastRuns } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { weekOfRun } from '#domain/run-name.ts'
import type { PastStop } from '#domain/driven-order.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { Refused } from '../../../http/refused.ts'
import { onTheRun, runByID, runName, type RunRow } from '../core/runs-reads.ts'

/** Number of runs offered without `all`. */
const BEST = 10

/** A draft has not been driven. */
export const DRIVEN = ['active', 'completed', 'archived'] as const

/**
 * Past runs that share customers with this one: those of the same week number first, the latest first.
 * @param depotID of the user, who meets no other depot's runs; null: all are shown
 */
export async function pastRuns(
  db: Queryable,
  { runOrderID, all, depotID }: { runOrderID: string; all: boolean; depotID: string | null },
): Promise<AnswerOf<typeof listPastRuns>['items']> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  // First finds by an index the runs that the customers were on, then reads them in order until there are enough,
  // because together they have years of stops.
  const past = alias(jobs, 'past')
  const theirs = db
    .selectDistinct({ runOrderID: past.runOrderID })
    .from(jobs)
    .innerJoin(past, eq(past.customerID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun))
  const candidates = await db
    .select()
    .from(runs)
    .where(
      and(
        sql`${runs.runOrderID} = any(array(${theirs}))`,
        ne(runs.runOrderID, runOrderID),
        inArray(runs.status, [...DRIVEN]),
        depotID === null ? undefined : eq(runs.depotID, depotID),
      ),
    )
    .orderBy(sql`${runs.weekNumber} = ${run.weekNumber} desc`, desc(runs.fromDate), desc(runs.sequenceNumber))
  const found: AnswerOf<typeof listPastRuns>['items'] = []
  for (let at = 0; at < candidates.length && (all || found.length < BEST); at += BEST) {
    const some = candidates.slice(at, at + BEST)
    const met = await metOn(db, runOrderID, some)
    for (const one of some) {
      const shared = met.get(one.runOrderID) ?? 0
      const { fromDate, toDate } = one
      if (shared > 0)
        found.push({
          runOrderID: one.runOrderID,
          readableID: runName(one),
          runWeek: weekOfRun(one),
          fromDate,
          toDate,
          met: shared,
        })
    }
  }
  return all ? found : found.slice(0, BEST)
}

/** runOrderID -> the number of this run's customers with an outcome there. */
async function metOn(db: Queryable, runOrderID: string, others: readonly RunRow[]): Promise<Map<string, number>> {
  const mine = db
    .select({ customerID: jobs.customerID })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun))
  const past = alias(jobs, 'past')
  const rows = await db
    .select({ runOrderID: past.runOrderID, met: countDistinct(past.customerID) })
    .from(past)
    .where(
      and(
        among(
          past.runOrderID,
          others.map((other) => other.runOrderID),
        ),
        isNotNull(past.outcome),
        inArray(past.customerID, mine),
      ),
    )
    .groupBy(past.runOrderID)
  return new Map(rows.map((row) => [row.runOrderID, row.met]))
}

/**
 * Each customer of the run once: a stop with an outcome precedes a planned one, and one on the run precedes one that
 * left it.
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
