import type { DoneEvent } from '#contract/v1/done.ts'
import type { PhotoType } from '#domain/photo-file.ts'
import type { Database } from '../../../db/database.ts'
import { type StoragePort, StorageTrouble } from '../../../ports.ts'
import { type Refusable, storedPhoto } from '../../../files/stored-photo.ts'
import { knownAmong } from '../core/events-reads.ts'
import type { Readable } from './read-event.ts'

/** `store_away`: the store can't be reached. The photo gets no verdict yet; the other events of the batch do. */
export type PhotoFile = { contentType: PhotoType } | 'photo_not_uploaded' | 'photo_damaged' | Refusable | 'store_away'
/** Each may be 20 MB if the store has to read it. */
const AT_A_TIME = 4
type PhotoEvent = Extract<DoneEvent, { type: 'photo' }>

/**
 * eventID -> the photo's file in the store. Length, SHA-256 and the file's parts are checked before anything is
 * acknowledged (offline.md, "Photos"), and before the transaction, which must not wait for files. A photo that was
 * acknowledged is not read again.
 */
export async function photoFiles(
  db: Database,
  storage: StoragePort,
  batch: readonly Readable[],
): Promise<Map<string, PhotoFile>> {
  const photos = batch.flatMap(({ eventID, known }) => (known?.type === 'photo' ? [{ eventID, photo: known }] : []))
  if (photos.length === 0) return new Map()
  const kept = await knownAmong(
    db,
    photos.map(({ eventID }) => eventID),
  )
  const acknowledged = new Set(kept.map(({ eventID }) => eventID))
  const files = new Map<string, PhotoFile>()
  const waiting = photos.filter(({ eventID }) => !acknowledged.has(eventID.toLowerCase()))
  while (waiting.length > 0)
    await Promise.all(
      waiting
        .splice(0, AT_A_TIME)
        .map(async ({ eventID, photo }) => void files.set(eventID, await check(storage, photo))),
    )
  return files
}

async function check(storage: StoragePort, photo: PhotoEvent): Promise<PhotoFile> {
  try {
    const stored = await storedPhoto(storage, { ...photo, purpose: 'job-photo' })
    if (stored.state === 'whole') return stored
    if (stored.state === 'refused') return stored.fault
    return stored.state === 'missing' ? 'photo_not_uploaded' : 'photo_damaged'
  } catch (error) {
    if (error instanceof StorageTrouble) return 'store_away'
    throw error
  }
}
