import type { Stop } from '#contract/v1/stops.ts'
import { isFull } from './database.ts'
import { awaitsSignIn } from './meta.ts'
import type { Device } from './device.ts'
import { hasRoomFor } from './photo-room.ts'
import type { Pinned } from './session.ts'
import type { StoredPhoto } from './stored.ts'

/** Access photos are small pictures of a gate; larger ones are not downloaded. */
const LARGEST = 5 * 1024 * 1024

/**
 * Downloads the customers' access photos to the phone, so that they can be seen without signal, and deletes those that
 * no stop shows any more. Best effort: the ready-to-leave page shows how many are missing.
 */
export async function pinAccessPhotos(device: Device, pinned: Pinned): Promise<void> {
  const { db } = device
  // Whole tables are read: a filter in the database walks row by row.
  const [wanted, photos] = await db.transaction('r', db.jobs, db.photos, () =>
    Promise.all([wantedPhotos(device), db.photos.toArray()]),
  )
  const pinnedRows = photos.filter((photo) => photo.kind === 'access')
  const gone = pinnedRows.filter((photo) => !wanted.has(photo.photoID)).map((photo) => photo.photoID)
  if (gone.length > 0) {
    await db.transaction('rw', db.photos, db.photoBytes, async () => {
      await db.photos.bulkDelete(gone)
      await db.photoBytes.bulkDelete(gone)
    })
  }
  const here = new Set(pinnedRows.map((photo) => photo.photoID))
  for (const [photoID, { link, assignmentID }] of wanted) {
    if (here.has(photoID)) continue
    if (!(await hasRoomFor(device, LARGEST))) return
    const fetched = await pinned.fetchPhoto(link.url)
    if (fetched === 'stop') return
    if (fetched === null || fetched.bytes.byteLength === 0 || fetched.bytes.byteLength > LARGEST) continue
    const { bytes, contentType } = fetched
    const row: StoredPhoto = {
      photoID,
      kind: 'access',
      assignmentID,
      eventID: null,
      contentType,
      size: bytes.byteLength,
      sha256: '',
      takenAt: link.takenAt,
      key: null,
      hasBytes: true,
    }
    try {
      await db.transaction('rw', db.photos, db.photoBytes, db.meta, async () => {
        if (await awaitsSignIn(db)) return
        await db.photos.put(row)
        await db.photoBytes.put({ photoID, bytes })
      })
    } catch (error) {
      // Storage full: access photos are best-effort, so no room is made for them.
      if (isFull(error)) return
      throw error
    }
  }
}

/** The access photos of the stops on the phone, each once, under the first stop that shows it. */
export async function wantedPhotos({
  db,
}: Device): Promise<Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>> {
  const wanted = new Map<string, { link: Stop['accessPhotos'][number]; assignmentID: string }>()
  for (const stop of await db.jobs.toArray()) {
    for (const link of stop.accessPhotos)
      if (!wanted.has(link.photoID)) wanted.set(link.photoID, { link, assignmentID: stop.assignmentID })
  }
  return wanted
}
