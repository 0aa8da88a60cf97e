import { MAX_UPLOAD_BYTES, PIXELS_MAX } from '#domain/limits.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { PhotoNotSaved } from '#client/offline/photos-in-hand.ts'
import { isRoomShort } from '#client/offline/store/room.ts'
import { NotSaved, saveCapturedPhoto } from '#client/offline/outbox/record.ts'
import type { PickedPhoto } from './camera.ts'
import type { Compressor } from './compressor.ts'
import { photoType } from '#domain/photo-file.ts'
import { pixelsOf, withoutMetadata } from '#domain/photo-metadata.ts'

/** Checks, compresses and stores a photo with its event in one transaction. Null: it is saved. */
export async function savePhoto(
  device: Device,
  assignmentID: string,
  picked: PickedPhoto & { photoID?: string },
  compressor: Compressor,
): Promise<PhotoNotSaved | null> {
  // Reading has already begun; its error is ignored when the size alone is refused.
  picked.bytes.catch(() => undefined)
  if (picked.size > MAX_UPLOAD_BYTES) return 'too-large'
  let original: ArrayBuffer
  try {
    original = await picked.bytes
  } catch {
    return 'unreadable'
  }
  // Some phones return an empty file when the camera was closed too early.
  if (original.byteLength === 0) return 'unreadable'
  const type = photoType(new Uint8Array(original))
  if (type === null) return 'not-a-photo'
  try {
    const smaller = await compressor.compress(original, type, await isRoomShort(device))
    if (smaller === 'damaged') return 'unreadable'
    // Safari's encoder writes Exif into its output.
    const made = smaller && withoutMetadata(new Uint8Array(smaller))
    const bytes = made ?? withoutMetadata(new Uint8Array(original))
    // The office would refuse both permanently, and the driver can still take the photo again.
    if (!bytes) return 'unreadable'
    if (pixelsOf(bytes) > PIXELS_MAX) return 'too-many-pixels'
    await saveCapturedPhoto(device, assignmentID, {
      bytes: bytes.buffer,
      contentType: made ? 'image/jpeg' : type,
      takenAt: picked.takenAt.toISOString(),
      photoID: picked.photoID,
    })
    return null
  } catch (error) {
    // After any other error the driver is told that this photo is not stored.
    return error instanceof NotSaved ? error.reason : 'database'
  }
}
