export interface Picture {
  width?: number
  height?: number
  /** Total bytes. */
  size?: number
  /** The byte at a position of the compressed data. */
  fill?: (at: number) => number
  /** Segments or chunks before the picture itself. */
  beside?: readonly Uint8Array[]
}

export const join = (...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)))
export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0))
export const twoBytes = (number: number) => [(number >> 8) & 0xff, number & 0xff]
export const counted = (at: number) => at % 251

/** A segment of a JPEG with its length. */
export const segment = (marker: number, body: ArrayLike<number>): Uint8Array<ArrayBuffer> =>
  join([0xff, marker, ...twoBytes(body.length + 2)], body)

export const JFIF = segment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
/** A frame of one component, and the header of its one scan. */
export const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, [8, ...twoBytes(height), ...twoBytes(width), 1, 1, 0x11, 0])
export const SCAN = segment(0xda, [1, 1, 0, 0, 63, 0])

/** A structurally complete grey JPEG of an exact number of bytes; its compressed data is never decoded. */
export function jpeg({
  width = 40,
  height = 30,
  size = 100,
  fill = counted,
  beside = [],
}: Picture = {}): Uint8Array<ArrayBuffer> {
  const before = join([0xff, 0xd8], JFIF, ...beside, frame(width, height), SCAN)
  const bytes = filled(size, before.length, 2, (at) => Math.min(0xfe, fill(at)))
  bytes.set(before)
  bytes.set([0xff, 0xd9], size - 2)
  return bytes
}

export function filled(
  size: number,
  before: number,
  behind: number,
  fill: (at: number) => number,
): Uint8Array<ArrayBuffer> {
  if (size <= before + behind)
    throw new Error(`A picture with all that beside it needs more than ${before + behind} bytes`)
  const bytes = new Uint8Array(size)
  for (let at = before; at < size - behind; at += 1) bytes[at] = fill(at)
  return bytes
}
