import type { InputOf } from '#contract/endpoint.ts'
import type { addToCase } from '#contract/v1/cases.ts'
import { MAX_FILES } from '#domain/limits.ts'
import { PHOTO_FAULTS } from '#domain/photo-check.ts'
import type { PhotoType } from '#domain/photo-file.ts'
import type { Queryable } from '../../db/database.ts'
import { nameUploads, removedUploads } from '../../db/uploads.ts'
import { casePhotos } from '../../db/tables/cases.ts'
import { photos } from '../../db/tables/events.ts'
import { storedPhoto } from '../../files/stored-photo.ts'
import type { Author } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import type { StoragePort } from '../../ports.ts'
import { countPhotos } from './cases-reads.ts'

const NOT_ARRIVED = { message: 'The photo hasn’t arrived yet.' }

type Announced = NonNullable<InputOf<typeof addToCase>['photos']>[number]
export type CheckedPhoto = Announced & { readonly contentType: PhotoType }

/** The stored files of these photos, checked like every photo. Reads whole files, so never call it in a transaction. */
export async function checkedPhotos(
  storage: StoragePort,
  announced: readonly Announced[] | undefined,
): Promise<CheckedPhoto[]> {
  const checked: CheckedPhoto[] = []
  for (const photo of announced ?? []) {
    const stored = await storedPhoto(storage, { ...photo, purpose: 'case-photo' })
    if (stored.state === 'refused')
      throw new Refused('not_a_photo', { message: PHOTO_FAULTS[stored.fault], reason: stored.fault })
    if (stored.state !== 'whole') throw new Refused('upload_mismatch', stored.state === 'missing' ? NOT_ARRIVED : {})
    checked.push({ ...photo, contentType: stored.contentType })
  }
  return checked
}

/**
 * Adds the photos to a message, at most MAX_FILES per case. `photos.customerID` stays empty: with it drivers would see
 * them as access photos.
 */
export async function attachPhotos(
  tx: Queryable,
  { actor, now }: Author,
  { caseID, messageID }: { caseID: string; messageID: string },
  added: readonly CheckedPhoto[],
): Promise<void> {
  if (added.length === 0) return
  if ((await countPhotos(tx, caseID)) + added.length > MAX_FILES) throw new Refused('too_many_files')
  const keys = added.map(({ key }) => key)
  if ((await removedUploads(tx, keys)).size > 0) throw new Refused('upload_mismatch', NOT_ARRIVED)
  const rows = added.map(({ photoID, key, contentType, size, sha256 }) => ({
    photoID,
    purpose: 'case-photo' as const,
    storageKey: key,
    contentType,
    size,
    sha256,
    uploadedBy: actor.userID,
    createdAt: now,
  }))
  // A photo belongs to one message.
  await refusing(() => tx.insert(photos).values(rows), { unique: { any: 'upload_mismatch' } })
  await nameUploads(tx, keys)
  await tx.insert(casePhotos).values(added.map(({ photoID }, place) => ({ photoID, messageID, place })))
}
