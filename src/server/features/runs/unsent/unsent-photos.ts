import { createHash } from 'node:crypto'
import type { DoneEvent } from '#contract/v1/done.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { photoKey } from '#domain/photo-file.ts'
import type { Database } from '../../../db/database.ts'
import { checkPhotoFile } from '../../../files/check-photo-file.ts'
import { type StoragePort, StorageTrouble } from '../../../ports.ts'
import { type PhotoFile, photoFiles } from '../recording/photo-files.ts'
import type { Readable } from '../recording/read-event.ts'

type PhotoEvent = Extract<DoneEvent, { type: 'photo' }>

/** photoID -> base64, for the readable photos of the file. */
export function bytesInFile(photos: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    photos.flatMap((photo): [string, string][] => {
      if (!isObject(photo)) return []
      const { photoID, base64 } = photo
      return typeof photoID === 'string' && typeof base64 === 'string' ? [[photoID.toLowerCase(), base64]] : []
    }),
  )
}

/**
 * A record of the file as the device would have sent it, so that it is the same record when the device sends it later.
 * Its run is in the address, and a photo that was never uploaded gets the store key that the upload would have given
 * it.
 */
export function asSent(event: unknown): unknown {
  if (!isObject(event)) return event
  const { runOrderID: _run, ...sent } = event
  const { type, key, photoID, sha256 } = sent
  if (type !== 'photo' || key !== '' || typeof photoID !== 'string' || typeof sha256 !== 'string') return sent
  return { ...sent, key: photoKey('job-photo', photoID.toLowerCase(), sha256) }
}

/** The stored files of these records' photos, after photos that exist only in the file were put into the store. */
export async function filesBrought(
  database: Database,
  storage: StoragePort,
  records: readonly Readable[],
  inFile: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, PhotoFile>> {
  const files = await photoFiles(database, storage, records)
  const brought: Readable[] = []
  // One after the other, because each may be 20 MB.
  for (const record of records) {
    const here = files.get(record.eventID)
    if (record.known?.type !== 'photo' || (here !== 'photo_not_uploaded' && here !== 'photo_damaged')) continue
    const base64 = inFile.get(record.known.photoID)
    if (base64 === undefined) continue
    const put = await putIntoStore(storage, record.known, base64)
    if (put === 'stored') brought.push(record)
    else files.set(record.eventID, put)
  }
  // The photo is checked like an uploaded one: nothing is acknowledged without a check.
  for (const [eventID, file] of await photoFiles(database, storage, brought)) files.set(eventID, file)
  return files
}

async function putIntoStore(
  storage: StoragePort,
  photo: PhotoEvent,
  base64: string,
): Promise<'stored' | Exclude<PhotoFile, object>> {
  const bytes = Buffer.from(base64, 'base64')
  const { type, fault } = await checkPhotoFile(bytes)
  const isIt = bytes.length === photo.size && createHash('sha256').update(bytes).digest('hex') === photo.sha256
  if (
    !isIt ||
    type === null ||
    fault === 'not_a_photo' ||
    bytes.length > MAX_UPLOAD_BYTES ||
    photo.key !== photoKey('job-photo', photo.photoID, photo.sha256)
  )
    return 'photo_damaged'
  if (fault !== null) return fault
  try {
    await storage.write(photo.key, bytes, type, photo.sha256)
    return 'stored'
  } catch (error) {
    if (error instanceof StorageTrouble) return 'store_away'
    throw error
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
