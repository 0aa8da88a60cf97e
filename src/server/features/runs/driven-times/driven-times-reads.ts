import { and, eq, or, sql } from 'drizzle-orm'
import type { StopAhead } from '#domain/arrivals.ts'
import { drivenTimes, type DrivenTimes, streetNameOf } from '#domain/driven-times.ts'
import { placeOf } from '#domain/known-place.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { drivenGaps, enoughGaps } from '../../../db/tables/driven.ts'
import { customerPlaces } from '../../../db/tables/places.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { onTheRun } from '../core/runs-reads.ts'

/** What is known of the ways between a run's stops. @param driverID only between that driver's stops; null: all */
export async function drivenTimesOf(db: Queryable, runOrderID: string, driverID: string | null): Promise<DrivenTimes> {
  const stops = await db
    .selectDistinct({ suburb: jobs.suburb, address: jobs.address })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun, driverID === null ? undefined : eq(jobs.driverID, driverID)))
  return drivenTimesBetween(db, stops)
}

export async function drivenTimesBetween(
  db: Queryable,
  stops: readonly { suburb: string; address: string }[],
): Promise<DrivenTimes> {
  const named = stops.map(streetNameOf)
  const within = (kind: 'street' | 'suburb') => {
    const names = [...new Set(named.map((stop) => stop[kind]))]
    return and(eq(drivenGaps.kind, kind), among(drivenGaps.first, names), among(drivenGaps.second, names))
  }
  const rows = await db
    .select()
    .from(drivenGaps)
    .where(
      and(
        enoughGaps(drivenGaps.gaps),
        or(within('street'), within('suburb'), and(eq(drivenGaps.kind, 'stop'), eq(drivenGaps.first, ''))),
      ),
    )
    .orderBy(drivenGaps.kind, drivenGaps.first, drivenGaps.second)
  return drivenTimes(rows)
}

/** The stops of the driver who has this one, in its run. */
export async function stopsAhead(db: Queryable, assignmentID: string): Promise<StopAhead[]> {
  const its = db
    .select({ runOrderID: jobs.runOrderID, driverID: jobs.driverID })
    .from(jobs)
    .where(eq(jobs.assignmentID, assignmentID))
  const rows = await db
    .select({
      assignmentID: jobs.assignmentID,
      suburb: jobs.suburb,
      address: jobs.address,
      latitude: customerPlaces.latitude,
      longitude: customerPlaces.longitude,
      runNumber: jobs.runNumber,
      stopOrder: jobs.stopOrder,
      outcome: jobs.outcome,
      doneAt: jobs.doneAt,
      isOwn: sql<boolean>`${jobs.recordedBy} is not distinct from ${jobs.driverID}`,
    })
    .from(jobs)
    .leftJoin(customerPlaces, eq(customerPlaces.customerID, jobs.customerID))
    .where(and(sql`(${jobs.runOrderID}, ${jobs.driverID}) = (${its})`, onTheRun))
  return rows.map(({ outcome, doneAt, isOwn, latitude, longitude, ...stop }) => ({
    ...stop,
    point: placeOf({ latitude, longitude }),
    isOpen: outcome === null,
    // The time of an outcome that the office recorded is when it was entered, not when the driver was there.
    doneAt: isOwn ? (doneAt?.getTime() ?? null) : null,
  }))
}
