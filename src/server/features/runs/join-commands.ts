import { and, eq } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { placeByNeighbours } from '#domain/neighbours.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { jobs } from '../../db/tables/runs.ts'
import type { Driver } from './drivers-reads.ts'
import type { JobRow } from './jobs-reads.ts'
import { onTheRun, type RunRow } from './runs-reads.ts'
import { addStops, movePlaces, type NewStop } from './stops-commands.ts'

export type Joining = Omit<NewStop, 'stopOrder' | 'driver'>

/**
 * Stops that join a run: in a draft each beside its nearest neighbour, in an active run at the round's end, where the truck comes by
 * for certain. The caller has locked the run.
 * @param driverOf who drives that round
 */
export async function joinRun(tx: Queryable, run: RunRow, joining: readonly Joining[], driverOf: (runNumber: number) => Driver | null, now: Date): Promise<void> {
  const there = await stopsWithRefs(tx, run)
  const added: NewStop[] = []
  const places: { job: JobRow; stopOrder: number }[] = []
  for (const [runNumber, newcomers] of byKey(joining, ({ customer }) => customer.runNumber)) {
    const round = there.filter(({ job }) => job.runNumber === runNumber)
    const last = Math.max(0, ...round.map(({ job }) => job.stopOrder))
    const asStops = newcomers.map((joiner) => ({ ...joiner.customer, stopOrder: null, refId: String(joiner.customer.refNumber), joiner, job: null }))
    const driver = driverOf(runNumber)
    if (run.status !== 'draft') {
      added.push(...placeByNeighbours(asStops).map(({ joiner }, at) => ({ ...joiner, stopOrder: last + 1 + at, driver })))
      continue
    }
    const placed = round.map(({ job, refId }) => ({ ...job, refId, joiner: null, job }))
    for (const [at, { joiner, job }] of placeByNeighbours([...placed, ...asStops]).entries()) {
      if (job) places.push({ job, stopOrder: at + 1 })
      else added.push({ ...joiner, stopOrder: at + 1, driver })
    }
  }
  await movePlaces(tx, places)
  await addStops(tx, run, added, now)
}

/** What is on the run, each with the number that tells two customers of one house apart. */
export async function stopsWithRefs(tx: Queryable, run: RunRow): Promise<{ job: JobRow; refId: string }[]> {
  const rows = await tx
    .select({ job: jobs, refNumber: customers.refNumber })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, run.runOrderID), onTheRun))
  return rows.map(({ job, refNumber }) => ({ job, refId: String(refNumber) }))
}
