import type { Page } from '@playwright/test'

/** A picture as a camera produces it. */
interface Taken {
  /** px, as stored in the file */
  width: number
  height: number
  type?: 'image/jpeg' | 'image/png'
  /** Few leaves before two flat halves: a file that is small for its pixels. Browsers dither a gradient. */
  drawn?: boolean
}

/**
 * Generates a picture of the requested size in the browser: red on its left, blue on its right, a leaf and gravel
 * texture over it, so that its file is as large as that of a street photo.
 */
export async function takePicture(
  page: Page,
  { width, height, type = 'image/jpeg', drawn = false }: Taken,
): Promise<Buffer> {
  const text = await page.evaluate(
    async ([w, h, kind, drawn]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext('2d')!
      const sky = context.createLinearGradient(0, 0, w, 0)
      sky.addColorStop(drawn ? 0.5 : 0, '#d02020')
      sky.addColorStop(drawn ? 0.5 : 1, '#2020d0')
      context.fillStyle = sky
      context.fillRect(0, 0, w, h)
      let seed = 7
      const dice = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
      const leaf = Math.max(4, Math.round(w / 250))
      for (let n = 0; n < (drawn ? 40 : 9000); n++) {
        context.fillStyle = `hsl(${60 + dice() * 60} ${30 + dice() * 40}% ${20 + dice() * 50}% / 0.45)`
        context.beginPath()
        context.ellipse(dice() * w, dice() * h, leaf * (0.5 + dice()), leaf * (0.3 + dice() / 2), dice() * 3, 0, 6.3)
        context.fill()
      }
      const blob = await canvas.convertToBlob({ type: kind, quality: 0.92 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      let text = ''
      for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
      return btoa(text)
    },
    [width, height, type, drawn] as const,
  )
  return Buffer.from(text, 'base64')
}

/** The same photo padded to an exact size: some cameras append data after the picture's end. @param size bytes */
export function filledTo(photo: Buffer, size: number): Buffer {
  if (photo.length > size) throw new Error(`The photo has ${photo.length} bytes already.`)
  return Buffer.concat([photo, Buffer.alloc(size - photo.length)])
}

export interface StoredPicture {
  contentType: string
  /** Bytes. */
  size: number
  width: number
  height: number
  /** Red, green and blue at the middle of its left edge and of the other edges. */
  left: number[]
  right: number[]
  top: number[]
  bottom: number[]
  /** The bytes as latin1, to search for text that must not be in them. */
  text: string
}

/** The pictures stored on a driver's phone, in the order they were taken, with their decoded properties. */
export async function storedPictures(page: Page, userID: string): Promise<StoredPicture[]> {
  return page.evaluate(async (name) => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await asked(indexedDB.open(name))
    const all = <T>(table: string) => asked<T[]>(db.transaction(table).objectStore(table).getAll())
    const events = await all<{ seq: number; type: string; payload: { photoID: string } }>('events')
    const photos = new Map(
      (await all<{ photoID: string; contentType: string }>('photos')).map((photo) => [photo.photoID, photo]),
    )
    const bytes = new Map(
      (await all<{ photoID: string; bytes: ArrayBuffer }>('photoBytes')).map((row) => [row.photoID, row.bytes]),
    )
    db.close()
    const kept = []
    for (const { payload } of events.filter(({ type }) => type === 'photo').sort((a, b) => a.seq - b.seq)) {
      const { contentType } = photos.get(payload.photoID)!
      const buffer = bytes.get(payload.photoID)!
      const picture = await createImageBitmap(new Blob([buffer], { type: contentType }))
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')!
      context.drawImage(picture, 0, 0)
      // The mean of a strip, so that a single leaf does not decide.
      const colour = (x: number, y: number, w: number, h: number) => {
        const { data } = context.getImageData(x, y, w, h)
        const sum = [0, 0, 0]
        for (let at = 0; at < data.length; at += 4) for (let c = 0; c < 3; c++) sum[c]! += data[at + c]!
        return sum.map((total) => Math.round(total / (data.length / 4)))
      }
      const [stripX, stripY] = [Math.ceil(width / 20), Math.ceil(height / 20)]
      kept.push({
        contentType,
        size: buffer.byteLength,
        width,
        height,
        left: colour(0, 0, stripX, height),
        right: colour(width - stripX, 0, stripX, height),
        top: colour(0, 0, width, stripY),
        bottom: colour(0, height - stripY, width, stripY),
        text: new TextDecoder('latin1').decode(new Uint8Array(buffer)),
      })
    }
    return kept
  }, `rr-${userID}`)
}
