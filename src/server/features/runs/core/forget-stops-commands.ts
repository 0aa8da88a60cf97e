import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { events, photos } from '../../../db/tables/events.ts'
import { jobs, pickupRequests } from '../../../db/tables/runs.ts'

/** Deletes planned stops of a draft. Records that a driver made for them stay, with the stop's id as sent. */
export async function forgetStops(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  const ids = [...assignmentIDs]
  await tx.update(events).set({ jobID: null }).where(inArray(events.jobID, ids))
  await tx.update(photos).set({ jobID: null }).where(inArray(photos.jobID, ids))
  // A shifted stop uses up its request, because the customer is collected in the other week. Otherwise the request is
  // open again.
  const shifted = tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(and(inArray(jobs.assignmentID, ids), eq(jobs.state, 'shifted')))
  await tx.delete(pickupRequests).where(inArray(pickupRequests.assignmentID, shifted))
  await tx.update(pickupRequests).set({ assignmentID: null }).where(inArray(pickupRequests.assignmentID, ids))
  await tx.delete(jobs).where(inArray(jobs.assignmentID, ids))
}
