import { sql } from 'drizzle-orm'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'

/**
 * Rewrites the stops' rows when records shown with them changed, because the progress screen asks which stops were
 * written since its last request, and gives them a new version, because a device keeps the newest of what it hears.
 */
export async function touchStops(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version} + 1` })
    .where(among(jobs.assignmentID, assignmentIDs))
}
