import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { DoneEvent } from '#contract/v1/done.ts'
import { photoKey, photoType, type PhotoType } from '#domain/photo-file.ts'
import type { Database } from '../../../db/database.ts'
import { events } from '../../../db/tables/events.ts'
import type { StoragePort } from '../../../ports.ts'
import type { Readable } from './read-event.ts'

export type PhotoFile = { contentType: PhotoType } | 'photo_not_uploaded' | 'photo_damaged'
type PhotoEvent = Extract<DoneEvent, { type: 'photo' }>

/**
 * eventID -> what lies in the store for it. Length, SHA-256 and first bytes are checked before anything is acknowledged
 * (offline.md, "Photos"), and before the transaction, which waits for no file. What was acknowledged once is not read again.
 */
export async function photoFiles(db: Database, storage: StoragePort, batch: readonly Readable[]): Promise<Map<string, PhotoFile>> {
  const photos = batch.flatMap(({ eventID, known }) => (known?.type === 'photo' ? [{ eventID, photo: known }] : []))
  if (photos.length === 0) return new Map()
  const kept = await db.select({ eventID: events.eventID }).from(events).where(inArray(events.eventID, photos.map(({ eventID }) => eventID)))
  const acknowledged = new Set(kept.map(({ eventID }) => eventID))
  const files = new Map<string, PhotoFile>()
  // One after the other: each may be 20 MB.
  for (const { eventID, photo } of photos) if (!acknowledged.has(eventID)) files.set(eventID, await check(storage, photo))
  return files
}

async function check(storage: StoragePort, photo: PhotoEvent): Promise<PhotoFile> {
  // The key is made from the photo's own id and content: any other would be somebody else's file.
  if (photo.key !== photoKey('job-photo', photo.photoID, photo.sha256)) return 'photo_damaged'
  const file = await storage.read(photo.key)
  if (!file) return 'photo_not_uploaded'
  const contentType = photoType(file.bytes)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  return contentType !== null && file.bytes.length === photo.size && sha256 === photo.sha256 ? { contentType } : 'photo_damaged'
}
