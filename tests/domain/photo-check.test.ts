import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PIXELS_MAX } from '#domain/limits.ts'
import { checkPhoto } from '#domain/photo-check.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import { ascii, frame, JFIF, jpeg, join, SCAN, segment } from '../fixtures/jpeg.ts'
import { chunk, header, png, PNG_SIGNATURE } from '../fixtures/png.ts'

const faultOf = (bytes: Uint8Array) => checkPhoto(bytes).fault
const START = [0xff, 0xd8]
const END = [0xff, 0xd9]
/** A JPEG of these parts, between its start and end markers. */
const jpegOf = (...parts: readonly ArrayLike<number>[]) => join(START, ...parts, END)
const pngOf = (...chunks: readonly Uint8Array[]) => join(PNG_SIGNATURE, ...chunks)
const hex = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
const changed = (bytes: Uint8Array, at: number, byte: number) =>
  Uint8Array.from(bytes, (was, place) => (place === at ? byte : was))
const DATA = chunk('IDAT', [1, 2, 3])
const IEND = chunk('IEND')

/** TIFF entries of an Exif segment. */
const exif = (tiff: string) => segment(0xe1, [...ascii('Exif\0\0'), ...hex(tiff.replaceAll(' ', ''))])
const ORIENTATION = exif('4d4d002a00000008 0001 0112000300000001 00060000 00000000')
/** As Safari writes it into a JPEG from a canvas. */
const OF_CANVAS = exif(
  '4d4d002a00000008 0002 0112000300000001 00010000 8769000400000001 00000026 00000000' +
    '0003 a001000300000001 00010000 a002000400000001 000001f4 a003000400000001 000001f4 00000000',
)
const WITH_RESOLUTION = exif(
  '4d4d002a00000008 0005 0112000300000001 00010000 011a000500000001 0000004a 011b000500000001 00000052 0128000300000001 00020000' +
    '8769000400000001 0000005a 00000000 00000090 00000001 00000090 00000001' +
    '0003 a001000300000001 00010000 a002000400000001 00000518 a003000400000001 000003d8 00000000',
)
const LITTLE = exif('49492a0008000000 0100 1201030001000000 06000000 00000000')
const GPS = exif('4d4d002a00000008 0002 0112000300000001 00060000 8825000400000001 00000026 00000000 0000 00000000')
const EMPTY_PHOTOSHOP = hex(
  'ffed003850686f746f73686f7020332e30003842494d04040000000000003842494d0425000000000010d41d8cd98f00b204e9800998ecf8427e',
)
const ICC = segment(0xe2, [...ascii('ICC_PROFILE\0'), 1, 1, 9, 9])
const ADOBE = segment(0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, 2])

