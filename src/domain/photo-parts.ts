/**
 * Walks the parts of a JPEG or PNG file, for the phone that removes metadata and the server that checks it. Small,
 * because it is in the driver's first load.
 */

/** Called for each part with its marker or name, its offset, and that of the next one. */
type See<Name> = (name: Name, from: number, to: number) => void

/** Not a valid part name; returned by the walk for a file that can't be parsed to its end. */
export const NO_END = -1

const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

/**
 * Walks the segments of a JPEG. A start of scan reaches to the end of its compressed data, in which an FF is followed
 * by a zero or a restart marker. https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B
 * @returns the offset just after the image's EOI; NO_END when there is none
 */
export function walkJpeg(bytes: Uint8Array, see: See<number>): number {
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    // Fill bytes of FF may precede any marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const from = at
    at += 2
    if (marker === END_OF_IMAGE) return at
    // Other markers without a length, and reserved ones, are invalid between segments.
    const length = marker < 0xc0 || (marker & 0xf8) === 0xd0 || marker === 0xd8 ? 0 : two(bytes, at)
    at += length
    if (length < 2 || at > bytes.length) break
    if (marker === START_OF_SCAN) {
      while ((at = bytes.indexOf(0xff, at)) >= 0 && (bytes[at + 1] === 0 || (bytes[at + 1]! & 0xf8) === 0xd0)) at += 2
      if (at < 0) break
    }
    see(marker, from, at)
  }
  return NO_END
}

/**
 * Walks the chunks of a PNG: length, name, data, checksum. https://www.w3.org/TR/png-3/#5DataRep
 * @returns the offset just after the image's IEND; NO_END when there is none
 */
export function walkPng(bytes: Uint8Array, see: See<string>): number {
  for (let at = 8; at + 12 <= bytes.length;) {
    const from = at
    at += 12 + two(bytes, from) * 0x10000 + two(bytes, from + 2)
    if (at > bytes.length) break
    const name = letters(bytes, from + 4, 4)
    see(name, from, at)
    if (name === 'IEND') return at
  }
  return NO_END
}

/** A big-endian number of two bytes; bytes past the end read as 0. */
export const two = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!

export const letters = (bytes: Uint8Array, at: number, count: number) =>
  String.fromCharCode(...bytes.subarray(at, at + count))

/**
 * Whether a segment is needed to show the picture correctly: of the APPn segments the plain JFIF header, the colour
 * profile and Adobe's colour transform; besides them the tables, frames and scans.
 */
export function showsJpeg(bytes: Uint8Array, marker: number, from: number, to: number): boolean {
  if (marker === 0xe0) return to - from === 18 && letters(bytes, from + 4, 5) === 'JFIF\0'
  if (marker === 0xe2) return letters(bytes, from + 4, 12) === 'ICC_PROFILE\0'
  if (marker === 0xee) return to - from === 16 && letters(bytes, from + 4, 5) === 'Adobe'
  return marker < 0xdc || marker === 0xdd
}

/**
 * Whether a chunk is needed to show the picture correctly: the picture, its transparency, its colours and its shape.
 */
export const showsPng = (name: string) =>
  /^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|pHYs)$/.test(name)
