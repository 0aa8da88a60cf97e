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

/**
 * A photo's name in the store. Made from its own id, so that a repeated upload overwrites itself (offline.md, "Photos"),
 * and from its content, so that nothing else can overwrite a photo that was acknowledged.
 * @param sha256 hex
 */
export function photoKey(
  purpose: 'job-photo' | 'customer-photo' | 'email-content',
  photoID: string,
  sha256: string,
): string {
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
