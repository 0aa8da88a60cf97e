import { deflateSync } from 'node:zlib'
import { chunk, PNG_SIGNATURE } from '../../fixtures/png.ts'
import { join } from '../../fixtures/jpeg.ts'

const [WIDTH, HEIGHT] = [96, 48]
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface Coded {
  type: number
  bits: number
  /** The samples of one pixel. */
  sample(red: boolean): number[]
  chunks?: Uint8Array[]
  interlaced?: boolean
}

/** A logo whose left half is red and whose right half is clear or white. */
function logo({ type, bits, sample, chunks = [], interlaced = false }: Coded): Uint8Array {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(WIDTH, 0)
  size.writeUInt32BE(HEIGHT, 4)
  const rows: Buffer[] = []
  for (const [x0, y0, stepX, stepY] of interlaced ? ADAM7 : [[0, 0, 1, 1] as const]) {
    for (let y = y0; y < HEIGHT; y += stepY) {
      let written = ''
      for (let x = x0; x < WIDTH; x += stepX)
        written += sample(x < WIDTH / 2)
          .map((value) => value.toString(2).padStart(bits, '0'))
          .join('')
      const bytes = (written.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2))
      rows.push(Buffer.from([0, ...bytes]))
    }
  }
  return join(
    PNG_SIGNATURE,
    chunk('IHDR', [...size, bits, type, 0, 0, interlaced ? 1 : 0]),
    ...chunks,
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND'),
  )
}

const palette = chunk('PLTE', [255, 255, 255, 255, 0, 0])

export const LOGOS: Record<string, Uint8Array> = {
  'with transparency': logo({ type: 6, bits: 8, sample: (red) => (red ? [255, 0, 0, 255] : [0, 0, 0, 0]) }),
  'interlaced, with transparency': logo({
    type: 6,
    bits: 8,
    sample: (red) => (red ? [255, 0, 0, 255] : [0, 0, 0, 0]),
    interlaced: true,
  }),
  'of 16 bits': logo({ type: 2, bits: 16, sample: (red) => (red ? [65535, 0, 0] : [65535, 65535, 65535]) }),
  'of a palette of 4 bits with transparency': logo({
    type: 3,
    bits: 4,
    sample: (red) => [red ? 1 : 0],
    chunks: [palette, chunk('tRNS', [0])],
  }),
  'of a palette of 1 bit': logo({ type: 3, bits: 1, sample: (red) => [red ? 1 : 0], chunks: [palette] }),
  'with one clear colour': logo({
    type: 2,
    bits: 8,
    sample: (red) => (red ? [255, 0, 0] : [0, 0, 255]),
    chunks: [chunk('tRNS', [0, 0, 0, 0, 0, 255])],
  }),
}

const plain = (width: number, height: number, { interlaced = false, inflated = 0 }) => {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return join(
    PNG_SIGNATURE,
    chunk('IHDR', [...size, 1, 0, 0, 0, interlaced ? 1 : 0]),
    chunk('IDAT', deflateSync(Buffer.alloc(inflated))),
    chunk('IEND'),
  )
}

/** Black, of 1 bit a pixel: more pixels than a logo may have, in a small file. */
export const HUGE_LOGO = plain(5_000, 5_000, { inflated: 5_000 * (1 + 5_000 / 8) })
/** Its data inflate to a thousand times their size, and to far more than its pixels need. */
export const BOMB = plain(WIDTH, HEIGHT, { interlaced: true, inflated: 20_000_000 })
