import { sql } from 'drizzle-orm'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'

/**
 * Rewrites the stops' rows unchanged when related data shown with them changed, because the progress screen asks which
 * stops were written since its last request. The version stays: nothing changed for a device.
 */
export async function touchStops(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version}` })
    .where(among(jobs.assignmentID, assignmentIDs))
}
