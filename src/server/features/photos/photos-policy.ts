import { and, eq, exists, or, type SQL } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { photos } from '../../db/tables/events.ts'
import { jobDrivers, jobs } from '../../db/tables/runs.ts'
import type { Actor } from '../../http/serve.ts'

interface Upload {
  readonly purpose: 'job-photo' | 'customer-photo' | 'email-content'
  readonly photoID: string
  readonly sha256: string
  readonly assignmentID?: string | undefined
}

/** Which of these photos of stops this person may put there, asked once for all. */
export async function mayUploadAll(db: Queryable, actor: Actor, uploads: readonly { photoID: string; sha256: string; assignmentID: string }[]): Promise<(upload: { photoID: string; sha256: string; assignmentID: string }) => boolean> {
  const known = await db.select({ photoID: photos.photoID, sha256: photos.sha256, uploadedBy: photos.uploadedBy }).from(photos).where(among(photos.photoID, uploads.map(({ photoID }) => photoID)))
  const his = await db
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(and(among(jobs.assignmentID, uploads.map(({ assignmentID }) => assignmentID)), reachable(db, actor)))
  const owned = new Set(his.map(({ assignmentID }) => assignmentID))
  const before = new Map(known.map((photo) => [photo.photoID, photo]))
  return ({ photoID, sha256, assignmentID }) => isFreeFor(actor, sha256, before.get(photoID)) && owned.has(assignmentID.toLowerCase())
}

/** A photo that was acknowledged is never given to somebody else, nor other bytes under its id. */
const isFreeFor = (actor: Actor, sha256: string, known: { sha256: string; uploadedBy: string | null } | undefined) =>
  known === undefined || (known.sha256 === sha256 && known.uploadedBy === actor.userID)

/** The jobs there are for an admin; for a driver those he has or ever had. */
const reachable = (db: Queryable, actor: Actor) =>
  actor.role === 'ADMIN' ? undefined : or(eq(jobs.driverID, actor.userID), everHad(db, actor.userID, eq(jobDrivers.assignmentID, jobs.assignmentID)))

/** He has this job, or ever had it: a stop re-assigned while he was offline was still photographed by him. */
const everHad = (db: Queryable, driverID: string, job: SQL) =>
  exists(db.select().from(jobDrivers).where(and(eq(jobDrivers.driverID, driverID), job)))

/** Whether this person may put this photo there: an admin to any job there is; a driver to a job he has or ever had. */
export async function mayUpload(db: Queryable, actor: Actor, upload: Upload): Promise<boolean> {
  const { purpose, assignmentID } = upload
  if (purpose === 'job-photo' && assignmentID) return (await mayUploadAll(db, actor, [{ ...upload, assignmentID }]))({ ...upload, assignmentID })
  const [known] = await db.select({ sha256: photos.sha256, uploadedBy: photos.uploadedBy }).from(photos).where(eq(photos.photoID, upload.photoID))
  return actor.role === 'ADMIN' && isFreeFor(actor, upload.sha256, known)
}

/** The photo when this person may see it: his own job's, or an access photo of a customer whose job he has or had. */
export async function photoFor(db: Queryable, actor: Actor, photoID: string): Promise<{ storageKey: string } | null> {
  const his = {
    ADMIN: undefined,
    DRIVER: exists(
      db
        .select()
        .from(jobs)
        .where(
          and(
            or(eq(jobs.assignmentID, photos.jobID), eq(jobs.customerID, photos.customerID)),
            reachable(db, actor),
          ),
        ),
    ),
    CUSTOMER: or(
      eq(photos.customerID, actor.userID),
      exists(db.select().from(jobs).where(and(eq(jobs.assignmentID, photos.jobID), eq(jobs.customerID, actor.userID)))),
    ),
  }[actor.role]
  const [photo] = await db
    .select({ storageKey: photos.storageKey })
    .from(photos)
    .where(and(eq(photos.photoID, photoID), his))
  return photo ?? null
}
