import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { incomes } from '#server/db/tables/events.ts'
import { jobs, runs } from '#server/db/tables/runs.ts'
import { changeStops } from '#server/features/runs/core/stops-commands.ts'
import type { RunRow } from '#server/features/runs/core/runs-reads.ts'
import { movePointers } from '#server/features/runs/shifting/pointers-commands.ts'
import { billStops } from '#server/features/invoices/billing-commands.ts'
import { AUTHOR } from '../generate/fixture.ts'

/** The same completion by the same rules, each stop locked, billed and moved on separately. */
export async function completeRowByRow(tx: Queryable, runOrderID: string): Promise<void> {
  const [run] = await tx.select().from(runs).where(eq(runs.runOrderID, runOrderID)).for('update')
  const stops = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), isNotNull(jobs.outcome)))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder))
  for (const stop of stops) {
    await changeStops(tx, [stop.assignmentID], { state: 'completed' })
    await movePointers(tx, run as RunRow, [stop])
    await tx.update(incomes).set({ status: 'payable' }).where(eq(incomes.jobID, stop.assignmentID))
    await billStops(tx, { userID: AUTHOR.actor.userID, now: AUTHOR.now }, [stop], null)
  }
  await tx
    .update(runs)
    .set({ status: 'completed', completedAt: AUTHOR.now, billing: 'invoiced' })
    .where(eq(runs.runOrderID, runOrderID))
}
