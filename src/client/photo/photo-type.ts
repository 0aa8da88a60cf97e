/** What a photo may be: jpg, jpeg or png (spec 5), told by its first bytes, because names and types are claims. */
export type PhotoType = 'image/jpeg' | 'image/png'

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Null when the bytes begin like neither. */
export function photoTypeOf(bytes: ArrayBuffer): PhotoType | null {
  const head = new Uint8Array(bytes, 0, Math.min(PNG.length, bytes.byteLength))
  const beginsWith = (magic: readonly number[]): boolean => head.length >= magic.length && magic.every((byte, at) => head[at] === byte)
  if (beginsWith(JPEG)) return 'image/jpeg'
  return beginsWith(PNG) ? 'image/png' : null
}
