import { and, asc, eq, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isID } from '#domain/identifiers.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { photos } from '../../db/tables/events.ts'
import { jobs, noPickups, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { byKey } from './by-key.ts'

export type JobRow = typeof jobs.$inferSelect

export interface PhotoSeen {
  photoID: string
  takenAt: Date | null
}

/** A stop with the names beside its ids. */
export interface JobShown extends JobRow {
  customer: string
  driver: string | null
  noPickup: { noPickupID: string; reason: string | null; late: boolean } | null
  photos: PhotoSeen[]
  accessPhotos: PhotoSeen[]
}

/** In the order of the round. */
export async function jobsShown(db: Queryable, where: SQL | undefined): Promise<JobShown[]> {
  const driver = alias(users, 'driver')
  const rows = await db
    .select({
      job: jobs,
      customer: users.fullName,
      driver: driver.fullName,
      noPickup: { noPickupID: noPickups.noPickupID, reason: noPickups.reason, late: noPickups.late },
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .innerJoin(users, eq(users.userID, jobs.customerID))
    .leftJoin(driver, eq(driver.userID, jobs.driverID))
    .leftJoin(
      noPickups,
      and(
        eq(noPickups.customerID, jobs.customerID),
        eq(noPickups.yearNumber, runs.yearNumber),
        eq(noPickups.monthNumber, runs.monthNumber),
        eq(noPickups.weekNumber, runs.weekNumber),
      ),
    )
    .where(where)
    .orderBy(asc(jobs.runOrderID), asc(jobs.runNumber), asc(jobs.stopOrder), asc(jobs.assignmentID))
  const taken = await photosOfJobs(db, rows.map(({ job }) => job))
  const access = await accessPhotosOf(db, rows.map(({ job }) => job.customerID))
  return rows.map(({ job, ...names }) => ({ ...job, ...names, photos: taken.get(job.assignmentID) ?? [], accessPhotos: access.get(job.customerID) ?? [] }))
}

/** assignmentID -> the photos that stand, in order. */
export async function photosOfJobs(db: Queryable, rows: readonly Pick<JobRow, 'assignmentID' | 'photoIDs'>[]): Promise<Map<string, PhotoSeen[]>> {
  const ids = rows.flatMap(({ photoIDs }) => photoIDs)
  if (ids.length === 0) return new Map()
  const found = await db.select({ photoID: photos.photoID, takenAt: photos.takenAt }).from(photos).where(among(photos.photoID, ids))
  const byID = new Map(found.map((photo) => [photo.photoID, photo]))
  return new Map(rows.map(({ assignmentID, photoIDs }) => [assignmentID, photoIDs.flatMap((photoID) => byID.get(photoID) ?? [])]))
}

async function accessPhotosOf(db: Queryable, customerIDs: readonly string[]): Promise<Map<string, PhotoSeen[]>> {
  if (customerIDs.length === 0) return new Map()
  const found = await db
    .select({ customerID: photos.customerID, photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(and(eq(photos.purpose, 'customer-photo'), among(photos.customerID, [...new Set(customerIDs)])))
    .orderBy(asc(photos.photoID))
  return byKey(found, ({ customerID }) => customerID!)
}

export async function jobByID(db: Queryable, assignmentID: string): Promise<JobRow | null> {
  if (!isID(assignmentID)) return null
  const [row] = await db.select().from(jobs).where(eq(jobs.assignmentID, assignmentID))
  return row ?? null
}
