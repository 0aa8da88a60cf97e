import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { byKey } from '#domain/by-key.ts'
import { isID } from '#domain/identifiers.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { photos } from '../../../db/tables/events.ts'
import { customerPlaces } from '../../../db/tables/places.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { sameWeek } from '../../../db/same-week.ts'

export type StopRow = typeof jobs.$inferSelect

export interface PhotoSeen {
  photoID: string
  takenAt: Date | null
}

export interface StopShown extends StopRow {
  customer: string
  driver: string | null
  latitude: number | null
  longitude: number | null
  onHold: boolean
  openEventIDs: string[]
  noPickup: { noPickupID: string; reason: string | null; late: boolean } | null
  photos: PhotoSeen[]
  accessPhotos: PhotoSeen[]
}

/**
 * The no pickup of a stop's customer for the week of its run. Query it for each stop (lateral, limit 1): with a normal
 * join the database reads all no pickups of the week.
 */
export const noPickupOfStop = and(eq(noPickups.customerID, jobs.customerID), sameWeek(noPickups, runs))

/** The stops in the order of the round. */
export async function stopsShown(db: Queryable, where: SQL | undefined): Promise<StopShown[]> {
  const driver = alias(users, 'driver')
  const { noPickupID, reason, late } = noPickups
  const noPickup = db
    .select({ noPickupID, reason, late })
    .from(noPickups)
    .where(noPickupOfStop)
    .limit(1)
    .as('no_pickup')
  const rows = await db
    .select({
      stop: jobs,
      customer: users.fullName,
      driver: driver.fullName,
      onHold: sql<boolean>`exists (select from customers held where held.customer_id = ${jobs.customerID} and held.held_since is not null)`,
      openEventIDs: sql<
        string[]
      >`(select coalesce(jsonb_agg(open.event_id order by open.event_id), '[]') from events open where open.job_id = ${jobs.assignmentID} and open.decision = 'open' and not open.counts)`,
      latitude: customerPlaces.latitude,
      longitude: customerPlaces.longitude,
      noPickup: { noPickupID: noPickup.noPickupID, reason: noPickup.reason, late: noPickup.late },
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .innerJoin(users, eq(users.userID, jobs.customerID))
    .leftJoin(driver, eq(driver.userID, jobs.driverID))
    .leftJoin(customerPlaces, eq(customerPlaces.customerID, jobs.customerID))
    .leftJoinLateral(noPickup, sql`true`)
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

/** The photos of these stops, and the access photos of their customers, in one statement. */
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
