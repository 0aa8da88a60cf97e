import { and, eq } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { placeByNeighbours } from '#domain/neighbours.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers } from '../../../db/tables/customers.ts'
import { jobs } from '../../../db/tables/runs.ts'
import type { Driver } from './drivers-reads.ts'
import type { Candidate } from './due-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { onTheRun, type RunRow } from '../core/runs-reads.ts'
import { addStops, movePlaces, type NewStop } from '../core/stops-commands.ts'

export interface Joining extends Omit<NewStop, 'stopOrder' | 'driver'> {
  customer: Candidate
}

/**
 * Adds stops to a run that the caller has locked: in a draft each beside its nearest neighbour, in an active run at the
 * end of the round, which the truck has not passed yet.
 * @param driverOf the driver of a round
 */
export async function joinRun(
  tx: Queryable,
  run: RunRow,
  joining: readonly Joining[],
  driverOf: (runNumber: number) => Driver | null,
  now: Date,
): Promise<void> {
  const { added, moved } = placesFor(run, await stopsWithRefs(tx, run), joining)
  await movePlaces(tx, moved)
  await addStops(
    tx,
    run,
    added.map(({ joiner, stopOrder }) => ({ ...joiner, stopOrder, driver: driverOf(joiner.customer.runNumber) })),
    now,
  )
}

interface Placed<Joiner> {
  readonly added: { readonly joiner: Joiner; readonly stopOrder: number }[]
  /** Stops of the run whose positions change; their order stays. */
  readonly moved: { readonly stop: StopRow; readonly stopOrder: number }[]
}

/** The positions of stops that would be added to a run. */
export function placesFor<Joiner extends Joining>(
  run: Pick<RunRow, 'status'>,
  there: readonly { stop: StopRow; refId: string }[],
  joining: readonly Joiner[],
): Placed<Joiner> {
  const placed: Placed<Joiner> = { added: [], moved: [] }
  for (const [runNumber, newcomers] of byKey(joining, ({ customer }) => customer.runNumber)) {
    const round = there.filter(({ stop }) => stop.runNumber === runNumber)
    const last = Math.max(0, ...round.map(({ stop }) => stop.stopOrder))
    const asStops = newcomers.map((joiner) => ({
      ...joiner.customer,
      stopOrder: null,
      refId: String(joiner.customer.refNumber),
      joiner,
      stop: null,
    }))
    if (run.status !== 'draft') {
      placed.added.push(...placeByNeighbours(asStops).map(({ joiner }, at) => ({ joiner, stopOrder: last + 1 + at })))
      continue
    }
    const kept = round.map(({ stop, refId }) => ({ ...stop, refId, joiner: null, stop }))
    for (const [at, { joiner, stop }] of placeByNeighbours([...kept, ...asStops]).entries()) {
      if (stop) placed.moved.push({ stop, stopOrder: at + 1 })
      else placed.added.push({ joiner, stopOrder: at + 1 })
    }
  }
  return placed
}

/** The stops on the run, each with the number that distinguishes two customers of one house. */
export async function stopsWithRefs(tx: Queryable, run: RunRow): Promise<{ stop: StopRow; refId: string }[]> {
  const rows = await tx
    .select({ stop: jobs, refNumber: customers.refNumber })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, run.runOrderID), onTheRun))
  return rows.map(({ stop, refNumber }) => ({ stop, refId: String(refNumber) }))
}