describe('a JPEG', () => {
  test('that is whole is accepted, with its size', () => {
    expect(checkPhoto(jpeg({ width: 640, height: 480 }))).toEqual({
      type: 'image/jpeg',
      size: { width: 640, height: 480 },
      fault: null,
    })
  })

  test.each([
    ['a JFIF header', JFIF],
    ['a colour profile', ICC],
    ['Adobe’s colour transform', ADOBE],
    ['how the phone was held', ORIENTATION],
    ['the same in little-endian', LITTLE],
    ['what Safari writes for a canvas', OF_CANVAS],
    ['the same with a resolution', WITH_RESOLUTION],
    ['an empty Photoshop block', EMPTY_PHOTOSHOP],
    [
      'tables and a restart interval',
      join(segment(0xdb, [0, 1]), segment(0xc4, [0, 1]), segment(0xcc, [0, 1]), segment(0xdd, [0, 4])),
    ],
  ])('may hold %s', (_what, part) => {
    expect(faultOf(jpeg({ size: 500, beside: [part] }))).toBeNull()
  })

  test.each([
    ['where it was taken', GPS],
    ['a tag no encoder of pages writes', exif('4d4d002a00000008 0001 0110000200000004 41424300 00000000')],
    ['bytes in its Exif that no tag accounts for', segment(0xe1, [...ORIENTATION.slice(4), 1])],
    [
      'a second directory in its Exif, such as a small picture',
      exif('4d4d002a00000008 0001 0112000300000001 00060000 0000001a 0000 00000000'),
    ],
    ['an Exif directory that lies elsewhere', exif('4d4d002a00000008 0001 8769000400000001 00000008 00000000')],
    ['an Exif that is cut off', segment(0xe1, ORIENTATION.slice(4, -2))],
    ['XMP', segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'))],
    ['a comment', segment(0xfe, ascii('by Dave'))],
    ['IPTC data', segment(0xed, ascii('Photoshop 3.0\x008BIM'))],
    ['several pictures in one', segment(0xe2, ascii('MPF\0MM'))],
    ['a small picture of itself', segment(0xe0, [...ascii('JFXX\0'), 0x10])],
    ['something of an unknown kind', segment(0xe5, [1, 2, 3])],
    ['a reserved extension', segment(0xf3, [1, 2, 3])],
  ])('may not hold %s', (_what, part) => {
    const bytes = jpeg({ size: 500, beside: [part] })
    expect(faultOf(bytes)).toBe('photo_has_metadata')
    expect(faultOf(withoutMetadata(bytes)!)).toBeNull()
  })

  test('may hold nothing after its end, and no metadata between its scans', () => {
    expect(faultOf(join(jpeg(), [0]))).toBe('photo_has_metadata')
    expect(faultOf(join(jpeg(), jpeg({ beside: [GPS], size: 400 })))).toBe('photo_has_metadata')
    expect(faultOf(jpegOf(frame(4, 4, 0xc2), SCAN, [1, 2], GPS, SCAN, [3, 4]))).toBe('photo_has_metadata')
    expect(faultOf(jpegOf(frame(4, 4, 0xc2), SCAN, [1, 2], segment(0xc4, [1]), SCAN, [3, 4]))).toBeNull()
  })

  test('is read over restart markers, stuffed bytes and fill bytes', () => {
    expect(
      faultOf(
        jpegOf([0xff, 0xff, 0xff], frame(4, 4), [0xff], SCAN, [1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 0xff, 0xff]),
      ),
    ).toBeNull()
  })

  test.each([
    ['four good bytes', join(START, END)],
    ['three', Uint8Array.of(0xff, 0xd8, 0xff)],
    ['no frame', jpegOf(JFIF, SCAN, [1])],
    ['no scan', jpegOf(JFIF, frame(4, 4))],
    ['a scan before its frame', jpegOf(SCAN, [1], frame(4, 4))],
    ['a scan without data', jpegOf(frame(4, 4), SCAN)],
    ['a scan of more components than there are', jpegOf(frame(4, 4), segment(0xda, [2, 1, 0, 2, 0, 0, 63, 0]), [1])],
    ['two frames', jpegOf(frame(4, 4), frame(9000, 9000), SCAN, [1])],
    ['a second number of lines', jpegOf(frame(4, 4), SCAN, [1], segment(0xdc, [0x40, 0]))],
    ['a frame no browser shows', jpegOf(frame(4, 4, 0xc3), SCAN, [1])],
    ['a frame of the wrong length', jpegOf(segment(0xc0, [8, 0, 4, 0, 4, 1, 1, 0x11]), SCAN, [1])],
    ['no width', jpegOf(frame(0, 4), SCAN, [1])],
    ['no height', jpegOf(frame(4, 0), SCAN, [1])],
    ['another beginning within', jpegOf(frame(4, 4), START, SCAN, [1])],
    ['a reserved marker', jpegOf(frame(4, 4), [0xff, 0x01], SCAN, [1])],
    ['a segment without length', jpegOf(frame(4, 4), [0xff, 0xdb, 0, 0], SCAN, [1])],
  ])('of %s is incomplete', (_what, bytes) => {
    expect(faultOf(bytes)).toBe('photo_incomplete')
  })
})

describe('a PNG', () => {
  test('that is whole is accepted, with its size', () => {
    expect(checkPhoto(png({ width: 640, height: 480, size: 2000 }))).toEqual({
      type: 'image/png',
      size: { width: 640, height: 480 },
      fault: null,
    })
  })

  test('may hold what its colours need', () => {
    const beside = ['gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'bKGD', 'tRNS'].map((name) =>
      chunk(name, [1, 2, 3]),
    )
    expect(faultOf(png({ size: 500, beside }))).toBeNull()
  })

  test.each(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'iDOT', 'prVt'])('may not hold %s', (name) => {
    const bytes = png({ size: 500, beside: [chunk(name, ascii('Home address'))] })
    expect(faultOf(bytes)).toBe('photo_has_metadata')
    expect(withoutMetadata(bytes)).not.toBeNull()
    expect(faultOf(withoutMetadata(bytes)!)).toBeNull()
  })

  test('may hold nothing after its end', () => {
    expect(faultOf(join(png(), [0]))).toBe('photo_has_metadata')
  })

  test.each([
    ['no data', pngOf(header(4, 4), IEND)],
    ['data of no bytes', pngOf(header(4, 4), chunk('IDAT'), IEND)],
    ['no header', pngOf(DATA, IEND)],
    ['a header that comes late', pngOf(chunk('gAMA', [0, 0, 0, 1]), header(4, 4), DATA, IEND)],
    ['two headers', pngOf(header(4, 4), header(30_000, 30_000), DATA, IEND)],
    ['a short header', pngOf(chunk('IHDR', [0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0]), DATA, IEND)],
    ['a depth its colours can’t have', pngOf(chunk('IHDR', [0, 0, 0, 4, 0, 0, 0, 4, 3, 2, 0, 0, 0]), DATA, IEND)],
    ['an unknown compression', pngOf(chunk('IHDR', [0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 1, 0, 0]), DATA, IEND)],
    ['colours of a palette, without one', pngOf(chunk('IHDR', [0, 0, 0, 4, 0, 0, 0, 4, 8, 3, 0, 0, 0]), DATA, IEND)],
    ['no width', pngOf(header(0, 4), DATA, IEND)],
    ['no height', pngOf(header(4, 0), DATA, IEND)],
    ['data in two places', pngOf(header(4, 4), DATA, chunk('gAMA', [1]), DATA, IEND)],
    ['an end that is none', pngOf(header(4, 4), DATA, chunk('IEND', [1]))],
    ['no end', pngOf(header(4, 4), DATA)],
    ['a chunk that must be known and is not', pngOf(header(4, 4), chunk('NEWS', [1]), DATA, IEND)],
    ['a name that is none', pngOf(header(4, 4), chunk('a\0bc', [1]), DATA, IEND)],
    [
      'a chunk longer than the file',
      join(PNG_SIGNATURE, header(4, 4), [0xff, 0xff, 0xff, 0xff], ascii('IDAT'), [1, 2, 3, 4]),
    ],
    ['its first bytes only', PNG_SIGNATURE],
  ])('of %s is incomplete', (_what, bytes) => {
    expect(faultOf(Uint8Array.from(bytes))).toBe('photo_incomplete')
  })
})

