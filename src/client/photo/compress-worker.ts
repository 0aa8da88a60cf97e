import compress from 'browser-image-compression'
import { pixelsOf } from '#domain/photo-metadata.ts'
import { looksBlank, shrink } from './pixels.ts'
import type { CompressAnswer, CompressRequest } from './compressor.ts'
import { isWhole } from './whole-photo.ts'

type Way = (photo: Blob, limits: Limits) => Promise<Blob>

interface Limits {
  sidePx: number
  bytes: number
}

/**
 * Runs in its own thread, bundled and precached with the app: the library would otherwise load itself from a CDN and,
 * offline, fall back to the main thread (dependencies.md, "browser-image-compression"). `preserveExif` stays off,
 * because it would keep where the photo was taken.
 */

/** Suits a driver's data plan; a number plate can still be read. */
const USUAL: Limits = { sidePx: 1600, bytes: 250_000 }
/** For a full phone; bags and where they stood can be seen. */
const TIGHT: Limits = { sidePx: 1000, bytes: 100_000 }
/**
 * The library draws the whole image before scaling it. Above these sizes it would need twice the memory of our own code,
 * and for 50 megapixels more than the time limit.
 */
const LARGE_BYTES = 8_000_000
const LARGE_PIXELS = 16_000_000

addEventListener('message', (event: MessageEvent<CompressRequest>) => {
  void answer(event.data)
})

async function answer({ number, bytes, type, tight }: CompressRequest): Promise<void> {
  const file = new Uint8Array(bytes)
  const isLarge = file.length > LARGE_BYTES || pixelsOf(file) > LARGE_PIXELS
  const made = isWhole(file, type)
    ? await smaller(new Blob([bytes], { type }), isLarge ? [byHand] : [byLibrary, byHand], tight ? TIGHT : USUAL)
    : 'damaged'
  const reply: CompressAnswer = { number, bytes: made }
  postMessage(reply, { transfer: made instanceof ArrayBuffer ? [made] : [] })
}

/** A JPEG that decodes and is not blank; null: keep the original. */
async function smaller(photo: Blob, ways: readonly Way[], limits: Limits): Promise<ArrayBuffer | null> {
  for (const way of ways) {
    try {
      const made = await way(photo, limits)
      if (made.size > 0 && made.size <= limits.bytes && made.size < photo.size && !(await looksBlank(made, photo)))
        return await made.arrayBuffer()
    } catch {
      // The next method is tried, or the original kept: a photo that can't be compressed is still valid.
    }
  }
  return null
}

/** Keeps the pixel size and lowers the quality, from 0.8 to 0.5; our own code scales images that stay too large. */
function byLibrary(photo: Blob, { sidePx, bytes }: Limits): Promise<Blob> {
  // The library reads only name and type; none of its checks requires a File from an input.
  const file = new File([photo], 'photo', { type: photo.type })
  return compress(file, {
    useWebWorker: false,
    maxWidthOrHeight: sidePx,
    maxSizeMB: bytes / 1024 ** 2,
    fileType: 'image/jpeg',
    initialQuality: 0.8,
    alwaysKeepResolution: true,
  })
}

/** On Safari the library needs an <img>, which a worker does not have. */
function byHand(photo: Blob, { sidePx, bytes }: Limits): Promise<Blob> {
  return shrink(photo, sidePx, bytes)
}
