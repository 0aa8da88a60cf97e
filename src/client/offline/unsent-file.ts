import { UNSENT_FORMAT, UNSENT_VERSION, type UnsentFile } from '#domain/unsent-file.ts'
import { toWire } from './envelope.ts'
import type { Device } from './device.ts'
import { unsentEvents } from './events-in.ts'

/**
 * Everything not acknowledged, needs-attention included, as text to share or download. Changes nothing on the phone.
 */
export async function exportUnsent(
  device: Pick<Device, 'db' | 'ports' | 'userID' | 'deviceID'>,
): Promise<{ fileName: string; text: string }> {
  const { db, ports, userID, deviceID } = device
  const exportedAt = ports.now().toISOString()
  const unsent = (await unsentEvents(db)).sort((a, b) => a.seq - b.seq)
  const file: UnsentFile = {
    format: UNSENT_FORMAT,
    v: UNSENT_VERSION,
    exportedAt,
    userID,
    deviceID,
    appBuild: ports.appBuild,
    events: [],
    photos: [],
  }
  for (const event of unsent) {
    // An event of a newer build may have another payload: it is exported as it is and does not fail the others.
    const photoID: unknown = event.type === 'photo' ? event.payload.photoID : null
    const photo = typeof photoID === 'string' ? ((await db.photos.get(photoID)) ?? null) : null
    file.events.push({ ...toWire(event, photo), runOrderID: event.runOrderID })
    const stored = photo ? await db.photoBytes.get(photo.photoID) : undefined
    if (!photo || !stored) continue
    const { contentType, size, sha256 } = photo
    file.photos.push({ photoID: photo.photoID, contentType, size, sha256, base64: toBase64(stored.bytes) })
  }
  return { fileName: `bagrun-unsent-${exportedAt.slice(0, 10)}-${deviceID.slice(-6)}.json`, text: JSON.stringify(file) }
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  // In chunks: a photo has more bytes than a call may have arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