describe('how large a picture may be', () => {
  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
  ])('50 megapixels are accepted and one more is not: %s', (_kind, made) => {
    expect(8_000 * 6_250).toBe(PIXELS_MAX)
    expect(faultOf(made({ width: 8_000, height: 6_250 }))).toBeNull()
    expect(faultOf(made({ width: 6_251, height: 8_000 }))).toBe('photo_too_many_pixels')
  })

  test('a PNG of 30,000 by 30,000 is refused, however few bytes it has', () => {
    expect(checkPhoto(png({ width: 30_000, height: 30_000, size: 109_000 }))).toMatchObject({
      fault: 'photo_too_many_pixels',
      size: { width: 30_000, height: 30_000 },
    })
    expect(faultOf(jpeg({ width: 65_535, height: 65_535 }))).toBe('photo_too_many_pixels')
    expect(faultOf(png({ width: 0xffffffff, height: 1 }))).toBe('photo_too_many_pixels')
  })
})

test('the photos of the demo, a CMYK photo and the app’s own pictures are accepted', () => {
  const folders = ['src/server/demo/photos', 'tests/support/browser/files', 'public/icons']
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => /\.(jpg|png)$/.test(file))
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) expect([file, faultOf(new Uint8Array(readFileSync(file)))]).toEqual([file, null])
})

