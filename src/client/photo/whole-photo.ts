import type { PhotoType } from '#domain/photo-file.ts'

const END_OF_PNG = [0x49, 0x45, 0x4e, 0x44]
const START_OF_SCAN = 0xda
const END_OF_JPEG = 0xd9

/**
 * Whether a photo's file is complete, because the driver can still take a truncated one again. A structure that can't
 * be parsed counts as complete, so that no valid photo is refused.
 */
export function isWhole(bytes: Uint8Array, type: PhotoType): boolean {
  return type === 'image/jpeg' ? hasEndOfJpeg(bytes) : hasEndOfPng(bytes)
}

function hasEndOfJpeg(bytes: Uint8Array): boolean {
  let at = 2
  while (bytes[at + 1] !== START_OF_SCAN) {
    if (at + 4 > bytes.length) return false
    if (bytes[at] !== 0xff) return true
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
  }
  // Within the image data an FF is always followed by a zero. After its end some phones append a video, or only zeros.
  for (let end = bytes.lastIndexOf(END_OF_JPEG); end > at; end = bytes.lastIndexOf(END_OF_JPEG, end - 1))
    if (bytes[end - 1] === 0xff) return true
  return false
}

function hasEndOfPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (END_OF_PNG.every((letter, index) => bytes[at + 4 + index] === letter)) return true
  }
  return false
}
