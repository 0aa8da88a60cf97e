import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { foldJob } from '#domain/events.ts'
import type { FlagCode } from '#domain/exceptions.ts'
import type { Queryable } from '../../db/database.ts'
import { touchStops } from '../../db/touch-stops.ts'
import { events } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { countingEvents } from '../runs/events-reads.ts'
import { lockRun, onTheRun, weekIs } from '../runs/runs-reads.ts'

const FLAG: FlagCode = 'customer_cancelled'

/**
 * A customer's stop in a run that is out already shows "customer cancelled", or no longer does (cancelledAt null). Where the driver
 * had been, his record wins and the office decides (domain.md 4, No pickup). A draft reads the no pickup itself.
 */
export async function tellDriver(
  tx: Queryable,
  customerID: string,
  week: WeekRef,
  cancelledAt: Date | null,
): Promise<void> {
  const out = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(weekIs(week), inArray(runs.status, ['active', 'completed']), eq(jobs.customerID, customerID), onTheRun))
    .orderBy(runs.runOrderID)
  for (const { runOrderID } of out) {
    const { status } = await lockRun(tx, runOrderID)
    if (status !== 'active' && status !== 'completed') continue
    const his = and(eq(jobs.runOrderID, runOrderID), eq(jobs.customerID, customerID), onTheRun)
    const stops = await tx.select({ assignmentID: jobs.assignmentID, outcome: jobs.outcome }).from(jobs).where(his)
    if (status === 'active')
      await tx
        .update(jobs)
        .set({ customerCancelledAt: cancelledAt, version: sql`${jobs.version} + 1` })
        .where(his)
    if (!cancelledAt)
      await unflag(
        tx,
        stops.map(({ assignmentID }) => assignmentID),
      )
    // "The customer cancelled", in the driver's own words, contradicts nobody.
    else
      await flag(
        tx,
        stops
          .filter(({ outcome }) => outcome !== null && outcome !== 'CUSTOMER_CANCELLED')
          .map(({ assignmentID }) => assignmentID),
      )
  }
}

/** Whoever watches a run sees the stop with its no pickup, whatever state the run is in. */
export async function tellWatchers(tx: Queryable, customerID: string, week: WeekRef): Promise<void> {
  const stops = await tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(weekIs(week), eq(jobs.customerID, customerID)))
  await touchStops(
    tx,
    stops.map(({ assignmentID }) => assignmentID),
  )
}

/** The outcome each stop stands on still counts, and is for the office to decide; what it has decided before stays decided. */
async function flag(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  const recorded = await countingEvents(tx, assignmentIDs)
  const deciding = [...recorded.values()].flatMap((ofStop) => foldJob(ofStop).outcomeEventID ?? [])
  if (deciding.length === 0) return
  await tx
    .update(events)
    .set({ code: FLAG, decision: 'open' })
    .where(and(inArray(events.eventID, deciding), isNull(events.decision)))
}

/** The customer's no was taken back: there is nothing left to decide. */
async function unflag(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(events)
    .set({ code: null, decision: null })
    .where(and(inArray(events.jobID, [...assignmentIDs]), eq(events.code, FLAG), eq(events.decision, 'open')))
}
