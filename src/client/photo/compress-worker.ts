import compress from 'browser-image-compression'
import { looksBlank, shrink } from './pixels.ts'
import type { CompressAnswer, CompressRequest } from './compressor.ts'

/**
 * Runs in its own thread, bundled and precached with the app: the library would otherwise fetch itself from a CDN for
 * every photo and, offline, fall back to the main thread (dependencies.md, "browser-image-compression").
 * `preserveExif` stays off: it would keep where the photo was taken.
 */
const MAX_SIDE_PX = 1600
const MAX_SIZE_MB = 0.4

addEventListener('message', (event: MessageEvent<CompressRequest>) => {
  void answer(event.data)
})

async function answer({ number, bytes, type }: CompressRequest): Promise<void> {
  const compressed = await smaller(new Blob([bytes], { type }))
  const reply: CompressAnswer = { number, bytes: compressed }
  postMessage(reply, { transfer: compressed ? [compressed] : [] })
}

/** A JPEG that decodes and shows something; null: keep the original. */
async function smaller(photo: Blob): Promise<ArrayBuffer | null> {
  for (const way of [byLibrary, byHand]) {
    try {
      const made = await way(photo)
      if (made.size > 0 && made.size < photo.size && !(await looksBlank(made, photo))) return await made.arrayBuffer()
    } catch {
      // The next way, or the original: a photo that can't be made smaller is still a photo.
    }
  }
  return null
}

function byLibrary(photo: Blob): Promise<Blob> {
  // It reads name and type only; a File made here is not asked for by any check of the library.
  const file = new File([photo], 'photo', { type: photo.type })
  return compress(file, { useWebWorker: false, maxWidthOrHeight: MAX_SIDE_PX, maxSizeMB: MAX_SIZE_MB, fileType: 'image/jpeg', initialQuality: 0.85 })
}

/** On Safari the library wants an <img>, which a worker does not have. */
function byHand(photo: Blob): Promise<Blob> {
  return shrink(photo, MAX_SIDE_PX, MAX_SIZE_MB * 1024 * 1024)
}
