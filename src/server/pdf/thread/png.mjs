import { inflateSync } from 'node:zlib'

/** @typedef {{ width: number, height: number, rgba: Uint8Array }} Pixels */

/** Colour type -> samples per pixel. */
const SAMPLES = /** @type {Record<number, number>} */ ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 })
const WHOLE = [[0, 0, 1, 1]]
/** x, y and steps of the seven passes of an interlaced image: https://www.w3.org/TR/png-3/#8InterlaceMethods */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

/**
 * The pixels of any PNG, 8 bits a channel. pdfkit's own decoder misreads a transparent palette of fewer than 8 bits, and
 * throws where nothing can catch it. Throws when the file is damaged or has more pixels than `pixelsMax`.
 * @param {Uint8Array} bytes
 * @param {number} pixelsMax
 * @returns {Pixels}
 */
export function readPng(bytes, pixelsMax) {
  const chunks = chunksOf(bytes)
  const header = Buffer.from(chunks.get('IHDR')?.[0] ?? [])
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bits = 0, type = 0] = header.subarray(8)
  const samples = SAMPLES[type] ?? 0
  if (samples === 0 || width * height > pixelsMax) throw new Error('This picture can’t be shown')
  const data = inflateSync(Buffer.concat(chunks.get('IDAT') ?? []), { maxOutputLength: pixelsMax * 8 + 8 * height + 8 })
  const paint = painter(type, bits, chunks.get('PLTE')?.[0] ?? new Uint8Array(), chunks.get('tRNS')?.[0])
  const rgba = new Uint8Array(width * height * 4)
  const near = Math.max(1, (bits * samples) >> 3)
  let at = 0
  for (const [x0 = 0, y0 = 0, stepX = 1, stepY = 1] of header[12] === 1 ? ADAM7 : WHOLE) {
    const columns = Math.ceil((width - x0) / stepX)
    if (columns <= 0) continue
    const length = Math.ceil((columns * bits * samples) / 8)
    let above = new Uint8Array(length)
    for (let y = y0; y < height; y += stepY) {
      const row = Uint8Array.from(data.subarray(at + 1, at + 1 + length))
      if (row.length < length) throw new Error('This picture is incomplete')
      unfilter(data[at] ?? 0, row, above, near)
      for (let column = 0; column < columns; column += 1)
        paint(row, column, rgba, (y * width + x0 + column * stepX) * 4)
      above = row
      at += 1 + length
    }
  }
  return { width, height, rgba }
}

/** @param {Uint8Array} bytes */
function chunksOf(bytes) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  /** @type {Map<string, Uint8Array[]>} */
  const chunks = new Map()
  for (let at = 8; at + 12 <= view.length; at += 12 + view.readUInt32BE(at)) {
    const name = view.toString('latin1', at + 4, at + 8)
    chunks.set(name, [...(chunks.get(name) ?? []), view.subarray(at + 8, at + 8 + view.readUInt32BE(at))])
  }
  return chunks
}

/**
 * https://www.w3.org/TR/png-3/#9Filters
 * @param {number} filter
 * @param {Uint8Array} row
 * @param {Uint8Array} above
 * @param {number} near bytes from one pixel to the next
 */
function unfilter(filter, row, above, near) {
  for (let i = 0; i < row.length; i += 1) {
    const left = row[i - near] ?? 0
    const up = above[i] ?? 0
    const corner = above[i - near] ?? 0
    if (filter === 1) row[i] += left
    else if (filter === 2) row[i] += up
    else if (filter === 3) row[i] += (left + up) >> 1
    else if (filter === 4) row[i] += paeth(left, up, corner)
  }
}

/**
 * @param {number} left
 * @param {number} up
 * @param {number} corner
 */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/**
 * How one pixel of a row is written as RGBA.
 * @param {number} type
 * @param {number} bits
 * @param {Uint8Array} palette
 * @param {Uint8Array | undefined} transparent
 * @returns {(row: Uint8Array, column: number, rgba: Uint8Array, to: number) => void}
 */
function painter(type, bits, palette, transparent) {
  const samples = SAMPLES[type] ?? 1
  const most = 2 ** bits - 1
  const raw = (/** @type {Uint8Array} */ row, /** @type {number} */ index) => {
    if (bits === 8) return row[index] ?? 0
    if (bits === 16) return ((row[2 * index] ?? 0) << 8) | (row[2 * index + 1] ?? 0)
    const bit = index * bits
    return ((row[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & most
  }
  const clear = [0, 2, 4].map((at) => (transparent ? ((transparent[at] ?? 0) << 8) | (transparent[at + 1] ?? 0) : -1))
  return (row, column, rgba, to) => {
    const at = column * samples
    const first = raw(row, at)
    if (type === 3) {
      for (let part = 0; part < 3; part += 1) rgba[to + part] = palette[first * 3 + part] ?? 0
      rgba[to + 3] = transparent?.[first] ?? 255
      return
    }
    const grey = samples < 3
    for (let part = 0; part < 3; part += 1) rgba[to + part] = ((grey ? first : raw(row, at + part)) / most) * 255 + 0.5
    const opaque = (/** @type {number} */ part) => raw(row, at + part) !== clear[part]
    if (samples === 2 || samples === 4) rgba[to + 3] = (raw(row, at + samples - 1) / most) * 255 + 0.5
    else rgba[to + 3] = opaque(0) || (!grey && (opaque(1) || opaque(2))) ? 255 : 0
  }
}
