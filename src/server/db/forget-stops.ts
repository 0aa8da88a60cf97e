import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { events, photos } from './tables/events.ts'
import { jobs, pickupRequests } from './tables/runs.ts'

/** A planned stop leaves a draft without a trace; what a driver said of it stays, under the stop's id as he wrote it. */
export async function forgetStops(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  const ids = [...assignmentIDs]
  await tx.update(events).set({ jobID: null }).where(inArray(events.jobID, ids))
  await tx.update(photos).set({ jobID: null }).where(inArray(photos.jobID, ids))
  // Shifted, the customer comes in the other week: what he asked for is used up. Else he asks for it still.
  const shifted = tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(and(inArray(jobs.assignmentID, ids), eq(jobs.state, 'shifted')))
  await tx.delete(pickupRequests).where(inArray(pickupRequests.assignmentID, shifted))
  await tx.update(pickupRequests).set({ assignmentID: null }).where(inArray(pickupRequests.assignmentID, ids))
  await tx.delete(jobs).where(inArray(jobs.assignmentID, ids))
}
