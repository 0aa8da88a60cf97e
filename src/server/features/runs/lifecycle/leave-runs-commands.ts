import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { fieldWorkDone, lockRunsOf, type RunRow } from '../core/runs-reads.ts'

/**
 * Removes a customer who is no longer served from planned runs. In a draft the stop is deleted; in an active run it is
 * cancelled, and the driver reads "customer cancelled". Records already made stay.
 */
export async function leaveRuns(tx: Queryable, customerID: string, reason: string | null, now: Date): Promise<void> {
  const toDo = and(eq(jobs.customerID, customerID), eq(jobs.state, 'planned'), isNull(jobs.outcome))
  const planned = await tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(toDo, inArray(runs.status, ['draft', 'active'])))
  const locked = await lockRunsOf(
    tx,
    null,
    planned.map(({ assignmentID }) => assignmentID),
  )
  for (const run of locked.values()) {
    const ofRun = and(toDo, eq(jobs.runOrderID, run.runOrderID))
    if (run.status === 'draft') {
      const stops = await tx.select({ assignmentID: jobs.assignmentID }).from(jobs).where(ofRun)
      await forgetStops(
        tx,
        stops.map(({ assignmentID }) => assignmentID),
      )
    } else if (run.status === 'active') {
      await tx
        .update(jobs)
        .set({
          state: 'cancelled',
          reason: reason ?? 'The customer cancelled',
          customerCancelledAt: now,
          version: sql`${jobs.version} + 1`,
        })
        .where(ofRun)
    } else continue
    await tx
      .update(runs)
      .set({ version: run.version + 1, doneAt: await doneAt(tx, run, now) })
      .where(eq(runs.runOrderID, run.runOrderID))
  }
}

/** The cancelled stop may have been the last one without an outcome, which finishes the field work. */
async function doneAt(tx: Queryable, run: RunRow, now: Date): Promise<Date | null> {
  return run.doneAt ?? (run.status === 'active' && (await fieldWorkDone(tx, run.runOrderID)) ? now : null)
}
