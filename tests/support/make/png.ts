import { crc32, deflateSync } from 'node:zlib'
import { ascii, counted, filled, join, type Picture, twoBytes } from './jpeg.ts'

const fourBytes = (number: number) => [...twoBytes(number >>> 16), ...twoBytes(number)]

/** A chunk of a PNG with its length and checksum. */
export function chunk(name: string, data: ArrayLike<number> = []): Uint8Array<ArrayBuffer> {
  const named = join(ascii(name), data)
  return join(fourBytes(data.length), named, fourBytes(crc32(named)))
}

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
export const header = (width: number, height: number) =>
  chunk('IHDR', [...fourBytes(width), ...fourBytes(height), 8, 2, 0, 0, 0])

/** The compressed data of a black picture with the dimensions in `header`, or with `more` additional bytes. */
export const rowsOf = (width: number, height: number, more = 0) =>
  deflateSync(Buffer.alloc(height * (1 + 3 * width) + more))

/** px. Larger pictures are for tests that refuse them by their header. */
const DRAWN_MAX = 1_000_000

/**
 * A structurally complete PNG of an exact number of bytes: a black picture, preceded by a colour profile that fills the
 * file.
 * @param size at least 12 more than the picture alone
 */
export function png({
  width = 40,
  height = 30,
  size = 100,
  fill = counted,
  beside = [],
}: Picture = {}): Uint8Array<ArrayBuffer> {
  const pixels = width * height
  const data = pixels > DRAWN_MAX ? rowsOf(0, 1) : rowsOf(width, height)
  const before = join(PNG_SIGNATURE, header(width, height), ...beside)
  const behind = join(chunk('IDAT', data), chunk('IEND'))
  const [from, to] = [before.length, size - behind.length]
  const bytes = filled(size, from + 8, behind.length + 4, fill)
  bytes.set(before)
  bytes.set(fourBytes(to - from - 12), from)
  bytes.set(ascii('iCCP'), from + 4)
  bytes.set(fourBytes(crc32(bytes.subarray(from + 4, to - 4))), to - 4)
  bytes.set(behind, to)
  return bytes
}
