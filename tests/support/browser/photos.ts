import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '#server/package-root.ts'

/** A file as a person picks it. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** One of the demo's pictures. */
export function photoFile(
  name: 'full-bag' | 'two-bags' | 'empty-bag' | 'by-the-gate' | 'locked-gate' = 'full-bag',
): PickedFile {
  const buffer = readFileSync(path.join(packageRoot(), `src/server/demo/photos/${name}.jpg`))
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Represents the place, time and author in a photo's metadata: it must not leave the phone with any photo. */
export const CAMERA_SECRET = 'Taken at 33.7123S 150.9876E by Dave'

/** The picture as an upright phone writes it: stored rotated, with an Exif orientation and other camera metadata. */
export function sidewaysPhotoFile(): PickedFile {
  return { name: 'sideways.jpg', mimeType: 'image/jpeg', buffer: laidOnItsSide(photoFile('by-the-gate').buffer) }
}

/** A JPEG with camera metadata before the picture, the Exif orientation included. */
export function laidOnItsSide(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)])
}

/** An APP1 segment with two entries: ImageDescription = the secret, Orientation = 6 (turn right). */
function exif(): Buffer {
  const words = Buffer.from(`${CAMERA_SECRET}\0`, 'latin1')
  const directory = Buffer.alloc(2 + 2 * 12 + 4)
  directory.writeUInt16BE(2, 0)
  entry(directory, 2, { tag: 0x010e, type: 2, count: words.length, value: 8 + directory.length })
  entry(directory, 14, { tag: 0x0112, type: 3, count: 1, value: 6 << 16 })
  const tiff = Buffer.concat([Buffer.from('MM\0*\0\0\0\x08', 'latin1'), directory, words])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

function entry(
  into: Buffer,
  at: number,
  { tag, type, count, value }: { tag: number; type: number; count: number; value: number },
): void {
  into.writeUInt16BE(tag, at)
  into.writeUInt16BE(type, at + 2)
  into.writeUInt32BE(count, at + 4)
  into.writeUInt32BE(value, at + 8)
}
