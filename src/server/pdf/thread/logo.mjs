import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** A PNG is decoded as a whole, at 4 bytes a pixel. A larger one is left out. */
const PIXELS_MAX = 16_000_000
/** Where the width is in a PNG: behind the signature of 8 bytes and the first chunk's length and name. The height follows. */
const WIDTH_AT = 16
/** Points: the space that the logo may take. */
const BOX = { width: 200, height: 58 }
/** Pixels per point: 300 dpi. More are merged, so that each file stays small. */
const FINEST = 300 / 72

/** @typedef {{ width: number, height: number, colours: Buffer, alpha: Buffer | null }} Plain */
/** @typedef {ReturnType<typeof openLogo>} Logo */

/** @type {{ hash: string, plain: Plain | null } | null} */
let latest = null

/**
 * The firm's logo for one document, with its size in points; null: it can't be shown. A PNG is decoded once, however
 * many documents show it.
 * @param {any} doc
 * @param {Uint8Array} bytes
 */
export function openLogo(doc, bytes) {
  try {
    const image = bytes[0] === 0xff ? doc.openImage(Buffer.from(bytes)) : imageOf(doc, plainOf(bytes))
    const turned = image.orientation > 4
    const [width, height] = turned ? [image.height, image.width] : [image.width, image.height]
    // A small picture is enlarged to at most one pixel a point.
    const scale = Math.min(scaleOf(width, height), 1)
    return { image, width: width * scale, height: height * scale, scale }
  } catch {
    return null
  }
}

/**
 * @param {number} width
 * @param {number} height
 */
const scaleOf = (width, height) => Math.min(BOX.width / width, BOX.height / height)

/** @param {Uint8Array} bytes */
function plainOf(bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (latest?.hash !== hash) {
    latest = { hash, plain: null }
    latest.plain = reduced(readPng(bytes))
  }
  if (latest.plain === null) throw new Error('This logo can’t be shown')
  return latest.plain
}

/**
 * The pixels, 4 bytes each. pdfkit's own decoder misreads a transparent palette of fewer than 8 bits, and throws where
 * nothing can catch it. pngjs inflates as many bytes as the dimensions need, and all there are of an interlaced picture:
 * at most 1032 times the size of the file, which is bounded when it is uploaded.
 * @param {Uint8Array} bytes
 */
function readPng(bytes) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = file.readUInt32BE(WIDTH_AT) * file.readUInt32BE(WIDTH_AT + 4)
  if (pixels > PIXELS_MAX) throw new Error('This logo has too many pixels')
  return PNG.sync.read(file)
}

/**
 * Squares of pixels merged into one, weighted by their opacity.
 * @param {import('pngjs').PNGWithMetadata} png
 * @returns {Plain}
 */
function reduced({ width, height, data }) {
  const side = Math.max(1, Math.floor(1 / scaleOf(width, height) / FINEST))
  const [columns, rows] = [Math.max(1, Math.floor(width / side)), Math.max(1, Math.floor(height / side))]
  const colours = Buffer.alloc(columns * rows * 3)
  const alpha = Buffer.alloc(columns * rows)
  for (let place = 0; place < columns * rows; place += 1) {
    const [left, top] = [(place % columns) * side, Math.floor(place / columns) * side]
    let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0]
    for (let y = top; y < Math.min(top + side, height); y += 1) {
      for (let x = left; x < Math.min(left + side, width); x += 1) {
        const at = (y * width + x) * 4
        const weight = data[at + 3] ?? 0
        red += (data[at] ?? 0) * weight
        green += (data[at + 1] ?? 0) * weight
        blue += (data[at + 2] ?? 0) * weight
        opacity += weight
        count += 1
      }
    }
    if (opacity > 0)
      colours.set(
        [red, green, blue].map((sum) => Math.round(sum / opacity)),
        place * 3,
      )
    alpha[place] = Math.round(opacity / count)
  }
  const opaque = alpha.every((value) => value === 255)
  return { width: columns, height: rows, colours: deflateSync(colours), alpha: opaque ? null : deflateSync(alpha) }
}

/**
 * @param {any} doc
 * @param {Plain} plain
 */
function imageOf(doc, { width, height, colours, alpha }) {
  const picture = (/** @type {string} */ space, /** @type {Buffer} */ body, more = {}) => {
    const ref = doc.ref({
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: 8,
      ColorSpace: space,
      Filter: 'FlateDecode',
      ...more,
    })
    ref.end(body)
    return ref
  }
  const mask = alpha === null ? {} : { SMask: picture('DeviceGray', alpha) }
  return { label: 'Logo', width, height, orientation: 1, obj: picture('DeviceRGB', colours, mask) }
}
