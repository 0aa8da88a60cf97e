import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { foldStop } from '#domain/events.ts'
import type { FlagCode } from '#domain/exceptions.ts'
import type { Queryable } from '../../db/database.ts'
import {
  changeStops,
  countingEvents,
  lockRun,
  onTheRun,
  renameSkip,
  type RunRow,
  skipStop,
  type StopRow,
  touchStops,
  unskipStop,
} from '../runs/public.ts'
import { events } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { sameWeek } from '../../db/same-week.ts'
import type { Author } from '../../http/changes.ts'
import type { NoPickupRow } from './no-pickups-reads.ts'

const FLAG: FlagCode = 'customer_cancelled'

/**
 * Applies a no pickup to the runs that the drivers have (domain.md 4, No pickup). In time, it takes the stop off the
 * run. Late, the stop stays, marked "customer cancelled". Where the driver has recorded an outcome, the record counts
 * and the office decides. A draft reads the no pickup itself.
 */
export async function tellDriver(tx: Queryable, author: Author, noPickup: NoPickupRow): Promise<void> {
  for (const { run, stop } of await stopsOut(tx, noPickup)) {
    if (run.status === 'active' && !noPickup.late && stop.outcome === null)
      await skipStop(tx, author, run, stop, noPickup.reason)
    else {
      if (run.status === 'active') await changeStops(tx, [stop.assignmentID], { customerCancelledAt: author.now })
      // An outcome "customer cancelled" recorded by the driver does not contradict it.
      if (stop.outcome !== null && stop.outcome !== 'CUSTOMER_CANCELLED') await flag(tx, stop.assignmentID)
    }
  }
  await tellWatchers(tx, noPickup)
}

/** The no pickup was withdrawn or moved to another week: its stop is on its run again, without the mark. */
export async function tellDriverOtherwise(tx: Queryable, author: Author, noPickup: NoPickupRow): Promise<void> {
  if (noPickup.assignmentID !== null) await unskipStop(tx, author, noPickup.assignmentID)
  for (const { run, stop } of await stopsOut(tx, noPickup)) {
    if (run.status === 'active' && stop.customerCancelledAt !== null)
      await changeStops(tx, [stop.assignmentID], { customerCancelledAt: null })
    await unflag(tx, stop.assignmentID)
  }
  await tellWatchers(tx, noPickup)
}

export async function tellReason(tx: Queryable, noPickup: NoPickupRow): Promise<void> {
  if (noPickup.assignmentID !== null) await renameSkip(tx, noPickup.assignmentID, noPickup.reason)
  await tellWatchers(tx, noPickup)
}

/** Locks the customer's stops on active or completed runs of that week. */
async function stopsOut(
  tx: Queryable,
  { customerID, ...week }: WeekRef & { customerID: string },
): Promise<{ run: RunRow; stop: StopRow }[]> {
  const isTheirs = and(eq(jobs.customerID, customerID), onTheRun)
  const found = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(sameWeek(runs, week), inArray(runs.status, ['active', 'completed']), isTheirs))
    .orderBy(runs.runOrderID)
  const out: { run: RunRow; stop: StopRow }[] = []
  for (const { runOrderID } of found) {
    const run = await lockRun(tx, runOrderID)
    const [stop] = await tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.runOrderID, runOrderID), isTheirs))
    if (stop) out.push({ run, stop })
  }
  return out
}

/** Updates the progress screen, which shows the stop with its no pickup in any state of the run. */
async function tellWatchers(tx: Queryable, { customerID, ...week }: NoPickupRow): Promise<void> {
  const stops = await tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(sameWeek(runs, week), eq(jobs.customerID, customerID)))
  await touchStops(
    tx,
    stops.map(({ assignmentID }) => assignmentID),
  )
}

/** The event behind the stop's outcome still counts and becomes an open exception; a decision made before stays. */
async function flag(tx: Queryable, assignmentID: string): Promise<void> {
  const recorded = await countingEvents(tx, [assignmentID])
  const deciding = [...recorded.values()].flatMap((ofStop) => foldStop(ofStop).outcomeEventID ?? [])
  if (deciding.length === 0) return
  await tx
    .update(events)
    .set({ code: FLAG, decision: 'open' })
    .where(and(inArray(events.eventID, deciding), isNull(events.decision)))
}

/** Nothing is left to decide. */
async function unflag(tx: Queryable, assignmentID: string): Promise<void> {
  await tx
    .update(events)
    .set({ code: null, decision: null })
    .where(and(eq(events.jobID, assignmentID), eq(events.code, FLAG), eq(events.decision, 'open')))
}
