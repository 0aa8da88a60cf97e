import { and, eq, exists, isNotNull, ne, or, type SQL } from 'drizzle-orm'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { caseMessages, casePhotos, cases } from '../../db/tables/cases.ts'
import { customers } from '../../db/tables/customers.ts'
import { photos } from '../../db/tables/events.ts'
import { jobDrivers, jobs, runs } from '../../db/tables/runs.ts'
import type { Actor } from '../../http/serve.ts'
import { staysOnDevices, shownToDriver } from '../runs/public.ts'

interface Upload {
  readonly purpose: 'job-photo' | 'customer-photo' | 'case-photo' | 'email-content'
  readonly photoID: string
  readonly sha256: string
  readonly assignmentID?: string | undefined
}

/** Which of these photos of stops this person may upload, in one query. */
export async function mayUploadAll(
  db: Queryable,
  actor: Actor,
  uploads: readonly { photoID: string; sha256: string; assignmentID: string }[],
): Promise<(upload: { photoID: string; sha256: string; assignmentID: string }) => boolean> {
  const known = await db
    .select({ photoID: photos.photoID, sha256: photos.sha256, uploadedBy: photos.uploadedBy })
    .from(photos)
    .where(
      among(
        photos.photoID,
        uploads.map(({ photoID }) => photoID),
      ),
    )
  const reachableStops = await db
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(
      and(
        among(
          jobs.assignmentID,
          uploads.map(({ assignmentID }) => assignmentID),
        ),
        reachable(db, actor),
      ),
    )
  const owned = new Set(reachableStops.map(({ assignmentID }) => assignmentID))
  const before = new Map(known.map((photo) => [photo.photoID, photo]))
  return ({ photoID, sha256, assignmentID }) =>
    isFreeFor(actor, sha256, before.get(photoID)) && owned.has(assignmentID.toLowerCase())
}

/** An acknowledged photo is never reassigned to another user, and its id never gets other bytes. */
const isFreeFor = (actor: Actor, sha256: string, known: { sha256: string; uploadedBy: string | null } | undefined) =>
  known === undefined || (known.sha256 === sha256 && known.uploadedBy === actor.userID)

/** All stops for an admin; for a driver those they have or ever had. */
const reachable = (db: Queryable, actor: Actor) =>
  actor.role === 'ADMIN'
    ? undefined
    : or(eq(jobs.driverID, actor.userID), everHad(db, actor.userID, eq(jobDrivers.assignmentID, jobs.assignmentID)))

/** A stop may be reassigned while the driver is offline and photographs it. */
const everHad = (db: Queryable, driverID: string, stop: SQL) =>
  exists(
    db
      .select()
      .from(jobDrivers)
      .where(and(eq(jobDrivers.driverID, driverID), stop)),
  )

/**
 * Whether this person may upload this photo: an admin to any existing stop, a driver to one they have or had, a
 * customer for a case.
 */
export async function mayUpload(db: Queryable, actor: Actor, upload: Upload): Promise<boolean> {
  const { purpose, assignmentID } = upload
  if (purpose === 'job-photo' && assignmentID)
    return (await mayUploadAll(db, actor, [{ ...upload, assignmentID }]))({ ...upload, assignmentID })
  const [known] = await db
    .select({ sha256: photos.sha256, uploadedBy: photos.uploadedBy })
    .from(photos)
    .where(eq(photos.photoID, upload.photoID))
  if (purpose === 'case-photo' && !(await isAccepted(db, actor.userID))) return false
  return actor.role === (purpose === 'case-photo' ? 'CUSTOMER' : 'ADMIN') && isFreeFor(actor, upload.sha256, known)
}

/** Whether the office has accepted the person as a customer: anybody can register. */
async function isAccepted(db: Queryable, customerID: string): Promise<boolean> {
  const [row] = await db
    .select({ status: customers.status })
    .from(customers)
    .where(eq(customers.customerID, customerID))
  return row !== undefined && row.status !== 'PENDING'
}

/**
 * The photo if this person may see it; else null.
 * - A photo removed from its customer (`removeCustomerPhoto`) is shown to nobody.
 * - A driver sees the photos they took, those of the stops they have now, and the access photos of those customers, as
 *   long as the stop's run is in their list (`staysOnDevices`).
 * - A customer sees their own access photos, the photos of their stops and those of their cases.
 */
export async function photoFor(
  db: Queryable,
  actor: Actor,
  photoID: string,
  now: Date,
): Promise<{ storageKey: string } | null> {
  const theirs = {
    ADMIN: undefined,
    DRIVER: or(
      and(eq(photos.purpose, 'job-photo'), eq(photos.uploadedBy, actor.userID)),
      exists(
        db
          .select({ assignmentID: jobs.assignmentID })
          .from(jobs)
          .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
          .where(
            and(
              or(eq(jobs.assignmentID, photos.jobID), eq(jobs.customerID, photos.customerID)),
              eq(jobs.driverID, actor.userID),
              shownToDriver,
              staysOnDevices(now),
            ),
          ),
      ),
    ),
    CUSTOMER: or(
      eq(photos.customerID, actor.userID),
      exists(
        db
          .select()
          .from(casePhotos)
          .innerJoin(caseMessages, eq(caseMessages.messageID, casePhotos.messageID))
          .innerJoin(cases, eq(cases.caseID, caseMessages.caseID))
          .where(and(eq(casePhotos.photoID, photos.photoID), eq(cases.customerID, actor.userID))),
      ),
      exists(
        db
          .select()
          .from(jobs)
          .where(and(eq(jobs.assignmentID, photos.jobID), eq(jobs.customerID, actor.userID))),
      ),
    ),
  }[actor.role]
  const stillKept = or(ne(photos.purpose, 'customer-photo'), isNotNull(photos.customerID))
  const [photo] = await db
    .select({ storageKey: photos.storageKey })
    .from(photos)
    .where(and(eq(photos.photoID, photoID), stillKept, theirs))
  return photo ?? null
}