describe('whatever bytes come', () => {
  const bytesOf = fc.uint8Array({ maxLength: 60 })
  const segments = fc.array(
    fc
      .tuple(
        fc.integer({ min: 0xc0, max: 0xfe }).filter((marker) => marker < 0xd0 || marker > 0xda),
        bytesOf,
      )
      .map(([marker, body]) => segment(marker, body)),
    { maxLength: 6 },
  )
  const exifs = fc.array(fc.constantFrom(GPS, ORIENTATION, OF_CANVAS, WITH_RESOLUTION, EMPTY_PHOTOSHOP, ICC, ADOBE), {
    maxLength: 4,
  })
  const tail = fc.oneof(fc.constant(new Uint8Array()), bytesOf)
  const someJpeg = fc
    .tuple(exifs, segments, tail)
    .map(([known, others, behind]) => join(jpeg({ size: 2000, beside: [...known, ...others] }), behind))
  const chunks = fc.array(
    fc.tuple(fc.stringMatching(/^[A-Za-z]{4}$/), bytesOf).map(([name, data]) => chunk(name, data)),
    { maxLength: 6 },
  )
  const somePng = fc.tuple(chunks, tail).map(([others, behind]) => join(png({ size: 2000, beside: others }), behind))

  test('a whole photo cut off at any byte is not kept', () => {
    for (const bytes of [jpeg({ size: 200, beside: [ORIENTATION] }), png({ size: 200 })]) {
      expect(faultOf(bytes)).toBeNull()
      for (let length = 0; length < bytes.length; length += 1)
        expect([length, faultOf(bytes.subarray(0, length))]).not.toEqual([length, null])
    }
  })

  test('a PNG with any one byte changed is refused, and the check never throws', () => {
    const bytes = png({ size: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        expect(faultOf(changed(bytes, at, bytes[at]! ^ mask))).not.toBeNull()
      }),
    )
  })

  test('a JPEG with any one byte of its header changed is refused or has a size within the limit', () => {
    const bytes = jpeg({ size: 300, beside: [OF_CANVAS, ICC, ADOBE] })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const { fault, size } = checkPhoto(changed(bytes, at, bytes[at]! ^ mask))
        expect(
          fault !== null || (size!.width > 0 && size!.height > 0 && size!.width * size!.height <= PIXELS_MAX),
        ).toBe(true)
      }),
    )
  })

  test('a photo whose metadata was removed holds none: it is accepted, or refused as broken or too large', () => {
    fc.assert(
      fc.property(fc.oneof(someJpeg, somePng), (bytes) => {
        const cut = withoutMetadata(bytes)
        if (cut === null) return expect(faultOf(bytes)).toBe('photo_incomplete')
        expect(faultOf(cut)).not.toBe('photo_has_metadata')
        expect(Buffer.compare(withoutMetadata(cut)!, cut)).toBe(0)
        if (faultOf(bytes) === 'photo_has_metadata') expect(faultOf(cut)).toBeNull()
        return undefined
      }),
    )
  })

  test('no bytes make the check throw, or take long', () => {
    const beginnings = fc.constantFrom([], START, [...START, 0xff], PNG_SIGNATURE, [...PNG_SIGNATURE, ...header(4, 4)])
    fc.assert(
      fc.property(beginnings, fc.uint8Array({ maxLength: 300 }), (first, rest) => {
        const bytes = join(first, rest)
        const { type } = checkPhoto(bytes)
        if (type !== null) withoutMetadata(bytes)
      }),
      { numRuns: 500 },
    )
  })
})
