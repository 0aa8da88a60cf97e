import { letters, NO_END, showsJpeg, showsPng, two, walkJpeg, walkPng } from './photo-parts.ts'

/**
 * The photo without position, camera data, texts and anything after its end; the picture is not re-encoded
 * (domain.md 10, "Privacy"). The orientation stays, because without it the photo would be shown rotated.
 * @param bytes of a JPEG or PNG
 * @returns null when the file can't be parsed to its end, so that its content is unknown
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const isJpeg = bytes[0] === 0xff
  const kept = [bytes.subarray(0, isJpeg ? 2 : 8)]
  const end = isJpeg
    ? walkJpeg(bytes, (marker, from, to) => {
        const orientation = marker === EXIF ? orientationOf(bytes.subarray(from, to)) : 0
        if (orientation > 1) kept.push(exifWithOnly(orientation))
        if (showsJpeg(bytes, marker, from, to)) kept.push(bytes.subarray(from, to))
      })
    : walkPng(bytes, (name, from, to) => {
        if (showsPng(name)) kept.push(bytes.subarray(from, to))
      })
  if (end === NO_END) return null
  if (isJpeg) kept.push(bytes.subarray(end - 2, end))
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0))
  kept.reduce((at, part) => (whole.set(part, at), at + part.length), 0)
  return whole
}

/** The number of pixels a complete photo declares: a JPEG in its frame, a PNG in its header. */
export function pixelsOf(bytes: Uint8Array): number {
  let at = 16
  if (bytes[0] !== 0xff)
    return (two(bytes, at) * 0x10000 + two(bytes, at + 2)) * (two(bytes, at + 4) * 0x10000 + two(bytes, at + 6))
  walkJpeg(bytes, (marker, from) => {
    if ((marker & 0xfc) === 0xc0) at = from + 5
  })
  return two(bytes, at) * two(bytes, at + 2)
}

export const EXIF = 0xe1

/**
 * 1 to 8; 0: the segment does not contain it. The segment begins with FF E1, its length and "Exif\0\0"; a TIFF header
 * follows.
 */
function orientationOf(segment: Uint8Array): number {
  if (letters(segment, 4, 4) !== 'Exif') return 0
  const tiff = segment.subarray(10)
  const little = tiff[0] === 0x49
  const short = (at: number) => (little ? (tiff[at + 1]! << 8) | tiff[at]! : two(tiff, at))
  // The first directory is within the segment, so the low two bytes of its offset suffice.
  const directory = short(little ? 4 : 6)
  const end = Math.min(tiff.length - 12, directory + short(directory) * 12)
  for (let entry = directory + 2; entry <= end; entry += 12) {
    if (short(entry) === 0x0112) {
      const orientation = short(entry + 8)
      return orientation <= 8 ? orientation : 0
    }
  }
  return 0
}

function exifWithOnly(orientation: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    0xff,
    EXIF,
    0x00,
    0x22,
    0x45,
    0x78,
    0x69,
    0x66,
    0x00,
    0x00, // APP1 of 34 bytes, "Exif\0\0"
    0x4d,
    0x4d,
    0x00,
    0x2a,
    0x00,
    0x00,
    0x00,
    0x08, // TIFF, big-endian, first directory at 8
    0x00,
    0x01,
    0x01,
    0x12,
    0x00,
    0x03,
    0x00,
    0x00,
    0x00,
    0x01,
    0x00,
    orientation,
    0x00,
    0x00, // one entry: Orientation, SHORT
    0x00,
    0x00,
    0x00,
    0x00, // no further directory
  ])
}
