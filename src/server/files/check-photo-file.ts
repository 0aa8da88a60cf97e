import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { checkPhoto } from '#domain/photo-check.ts'
import { type PngData, pngData } from '#domain/png-data.ts'

/**
 * `checkPhoto`, and of a PNG also that its compressed data is as long as its header says: else a small file could claim
 * a small picture and unpack to gigabytes wherever it is opened. Never inside a transaction: it may take a second.
 */
export async function checkPhotoFile(bytes: Uint8Array): Promise<ReturnType<typeof checkPhoto>> {
  const checked = checkPhoto(bytes)
  if (checked.type !== 'image/png' || checked.fault !== null) return checked
  return (await inflatesTo(pngData(bytes))) ? checked : { ...checked, fault: 'photo_incomplete' }
}

/** Inflated piece by piece, each thrown away at once, and no further than the length that is right. */
async function inflatesTo({ parts, inflated }: PngData): Promise<boolean> {
  const inflate = createInflate()
  const given = parts.reduce((sum, part) => sum + part.length, 0)
  const source = Readable.from(parts)
  source.pipe(inflate)
  let length = 0
  try {
    for await (const piece of inflate) {
      length += (piece as Buffer).length
      if (length > inflated) return false
    }
  } catch {
    return false
  } finally {
    source.destroy()
  }
  // Bytes behind the end of the stream would be kept unseen.
  return length === inflated && inflate.bytesWritten === given
}
