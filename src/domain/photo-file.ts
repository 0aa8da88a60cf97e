/** A photo's type and its key in the store, computed alike on phone and server. */

export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

const startsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)

/** The photo type by the first bytes, whatever the file name. @returns null when it is neither JPEG nor PNG */
export function photoType(bytes: Uint8Array): PhotoType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return null
}

/**
 * A photo's key in the store. It contains the photo's id, so that a repeated upload overwrites itself
 * (offline.md, "Photos"), and a hash of the content, so that no other content can overwrite an acknowledged photo.
 * @param sha256 hex
 */
export function photoKey(
  purpose: 'job-photo' | 'customer-photo' | 'case-photo' | 'email-content',
  photoID: string,
  sha256: string,
): string {
  return `${purpose}.${photoID}.${sha256.slice(0, KEY_HASH_DIGITS)}`
}

const KEY_HASH_DIGITS = 32
const KEY =
  /^(?:job-photo|customer-photo|case-photo|email-content)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.([0-9a-f]{32})$/

/**
 * The first part of the content's SHA-256, hex, in a key made by `photoKey`.
 * @returns null for any other key
 */
export function hashInKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null
}
