import { eq, inArray, sql } from 'drizzle-orm'
import { foldJob, type JobRecord } from '#domain/events.ts'
import type { JobState } from '#domain/words.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { countingEvents } from '../events-reads.ts'
import type { JobRow } from '../jobs-reads.ts'
import type { RunRow } from '../runs-reads.ts'
import { incomesFollow } from './income-commands.ts'

/**
 * The stops become what their counting events add up to, and the incomes follow. A new version each, and the same whatever order
 * the events came in, because everything is folded anew. The caller has locked the run.
 * @returns the stops as they are now
 */
export async function followRecords(tx: Queryable, run: Pick<RunRow, 'status'>, assignmentIDs: readonly string[], now: Date): Promise<JobRow[]> {
  if (assignmentIDs.length === 0) return []
  const rows = await tx.select().from(jobs).where(inArray(jobs.assignmentID, [...assignmentIDs])).orderBy(jobs.assignmentID)
  const recorded = await countingEvents(tx, assignmentIDs)
  const followed: JobRow[] = []
  for (const job of rows) {
    const record = foldJob(recorded.get(job.assignmentID) ?? [])
    const [row] = await tx
      .update(jobs)
      .set({ ...columnsOf(record), state: stateOf(job.state, record, run), version: sql`${jobs.version} + 1` })
      .where(eq(jobs.assignmentID, job.assignmentID))
      .returning()
    followed.push(row!)
  }
  await incomesFollow(tx, run, followed, now)
  return followed
}

function columnsOf(record: JobRecord) {
  return {
    outcome: record.outcome,
    emptyPickup: record.emptyPickup,
    pu: record.pu,
    extraAmount: record.extraAmount,
    driverNotes: record.driverNotes || null,
    photoIDs: record.photos,
    doneAt: record.doneAt === null ? null : new Date(record.doneAt),
    recordedBy: record.recordedBy,
  }
}

/** An accepted outcome brings a shifted or removed stop back; a note or photo alone does not. */
function stateOf(state: JobState, { outcome }: JobRecord, run: Pick<RunRow, 'status'>): JobState {
  if (outcome !== null) return run.status === 'active' ? 'done' : 'completed'
  return state === 'done' ? 'planned' : state
}
