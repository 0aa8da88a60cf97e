import { and, eq } from 'drizzle-orm'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { refuseField } from '../../../http/refused.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'

/** The run's stops with these ids, each once, in their order. Refuses an unknown id and names the field. */
export async function namedStops(
  tx: Queryable,
  run: RunRow,
  field: string,
  assignmentIDs: readonly string[],
): Promise<StopRow[]> {
  const found = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), among(jobs.assignmentID, assignmentIDs)))
  const byID = new Map(found.map((stop) => [stop.assignmentID, stop]))
  return [...new Set(assignmentIDs)].map(
    (id) => byID.get(id) ?? refuseField(`jobs.${field}`, 'This stop isn’t on this run'),
  )
}
