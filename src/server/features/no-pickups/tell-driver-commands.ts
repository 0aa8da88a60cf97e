import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { foldStop } from '#domain/events.ts'
import type { FlagCode } from '#domain/exceptions.ts'
import type { Queryable } from '../../db/database.ts'
import { countingEvents, lockRun, onTheRun, touchStops, weekIs } from '../runs/public.ts'
import { events } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'

const FLAG: FlagCode = 'customer_cancelled'

/**
 * Marks a customer's stop in an active run as "customer cancelled", or removes the mark (cancelledAt null). Where the
 * driver has recorded an outcome, the record counts and the office decides (domain.md 4, No pickup). A draft reads the
 * no pickup itself.
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
    // An outcome "customer cancelled" recorded by the driver does not contradict it.
    else
      await flag(
        tx,
        stops
          .filter(({ outcome }) => outcome !== null && outcome !== 'CUSTOMER_CANCELLED')
          .map(({ assignmentID }) => assignmentID),
      )
  }
}

/** Updates the progress screen: it shows the stop with its no pickup, whatever state the run is in. */
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

/** The event behind each stop's outcome still counts, and becomes an open exception; a decision made before stays. */
async function flag(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  const recorded = await countingEvents(tx, assignmentIDs)
  const deciding = [...recorded.values()].flatMap((ofStop) => foldStop(ofStop).outcomeEventID ?? [])
  if (deciding.length === 0) return
  await tx
    .update(events)
    .set({ code: FLAG, decision: 'open' })
    .where(and(inArray(events.eventID, deciding), isNull(events.decision)))
}

/** The no pickup was withdrawn: there is nothing left to decide. */
async function unflag(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(events)
    .set({ code: null, decision: null })
    .where(and(inArray(events.jobID, [...assignmentIDs]), eq(events.code, FLAG), eq(events.decision, 'open')))
}
