/**
 * Recognises what Apple's encoder writes into every JPEG, including those drawn by a page: an Exif segment with
 * orientation, resolution, colour space and size, and an empty Photoshop block. It does not disclose where, when or
 * with what a photo was taken. Exactly this is accepted, without any further tag or byte.
 */

const SHORT = 3
const LONG = 4
const RATIONAL = 5
const UNDEFINED = 7
/** Types of a single number that is stored in the entry itself. */
const ONE = [SHORT, LONG]

const EXIF_DIRECTORY = 0x8769
/** Orientation, resolution and its unit, chroma positioning. */
const OF_IMAGE = new Map([
  [0x0112, ONE],
  [0x011a, [RATIONAL]],
  [0x011b, [RATIONAL]],
  [0x0128, ONE],
  [0x0213, ONE],
  [EXIF_DIRECTORY, [LONG]],
])
/** Exif and FlashPix versions, component configuration, colour space, width and height. */
const OF_EXIF = new Map([
  [0x9000, [UNDEFINED]],
  [0x9101, [UNDEFINED]],
  [0xa000, [UNDEFINED]],
  [0xa001, ONE],
  [0xa002, ONE],
  [0xa003, ONE],
])

const HEADER = 10

/** @param segment starting at its FF: FF E1, length, "Exif\0\0", a TIFF file */
export function isPlainExif(segment: Uint8Array): boolean {
  const tiff = segment.subarray(HEADER)
  if (tiff.length < 8 || String.fromCharCode(...segment.subarray(4, HEADER)) !== 'Exif\0\0') return false
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = view.getUint16(0) === 0x4949
  if (!little && view.getUint16(0) !== 0x4d4d) return false
  if (view.getUint16(2, little) !== 42 || view.getUint32(4, little) !== 8) return false
  const image = directoryAt(view, 8, OF_IMAGE, little)
  if (image === null || image.deeper === null) return image?.end === tiff.length
  return image.deeper === image.end && directoryAt(view, image.end, OF_EXIF, little)?.end === tiff.length
}

interface Directory {
  /** Offset after its entries and the values they point to, which must follow immediately and in order. */
  end: number
  /** Where the Exif directory begins, if the directory names one. */
  deeper: number | null
}

function directoryAt(
  view: DataView,
  at: number,
  allowed: ReadonlyMap<number, readonly number[]>,
  little: boolean,
): Directory | null {
  if (at + 2 > view.byteLength) return null
  const entries = view.getUint16(at, little)
  const last = at + 2 + entries * 12
  if (last + 4 > view.byteLength || view.getUint32(last, little) !== 0) return null
  let [end, deeper]: [number, number | null] = [last + 4, null]
  for (let entry = at + 2; entry < last; entry += 12) {
    const [tag, type, count, value] = [
      view.getUint16(entry, little),
      view.getUint16(entry + 2, little),
      view.getUint32(entry + 4, little),
      view.getUint32(entry + 8, little),
    ]
    if (!allowed.get(tag)?.includes(type) || count !== (type === UNDEFINED ? 4 : 1)) return null
    if (tag === EXIF_DIRECTORY) deeper = value
    if (type !== RATIONAL) continue
    if (value !== end) return null
    end += 8
  }
  return end > view.byteLength ? null : { end, deeper }
}

/** FF ED, length 56, and two resources: empty IPTC data, and the MD5 of empty IPTC data. */
const EMPTY_PHOTOSHOP =
  'ffed003850686f746f73686f7020332e30003842494d04040000000000003842494d0425000000000010d41d8cd98f00b204e9800998ecf8427e'

export function isEmptyPhotoshop(segment: Uint8Array): boolean {
  return (
    segment.length * 2 === EMPTY_PHOTOSHOP.length &&
    [...segment].every((byte, at) => byte === Number.parseInt(EMPTY_PHOTOSHOP.slice(at * 2, at * 2 + 2), 16))
  )
}
