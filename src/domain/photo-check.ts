import { PIXELS_MAX } from './limits.ts'
import { photoType, type PhotoType } from './photo-file.ts'
import { EXIF } from './photo-metadata.ts'
import { NO_END, showsJpeg, showsPng, two, walkJpeg, walkPng } from './photo-parts.ts'
import { isEmptyPhotoshop, isPlainExif } from './plain-exif.ts'

/**
 * Whether bytes are an acceptable photo: complete from the first byte to the last, small enough to be shown, and
 * without metadata. Nothing is decoded. The server also measures the compressed data of a PNG
 * (server/files/check-photo-file.ts); that of a JPEG is not examined.
 */

export type PhotoFault = 'not_a_photo' | 'photo_incomplete' | 'photo_too_many_pixels' | 'photo_has_metadata'

/**
 * The message for people. For `photo_has_metadata` it includes the remedy: this app removes the metadata when the photo
 * is sent again.
 */
export const PHOTO_FAULTS: Readonly<Record<PhotoFault, string>> = {
  not_a_photo: 'Only jpg, jpeg and png photos can be used.',
  photo_incomplete: 'This photo is incomplete or damaged.',
  photo_too_many_pixels: 'A photo can have at most 50 megapixels.',
  photo_has_metadata: 'This photo contains extra data, such as where it was taken. Update the app, then send it again.',
}

/** Pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

interface Checked {
  readonly type: PhotoType | null
  readonly size: ImageSize | null
  readonly fault: PhotoFault | null
}

export function checkPhoto(bytes: Uint8Array): Checked {
  const type = photoType(bytes)
  if (type === null) return { type, size: null, fault: 'not_a_photo' }
  const found = type === 'image/jpeg' ? readJpeg(bytes) : readPng(bytes)
  if (found === null) return { type, size: null, fault: 'photo_incomplete' }
  const { width, height, plain } = found
  return {
    type,
    size: { width, height },
    fault: width * height > PIXELS_MAX ? 'photo_too_many_pixels' : plain ? null : 'photo_has_metadata',
  }
}

/** Null: it is incomplete. `plain`: it holds nothing but the picture. */
type Found = (ImageSize & { plain: boolean }) | null

/** The frame types that browsers show: baseline, extended and progressive, with Huffman or arithmetic coding. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc9, 0xca]
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xcb, 0xcd, 0xce, 0xcf]
/**
 * A line count defined after the frame (DNL), and pictures of several frames, could give the picture another size than
 * its frame header states.
 */
const OTHER_SIZES = [0xdc, 0xde, 0xdf]

function readJpeg(bytes: Uint8Array): Found {
  const frames: (ImageSize & { components: number })[] = []
  let [scans, plain, whole] = [0, true, true]
  const end = walkJpeg(bytes, (marker, from, to) => {
    if (FRAMES.includes(marker)) {
      const components = bytes[from + 9] ?? 0
      // Two frames could have two sizes.
      whole &&= frames.length === 0 && components >= 1 && components <= 4 && to - from === 10 + 3 * components
      frames.push({ height: two(bytes, from + 5), width: two(bytes, from + 7), components })
    } else if (OTHER_FRAMES.includes(marker) || OTHER_SIZES.includes(marker)) whole = false
    else if (marker === 0xda) {
      scans += 1
      whole &&= isScan(bytes, from, to, frames[0]?.components ?? 0)
    } else plain &&= showsJpeg(bytes, marker, from, to) || passes(bytes, marker, from, to)
  })
  const [frame] = frames
  if (end === NO_END || !whole || scans === 0 || !frame || frame.width === 0 || frame.height === 0) return null
  return { width: frame.width, height: frame.height, plain: plain && end === bytes.length }
}

/** Whether it refers only to existing components, and some data follows. */
function isScan(bytes: Uint8Array, from: number, to: number, components: number): boolean {
  const length = two(bytes, from + 2)
  const named = bytes[from + 4] ?? 0
  return named >= 1 && named <= components && length === 6 + 2 * named && to > from + 2 + length
}

const PHOTOSHOP = 0xed
const passes = (bytes: Uint8Array, marker: number, from: number, to: number) =>
  (marker === EXIF && isPlainExif(bytes.subarray(from, to))) ||
  (marker === PHOTOSHOP && isEmptyPhotoshop(bytes.subarray(from, to)))

const HEADER_LENGTH = 13
/** Colour type -> the bit depths it may have. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const PALETTE = 3

function readPng(bytes: Uint8Array): Found {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [first, header, palette, plain, whole] = [true, 0, false, true, true]
  let data: 'before' | 'in' | 'behind' = 'before'
  let dataBytes = 0
  const end = walkPng(bytes, (name, from, to) => {
    const length = to - from - 12
    whole &&=
      view.getUint32(to - 4) === crc32(bytes, from + 4, to - 4) &&
      (name === 'IHDR') === first &&
      (name !== 'IEND' || length === 0)
    if (first && whole && length === HEADER_LENGTH) header = from + 8
    if (name === 'PLTE') palette = data === 'before'
    // IDAT chunks must be consecutive.
    if (name === 'IDAT') {
      whole &&= data !== 'behind' && (palette || bytes[header + 9] !== PALETTE)
      data = 'in'
      dataBytes += length
    } else if (data === 'in') data = 'behind'
    // A capital first letter marks a chunk as critical: the picture can't be shown without it.
    if (!showsPng(name)) {
      whole &&= /^[a-z][A-Za-z]{3}$/.test(name)
      plain = false
    }
    first = false
  })
  if (end === NO_END || !whole || header === 0 || dataBytes === 0) return null
  const [width, height] = [view.getUint32(header), view.getUint32(header + 4)]
  const [depth, colour, compression, filter, interlace] = bytes.subarray(header + 8, header + HEADER_LENGTH)
  if (
    width === 0 ||
    height === 0 ||
    !DEPTHS[colour!]?.includes(depth!) ||
    compression !== 0 ||
    filter !== 0 ||
    interlace! > 1
  )
    return null
  return { width, height, plain: plain && end === bytes.length }
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** As PNG and zip count it: https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc32(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffffffff
  for (let at = from; at < to; at += 1) crc = (crc >>> 8) ^ CRC[(crc ^ bytes[at]!) & 0xff]!
  return (crc ^ 0xffffffff) >>> 0
}
