import { toWire } from './envelope.ts'
import type { Phone } from './phone.ts'
import { unsentEvents } from './server-copies.ts'

/** The file of unsent work: same ids, so that it counts once even when the phone sends later. */
export interface UnsentFile {
  format: 'bagrun-unsent'
  v: 1
  exportedAt: string
  userID: string
  deviceID: string
  appBuild: string
  /** As on the wire, each with the run it belongs to. */
  events: (Record<string, unknown> & { runOrderID: string })[]
  photos: { photoID: string; contentType: string; size: number; sha256: string; base64: string }[]
}

/** Everything not acknowledged, needs-attention included, as text to share or download. Changes nothing here. */
export async function exportUnsent(phone: Phone): Promise<{ fileName: string; text: string }> {
  const { db, ports, userID, deviceID } = phone
  const exportedAt = ports.now().toISOString()
  const unsent = (await unsentEvents(db)).sort((a, b) => a.seq - b.seq)
  const file: UnsentFile = { format: 'bagrun-unsent', v: 1, exportedAt, userID, deviceID, appBuild: ports.appBuild, events: [], photos: [] }
  for (const event of unsent) {
    const photo = event.type === 'photo' ? ((await db.photos.get(event.payload.photoID)) ?? null) : null
    file.events.push({ ...toWire(event, photo), runOrderID: event.runOrderID })
    const stored = photo ? await db.photoBytes.get(photo.photoID) : undefined
    if (!photo || !stored) continue
    const { photoID, contentType, size, sha256 } = photo
    file.photos.push({ photoID, contentType, size, sha256, base64: toBase64(stored.bytes) })
  }
  return { fileName: `bagrun-unsent-${exportedAt.slice(0, 10)}-${deviceID.slice(-6)}.json`, text: JSON.stringify(file) }
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  // In pieces: a photo has more bytes than a call may have arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
