import { walkPng } from './photo-parts.ts'

/** The expected compressed data of a PNG, by its header. Only for files that `checkPhoto` found complete. */
export interface PngData {
  /** The data of the IDAT chunks, in order: pieces of one zlib stream. */
  readonly parts: readonly Uint8Array[]
  /** Bytes that the stream inflates to. */
  readonly inflated: number
}

/** Colour type -> samples per pixel. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
type Pass = readonly [x: number, y: number, stepX: number, stepY: number]
const WHOLE: readonly Pass[] = [[0, 0, 1, 1]]
/** The seven passes of an interlaced image: https://www.w3.org/TR/png-3/#8InterlaceMethods */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
/** Signature, length and name precede the header's first value. */
const HEADER = 16

export function pngData(bytes: Uint8Array): PngData {
  const view = new DataView(bytes.buffer, bytes.byteOffset + HEADER, 13)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const bits = view.getUint8(8) * SAMPLES[view.getUint8(9)]!
  const parts: Uint8Array[] = []
  walkPng(bytes, (name, from, to) => {
    if (name === 'IDAT') parts.push(bytes.subarray(from + 8, to - 4))
  })
  const passes = view.getUint8(12) === 1 ? ADAM7 : WHOLE
  const inflated = passes.reduce((sum, [x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    // Each row begins with its filter type; a pass without pixels has no rows.
    return columns <= 0 || rows <= 0 ? sum : sum + rows * (1 + Math.ceil((columns * bits) / 8))
  }, 0)
  return { parts, inflated }
}
