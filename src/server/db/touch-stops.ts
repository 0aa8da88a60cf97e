import { sql } from 'drizzle-orm'
import { among } from './among.ts'
import type { Queryable } from './database.ts'
import { jobs } from './tables/runs.ts'

/**
 * Writes the stops' rows as they are, because something else that is shown of them changed: whoever watches a run asks which of its
 * stops were written since he last asked, and nothing else. No new version: for a phone nothing changed.
 */
export async function touchStops(tx: Queryable, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version}` })
    .where(among(jobs.assignmentID, assignmentIDs))
}
