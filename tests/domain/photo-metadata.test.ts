import { describe, expect, test } from 'vitest'
import { pixelsOf, withoutMetadata } from '#domain/photo-metadata.ts'
import { ascii, frame, JFIF, jpeg, join, SCAN, segment } from '../fixtures/jpeg.ts'
import { chunk, png } from '../fixtures/png.ts'

const exif = (orientation: number) =>
  segment(0xe1, [
    ...ascii('Exif'),
    0,
    0,
    0x49,
    0x49,
    0x2a,
    0,
    8,
    0,
    0,
    0, // little-endian TIFF
    2,
    0,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0, // Orientation
    0x25,
    0x88,
    4,
    0,
    1,
    0,
    0,
    0,
    0x26,
    0,
    0,
    0,
    0,
    0,
    0,
    0, // offset of the GPS data
    ...ascii('HOME ADDRESS'),
  ])
const ICC = segment(0xe2, ascii('ICC_PROFILE\0profile'))
const ADOBE = segment(0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 2])
const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)
const cut = (bytes: Uint8Array<ArrayBuffer>) => withoutMetadata(bytes)

describe('A photo kept as it came', () => {
  test('loses where it was taken, what the camera wrote and what follows its end, and nothing of the picture', () => {
    const remarks = [
      exif(1),
      segment(0xfe, ascii('by Dave')),
      segment(0xed, ascii('Photoshop 3.0')),
      segment(0xe2, ascii('MPF\0')),
    ]
    const bytes = jpeg({ size: 400, beside: remarks })
    const before = join([0xff, 0xd8], JFIF)
    const plain = join(before, bytes.slice(before.length + join(...remarks).length))
    expect(cut(join(bytes, ascii('a film with a position')))).toEqual(plain)
    expect(holds(plain, 'HOME ADDRESS')).toBe(false)
  })

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'keeps the orientation of the phone (%s), or it would be shown on its side',
    (orientation) => {
      const kept = cut(jpeg({ size: 400, beside: [exif(orientation)] }))!
      expect(holds(kept, 'HOME ADDRESS')).toBe(false)
      const at = Buffer.from(kept).indexOf('Exif')
      expect([kept[at + 25], kept.length]).toEqual([orientation, 400 - exif(orientation).length + 36])
      // Cutting it a second time changes nothing.
      expect(cut(kept)).toEqual(kept)
    },
  )

  test.each([0, 1, 9])('drops an orientation that says nothing (%s)', (orientation) => {
    expect(holds(cut(jpeg({ size: 400, beside: [exif(orientation)] }))!, 'Exif')).toBe(false)
  })

  test('keeps the colour profile and Adobe’s colours: without them its colours are wrong', () => {
    const bytes = jpeg({ size: 400, beside: [ICC, ADOBE] })
    expect(cut(bytes)).toEqual(bytes)
  })

  test('loses the metadata between its scans', () => {
    const scans = (...between: Uint8Array[]) =>
      join([0xff, 0xd8], frame(4, 4, 0xc2), SCAN, [1, 0xff, 0, 2], ...between, SCAN, [3], [0xff, 0xd9])
    expect(cut(scans(exif(1), segment(0xfe, ascii('x'))))).toEqual(scans())
  })

  test('is refused where its structure can’t be read: what it contains is unknown', () => {
    expect(cut(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1))).toBeNull()
    expect(cut(jpeg().slice(0, -1))).toBeNull()
    expect(withoutMetadata(png().slice(0, -1))).toBeNull()
  })

  test('loses its text chunks as a PNG', () => {
    const beside = [chunk('eXIf', ascii('HOME')), chunk('tEXt', ascii('by')), chunk('iTXt', ascii('xmp'))]
    const kept = withoutMetadata(join(png({ size: 300, beside }), ascii('behind')))!
    expect(kept).toEqual(png({ size: 300 - join(...beside).length, fill: (at) => (at + join(...beside).length) % 251 }))
  })
})

test.each([
  ['a JPEG', jpeg({ width: 60_000, height: 1_000, size: 400, beside: [exif(6), ICC] })],
  ['a progressive JPEG', join([0xff, 0xd8], frame(60_000, 1_000, 0xc2), SCAN, [1, 2], SCAN, [3], [0xff, 0xd9])],
  ['a PNG', png({ width: 600_000, height: 100 })],
])('How many pixels %s has', (_kind, bytes) => {
  expect(pixelsOf(bytes)).toBe(60_000_000)
})
