import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { runs } from '../../../db/tables/runs.ts'
import { isDoneInField, type RunRow } from './runs-reads.ts'

/**
 * Sets `doneAt`, the end of the field work (domain.md 4, Run done), when the last stop gets its outcome, and clears it
 * when that is undone. In between it stays, because an admin may have marked the run as finished.
 *
 * The row is written even when nothing changes: a concurrent transaction of an admin that has read older stops then
 * conflicts and is run again.
 */
export async function noteFieldWork(tx: Queryable, run: RunRow, wasDone: boolean, now: Date): Promise<void> {
  if (run.status !== 'active') return
  const otherwise = wasDone ? sql`null` : runs.doneAt
  await setDone(
    tx,
    run,
    sql`case when ${isDoneInField(run.runOrderID)} then coalesce(${runs.doneAt}, ${now.toISOString()}::timestamptz) else ${otherwise} end`,
  )
}

export async function setDone(tx: Queryable, run: RunRow, doneAt: Date | SQL): Promise<void> {
  await tx.update(runs).set({ doneAt }).where(eq(runs.runOrderID, run.runOrderID))
}
