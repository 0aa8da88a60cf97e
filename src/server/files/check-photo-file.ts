import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { checkPhoto } from '#domain/photo-check.ts'
import { type PngData, pngData } from '#domain/png-data.ts'

/**
 * `checkPhoto`, and for a PNG also that its data inflates to the length given by its header. Otherwise a small file
 * could declare a small picture and inflate to gigabytes wherever it is opened. It may take a second, so never call it
 * in a transaction.
 */
export async function checkPhotoFile(bytes: Uint8Array): Promise<ReturnType<typeof checkPhoto>> {
  const checked = checkPhoto(bytes)
  if (checked.type !== 'image/png' || checked.fault !== null) return checked
  return (await inflatesTo(pngData(bytes))) ? checked : { ...checked, fault: 'photo_incomplete' }
}

/** Inflates chunk by chunk, discards each at once, and stops at the expected length. */
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
  // Bytes after the end of the stream would be stored unseen.
  return length === inflated && inflate.bytesWritten === given
}
