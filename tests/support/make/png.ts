import { crc32 } from 'node:zlib'
import { ascii, counted, filled, join, type Picture, twoBytes } from './jpeg.ts'

const fourBytes = (number: number) => [...twoBytes(number >>> 16), ...twoBytes(number)]

/** A chunk of a PNG with its length and checksum. */
export function chunk(name: string, data: ArrayLike<number> = []): Uint8Array<ArrayBuffer> {
  const named = join(ascii(name), data)
  return join(fourBytes(data.length), named, fourBytes(crc32(named)))
}

export const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
export const header = (width: number, height: number) => chunk('IHDR', [...fourBytes(width), ...fourBytes(height), 8, 2, 0, 0, 0])

/** A PNG that is whole, of just so many bytes; what its compressed data would show is nobody's business. */
export function png({ width = 40, height = 30, size = 100, fill = counted, beside = [] }: Picture = {}): Uint8Array<ArrayBuffer> {
  const before = join(PNG_SIGNATURE, header(width, height), ...beside)
  const end = chunk('IEND')
  const bytes = filled(size, before.length + 8, 4 + end.length, fill)
  const data = bytes.slice(before.length + 8, size - end.length - 4)
  bytes.set(before)
  bytes.set(fourBytes(data.length), before.length)
  bytes.set(ascii('IDAT'), before.length + 4)
  bytes.set(fourBytes(crc32(bytes.subarray(before.length + 4, before.length + 8 + data.length))), size - end.length - 4)
  bytes.set(end, size - end.length)
  return bytes
}
