import type { PhotoType } from '#domain/photo-file.ts'

/**
 * Takes position and camera data out of a photo that is kept as it came (domain.md 10, "Privacy"). A compressed one has
 * lost them already: it was drawn anew. How the phone was held stays, or the photo would lie on its side.
 */
export function withoutCameraData(bytes: ArrayBuffer, type: PhotoType): ArrayBuffer {
  const parts = type === 'image/jpeg' ? keptOfJpeg(new Uint8Array(bytes)) : keptOfPng(new Uint8Array(bytes))
  if (!parts) return bytes
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}

const EXIF = 0xe1
const COMMENT = 0xfe
const START_OF_SCAN = 0xda

/** Null when the segments can't be followed: better the photo as it came than a broken one. */
function keptOfJpeg(bytes: Uint8Array): Uint8Array[] | null {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) return [...kept, bytes.subarray(at)]
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
    if (end > bytes.length || end < at + 4) return null
    const segment = bytes.subarray(at, end)
    if (marker === EXIF) {
      const orientation = orientationOf(segment)
      if (orientation > 1) kept.push(exifWithOnly(orientation))
    } else if (!isCameraData(marker)) {
      kept.push(segment)
    }
    at = end
  }
  return null
}

/** APP1 to APP15 and comments; APP0 (JFIF), APP2 (colour profile) and APP14 (Adobe's colour transform) are needed to show it right. */
function isCameraData(marker: number): boolean {
  return marker === COMMENT || (marker >= 0xe1 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)
}

/** 1 to 8; 0 when the segment does not say. */
function orientationOf(segment: Uint8Array): number {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength)
  // FF E1, length, "Exif\0\0", then a TIFF header.
  if (segment.length < 20 || view.getUint32(4) !== 0x45786966) return 0
  const tiff = 10
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > segment.length) return 0
  const entries = view.getUint16(directory, little)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > segment.length) return 0
    if (view.getUint16(entry, little) === 0x0112) {
      const value = view.getUint16(entry + 8, little)
      return value >= 1 && value <= 8 ? value : 0
    }
  }
  return 0
}

function exifWithOnly(orientation: number): Uint8Array {
  return new Uint8Array([
    0xff, EXIF, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0x00, 0x00, // APP1 of 34 bytes, "Exif\0\0"
    0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, // TIFF, big-endian, first directory at 8
    0x00, 0x01, 0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00, // one entry: Orientation, SHORT
    0x00, 0x00, 0x00, 0x00, // no further directory
  ])
}

const PNG_CAMERA_DATA = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

function keptOfPng(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return null
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!PNG_CAMERA_DATA.includes(name)) kept.push(bytes.subarray(at, end))
    if (name === 'IEND') return kept
    at = end
  }
  return null
}
