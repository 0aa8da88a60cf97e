import { and, asc, eq, not } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { placesFrom } from '#domain/driven-order.ts'
import { placeByNeighbours } from '#domain/neighbours.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { refuseField } from '../../../http/refused.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { stopsWithRefs } from '../planning/join-commands.ts'
import { DRIVEN, drivenStops } from '../planning/past-runs-reads.ts'
import { onTheRun, runByID, type RunRow } from '../core/runs-reads.ts'
import { movePlaces } from '../core/stops-commands.ts'

/**
 * Puts the named stops first in that order, then the others in their existing order, renumbered within each round.
 * @returns whether one moved
 */
export async function order(tx: Queryable, run: RunRow, first: readonly StopRow[]): Promise<boolean> {
  const isFirst = new Set(first.map(({ assignmentID }) => assignmentID))
  const all = await tx
    .select()
    .from(jobs)
    .where(eq(jobs.runOrderID, run.runOrderID))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder), asc(jobs.assignmentID))
  const now = new Map(all.map((stop) => [stop.assignmentID, stop]))
  return numberAnew(tx, [
    ...first.map(({ assignmentID }) => now.get(assignmentID)!),
    ...all.filter(({ assignmentID }) => !isFirst.has(assignmentID)),
  ])
}

/**
 * Puts the stops in the order in which a past run was driven. A customer without a record there is placed beside their
 * neighbours; stops that left the run go to the end.
 * @returns whether one moved
 */
export async function orderFrom(tx: Queryable, run: RunRow, pastRunID: string): Promise<boolean> {
  if (pastRunID === run.runOrderID) refuseField('jobs.orderFrom', 'This is the same run')
  const past = await runByID(tx, pastRunID)
  if (!past) refuseField('jobs.orderFrom', 'This run doesn’t exist')
  if (!DRIVEN.some((status) => status === past.status)) refuseField('jobs.orderFrom', 'This run hasn’t been driven yet')
  const stops = await stopsWithRefs(tx, run)
  const places = placesFrom(
    await drivenStops(tx, pastRunID),
    stops.map(({ stop }) => stop),
  )
  const placed = placeByNeighbours(
    stops.map(({ stop, refId }) => ({
      ...stop,
      stopOrder: places.get(stop.customerID) ?? null,
      refId,
      stop,
    })),
  )
  const gone = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), not(onTheRun)))
    .orderBy(asc(jobs.stopOrder), asc(jobs.assignmentID))
  return numberAnew(tx, [...placed.map(({ stop }) => stop), ...gone])
}

/** 1, 2, 3 within each round. */
async function numberAnew(tx: Queryable, wanted: readonly StopRow[]): Promise<boolean> {
  const rounds = [...byKey(wanted, ({ runNumber }) => runNumber).values()]
  return movePlaces(
    tx,
    rounds.flatMap((round) => round.map((stop, at) => ({ stop, stopOrder: at + 1 }))),
  )
}
