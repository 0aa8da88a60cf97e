import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { jobs, ownOrders } from '../../../db/tables/runs.ts'

export function ownOrdersOf(db: Queryable, runOrderID: string) {
  return db
    .select({ driverID: ownOrders.driverID, assignmentIDs: ownOrders.assignmentIDs })
    .from(ownOrders)
    .where(eq(ownOrders.runOrderID, runOrderID))
    .orderBy(asc(ownOrders.driverID))
}

/** The order in which the driver who has this stop drives its run; empty: the office's. */
export async function ownOrderAt(db: Queryable, assignmentID: string): Promise<readonly string[]> {
  const [row] = await db
    .select({ assignmentIDs: ownOrders.assignmentIDs })
    .from(jobs)
    .innerJoin(ownOrders, and(eq(ownOrders.runOrderID, jobs.runOrderID), eq(ownOrders.driverID, jobs.driverID)))
    .where(eq(jobs.assignmentID, assignmentID))
  return row?.assignmentIDs ?? []
}
