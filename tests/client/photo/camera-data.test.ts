import { describe, expect, test } from 'vitest'
import { withoutCameraData } from '#client/photo/camera-data.ts'

const text = (letters: string) => Array.from(letters, (letter) => letter.charCodeAt(0))
const segment = (marker: number, body: number[]) => [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body]
const exif = (orientation: number) =>
  segment(0xe1, [
    ...text('Exif'), 0, 0, 0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, // little-endian TIFF
    2, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, // Orientation
    0x25, 0x88, 4, 0, 1, 0, 0, 0, 0x26, 0, 0, 0, 0, 0, 0, 0, // where the GPS data stands
    ...text('HOME ADDRESS'),
  ])
const JFIF = segment(0xe0, [...text('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
const PICTURE = [0xff, 0xda, 0, 3, 1, 5, 6, 7, 0xff, 0xd9]
const strip = (bytes: number[], type: 'image/jpeg' | 'image/png') => [...new Uint8Array(withoutCameraData(new Uint8Array(bytes).buffer, type))]
const holds = (bytes: number[], letters: string) => String.fromCharCode(...bytes).includes(letters)

describe('A photo kept as it came', () => {
  test('It loses where it was taken and what the camera wrote, and nothing of the picture', () => {
    const kept = strip([0xff, 0xd8, ...JFIF, ...exif(1), ...segment(0xfe, text('by Dave')), ...PICTURE], 'image/jpeg')
    expect(kept).toEqual([0xff, 0xd8, ...JFIF, ...PICTURE])
  })

  test('How the phone was held stays, or it would lie on its side', () => {
    const kept = strip([0xff, 0xd8, ...exif(6), ...PICTURE], 'image/jpeg')
    expect(holds(kept, 'HOME ADDRESS')).toBe(false)
    expect(kept.slice(2, 4)).toEqual([0xff, 0xe1])
    // Read again by the same rules it says 6 still.
    expect(strip(kept, 'image/jpeg')).toEqual(kept)
  })

  test('Colour profile and Adobe’s colours stay: without them it looks wrong', () => {
    const bytes = [0xff, 0xd8, ...segment(0xe2, text('ICC_PROFILE')), ...segment(0xee, text('Adobe')), ...PICTURE]
    expect(strip(bytes, 'image/jpeg')).toEqual(bytes)
  })

  test('One whose parts can’t be followed is kept whole rather than broken', () => {
    const bytes = [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1]
    expect(strip(bytes, 'image/jpeg')).toEqual(bytes)
  })

  test('A PNG loses its texts', () => {
    const chunk = (name: string, body: number[]) => [0, 0, 0, body.length, ...text(name), ...body, 0, 0, 0, 0]
    const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    const kept = strip([...head, ...chunk('IHDR', [1]), ...chunk('eXIf', text('HOME')), ...chunk('tEXt', text('by')), ...chunk('IDAT', [2]), ...chunk('IEND', [])], 'image/png')
    expect(kept).toEqual([...head, ...chunk('IHDR', [1]), ...chunk('IDAT', [2]), ...chunk('IEND', [])])
  })
})
