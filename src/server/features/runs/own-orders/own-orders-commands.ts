import { and, eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { tellOwnOrder } from '#contract/v1/own-orders.ts'
import type { Queryable } from '../../../db/database.ts'
import { ownOrders } from '../../../db/tables/runs.ts'
import { Refused } from '../../../http/refused.ts'
import { runOfDriver } from '../core/runs-reads.ts'

/** No audit entry: nothing of the run changes. Ids that are not the driver's stops count for nothing when it is read. */
export async function takeOwnOrder(
  tx: Queryable,
  { driverID, now }: { driverID: string; now: Date },
  { runOrderID, assignmentIDs }: InputOf<typeof tellOwnOrder>,
): Promise<void> {
  if (!(await runOfDriver(tx, runOrderID, driverID, now))) throw new Refused('not_found')
  if (assignmentIDs.length === 0) {
    await tx.delete(ownOrders).where(and(eq(ownOrders.runOrderID, runOrderID), eq(ownOrders.driverID, driverID)))
    return
  }
  await tx
    .insert(ownOrders)
    .values({ runOrderID, driverID, assignmentIDs })
    .onConflictDoUpdate({ target: [ownOrders.runOrderID, ownOrders.driverID], set: { assignmentIDs } })
}
