import { and, asc, eq, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { byKey } from '#domain/by-key.ts'
import { isID } from '#domain/identifiers.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { photos } from '../../../db/tables/events.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { sameWeek } from '../../../db/same-week.ts'

export type StopRow = typeof jobs.$inferSelect

export interface PhotoSeen {
  photoID: string
  takenAt: Date | null
}

/** A stop with the names that belong to its ids. */
export interface StopShown extends StopRow {
  customer: string
  driver: string | null
  noPickup: { noPickupID: string; reason: string | null; late: boolean } | null
  photos: PhotoSeen[]
  accessPhotos: PhotoSeen[]
}

/** In the order of the round. */
export async function stopsShown(db: Queryable, where: SQL | undefined): Promise<StopShown[]> {
  const driver = alias(users, 'driver')
  const rows = await db
    .select({
      stop: jobs,
      customer: users.fullName,
      driver: driver.fullName,
      noPickup: { noPickupID: noPickups.noPickupID, reason: noPickups.reason, late: noPickups.late },
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .innerJoin(users, eq(users.userID, jobs.customerID))
    .leftJoin(driver, eq(driver.userID, jobs.driverID))
    .leftJoin(noPickups, and(eq(noPickups.customerID, jobs.customerID), sameWeek(noPickups, runs)))
    .where(where)
    .orderBy(asc(jobs.runOrderID), asc(jobs.runNumber), asc(jobs.stopOrder), asc(jobs.assignmentID))
  const { taken, access } = await photosBeside(
    db,
    rows.map(({ stop }) => stop),
  )
  return rows.map(({ stop, ...names }) => ({
    ...stop,
    ...names,
    photos: stop.photoIDs.flatMap((photoID) => taken.get(photoID) ?? []),
    accessPhotos: access.get(stop.customerID) ?? [],
  }))
}

/** The photos taken at these stops by their own id, and the access photos by customer; one statement for both. */
async function photosBeside(
  db: Queryable,
  rows: readonly Pick<StopRow, 'customerID' | 'photoIDs'>[],
): Promise<{ taken: Map<string, PhotoSeen>; access: Map<string, PhotoSeen[]> }> {
  if (rows.length === 0) return { taken: new Map(), access: new Map() }
  const customerIDs = [...new Set(rows.map(({ customerID }) => customerID))]
  const ofTheWayIn = and(eq(photos.purpose, 'customer-photo'), among(photos.customerID, customerIDs))
  const found = await db
    .select({
      photoID: photos.photoID,
      takenAt: photos.takenAt,
      customerID: photos.customerID,
      purpose: photos.purpose,
    })
    .from(photos)
    .where(
      or(
        among(
          photos.photoID,
          rows.flatMap(({ photoIDs }) => photoIDs),
        ),
        ofTheWayIn,
      ),
    )
    .orderBy(asc(photos.photoID))
  const access = found.filter(({ purpose }) => purpose === 'customer-photo')
  return {
    taken: new Map(found.map((photo) => [photo.photoID, photo])),
    access: byKey(access, ({ customerID }) => customerID!),
  }
}

export async function stopByID(db: Queryable, assignmentID: string): Promise<StopRow | null> {
  if (!isID(assignmentID)) return null
  const [row] = await db.select().from(jobs).where(eq(jobs.assignmentID, assignmentID))
  return row ?? null
}
