import type { Page } from '@playwright/test'
import type { PickedFile } from '../support/browser/photos.ts'

/** px: a small phone's, two usual ones, and 12 megapixels. */
const SIZES = [
  [800, 600],
  [1600, 1200],
  [1200, 1600],
  [2400, 1800],
  [800, 600],
  [4000, 3000],
] as const
const BITS = 16
const COLUMNS = 8
const ROWS = 4

/**
 * Photos that contain their own number, so that the server's copy can be identified: a board of light and dark fields,
 * still readable after scaling down. The number is on it twice, the second time inverted.
 */
export function numberedPhoto(page: Page, number: number): Promise<PickedFile> {
  const [width, height] = SIZES[number % SIZES.length]!
  return page
    .evaluate(
      async ({ number, width, height, columns, rows, bits }) => {
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext('2d')!
        for (let cell = 0; cell < columns * rows; cell += 1) {
          const bit = (number >> (cell % bits)) & 1
          context.fillStyle = (cell < bits ? bit === 1 : bit === 0) ? '#dfe4d2' : '#2c3a2a'
          context.fillRect(
            ((cell % columns) * width) / columns,
            (Math.floor(cell / columns) * height) / rows,
            width / columns + 1,
            height / rows + 1,
          )
        }
        // A leaf texture: makes the file as large as a real photo's.
        const tile = new OffscreenCanvas(256, 256)
        const grain = tile.getContext('2d')!
        const pixels = grain.createImageData(256, 256)
        for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 60 : Math.random() * 256
        grain.putImageData(pixels, 0, 0)
        context.fillStyle = context.createPattern(tile, 'repeat')!
        context.fillRect(0, 0, width, height)
        const bytes = new Uint8Array(
          await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer(),
        )
        let text = ''
        for (let at = 0; at < bytes.length; at += 32_768)
          text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
        return btoa(text)
      },
      { number, width, height, columns: COLUMNS, rows: ROWS, bits: BITS },
    )
    .then((base64) => ({ name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }))
}

/** The number of this photo; null when it does not decode or is ambiguous. */
export function numberOn(page: Page, photo: Buffer): Promise<number | null> {
  return page.evaluate(
    async ({ base64, columns, rows, bits }) => {
      try {
        const picture = await createImageBitmap(
          new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
        )
        const canvas = new OffscreenCanvas(columns * 16, rows * 16)
        const context = canvas.getContext('2d')!
        context.drawImage(picture, 0, 0, canvas.width, canvas.height)
        const lit = (cell: number) => {
          const { data } = context.getImageData((cell % columns) * 16 + 4, Math.floor(cell / columns) * 16 + 4, 8, 8)
          return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (8 * 8 * 3) > 128 ? 1 : 0
        }
        let number = 0
        for (let bit = 0; bit < bits; bit += 1) {
          if (lit(bit) === lit(bit + bits)) return null
          number |= lit(bit) << bit
        }
        return number
      } catch {
        return null
      }
    },
    { base64: photo.toString('base64'), columns: COLUMNS, rows: ROWS, bits: BITS },
  )
}
