/** What a photo's bytes and its place in the store are; the same answer on the phone and on the server. */

export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)

/**
 * The kind of photo by its first bytes, whatever its name says.
 * @returns null when it is neither JPEG nor PNG
 */
export function photoType(bytes: Uint8Array): PhotoType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return null
}

/** Pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** How large the picture says it is; null when its header does not say so, and nothing could show it. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const type = photoType(bytes)
  const size = type === 'image/png' ? pngSize(bytes) : type === 'image/jpeg' ? jpegSize(bytes) : null
  return size && size.width > 0 && size.height > 0 ? size : null
}

/** A PNG begins with its IHDR: https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(bytes: Uint8Array): ImageSize | null {
  const IHDR = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
  if (bytes.length < 33 || !startsWith(bytes.subarray(8), IHDR)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** A JPEG says it in its frame (SOF0 to SOF15 but for the tables DHT, JPG and DAC), somewhere behind its other segments. */
function jpegSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    // Any marker may have more of 0xff before it.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else if (marker === 0xd9 || marker === 0xda) return null
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

/**
 * A photo's name in the store. Made from its own id, so that a repeated upload overwrites itself (offline.md, "Photos"),
 * and from its content, so that nothing else can overwrite a photo that was acknowledged.
 * @param sha256 hex
 */
export function photoKey(purpose: 'job-photo' | 'customer-photo' | 'email-content', photoID: string, sha256: string): string {
  return `${purpose}.${photoID}.${sha256.slice(0, KEY_HASH_DIGITS)}`
}

const KEY_HASH_DIGITS = 32
const KEY = /^(?:job-photo|customer-photo|email-content)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.([0-9a-f]{32})$/

/**
 * The beginning of the SHA-256 that a key of ours promises of its bytes, hex.
 * @returns null when `photoKey` never made this key
 */
export function hashInKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null
}
