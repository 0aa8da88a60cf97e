import compress from 'browser-image-compression'
import { looksBlank, shrink } from './pixels.ts'
import type { CompressAnswer, CompressRequest } from './compressor.ts'
import { isWhole } from './whole-photo.ts'

/**
 * Runs in its own thread, bundled and precached with the app: the library would otherwise fetch itself from a CDN for
 * every photo and, offline, fall back to the main thread (dependencies.md, "browser-image-compression").
 * `preserveExif` stays off: it would keep where the photo was taken.
 */
const MAX_SIDE_PX = 1600
/** What a photo may weigh on a driver's data plan: a number plate can still be read in it. */
const MAX_BYTES = 250_000
/** Above it the library, which draws the whole picture before it makes it smaller, would need twice the memory we do. */
const LARGE_BYTES = 8_000_000

addEventListener('message', (event: MessageEvent<CompressRequest>) => {
  void answer(event.data)
})

async function answer({ number, bytes, type }: CompressRequest): Promise<void> {
  const made = isWhole(new Uint8Array(bytes), type) ? await smaller(new Blob([bytes], { type })) : 'damaged'
  const reply: CompressAnswer = { number, bytes: made }
  postMessage(reply, { transfer: made instanceof ArrayBuffer ? [made] : [] })
}

/** A JPEG that decodes and shows something; null: keep the original. */
async function smaller(photo: Blob): Promise<ArrayBuffer | null> {
  for (const way of photo.size > LARGE_BYTES ? [byHand] : [byLibrary, byHand]) {
    try {
      const made = await way(photo)
      if (made.size > 0 && made.size <= MAX_BYTES && made.size < photo.size && !(await looksBlank(made, photo)))
        return await made.arrayBuffer()
    } catch {
      // The next way, or the original: a photo that can't be made smaller is still a photo.
    }
  }
  return null
}

/** Keeps the size in pixels and takes quality, from 0.8 to 0.5; a picture too busy for that is made smaller by hand. */
function byLibrary(photo: Blob): Promise<Blob> {
  // It reads name and type only; a File made here is not asked for by any check of the library.
  const file = new File([photo], 'photo', { type: photo.type })
  return compress(file, {
    useWebWorker: false,
    maxWidthOrHeight: MAX_SIDE_PX,
    maxSizeMB: MAX_BYTES / 1024 ** 2,
    fileType: 'image/jpeg',
    initialQuality: 0.8,
    alwaysKeepResolution: true,
  })
}

/** On Safari the library wants an <img>, which a worker does not have. */
function byHand(photo: Blob): Promise<Blob> {
  return shrink(photo, MAX_SIDE_PX, MAX_BYTES)
}
