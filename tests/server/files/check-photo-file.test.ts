import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkPhotoFile } from '#server/files/check-photo-file.ts'
import { ascii, jpeg, join } from '../../fixtures/jpeg.ts'
import { chunk, header, png, PNG_SIGNATURE, rowsOf } from '../../fixtures/png.ts'

const MB = 1_048_576
const ONE_MB = Buffer.alloc(MB)
const END = chunk('IEND')
const pngOf = (head: Uint8Array, ...data: Uint8Array[]) =>
  join(PNG_SIGNATURE, head, ...data.map((part) => chunk('IDAT', part)), END)
const faultOf = async (bytes: Uint8Array) => (await checkPhotoFile(bytes)).fault

test('a PNG whose data is as long as its header says is accepted, in one chunk or many', async () => {
  const data = rowsOf(400, 300)
  expect(await checkPhotoFile(pngOf(header(400, 300), data))).toEqual({
    type: 'image/png',
    size: { width: 400, height: 300 },
    fault: null,
  })
  const pieces = Array.from({ length: data.length }, (_, at) => data.subarray(at, at + 1))
  expect(await faultOf(pngOf(header(400, 300), ...pieces))).toBeNull()
  expect(await faultOf(pngOf(header(400, 300), data, Buffer.alloc(0)))).toBeNull()
})

test.each([
  ['a byte less', rowsOf(400, 300, -1)],
  ['a byte more', rowsOf(400, 300, 1)],
  ['a row less', rowsOf(400, 299)],
  ['nothing', deflateSync(Buffer.alloc(0))],
  ['a stream cut off', rowsOf(400, 300).subarray(0, -3)],
  ['a stream without its checksum', rowsOf(400, 300).subarray(0, -4)],
  ['bytes behind its stream', join(rowsOf(400, 300), ascii('12 High Street'))],
  ['what is no stream', ascii('no stream at all')],
  [
    'a stream that asks for a dictionary',
    deflateSync(Buffer.alloc(300 * 1201), { dictionary: Buffer.from('abcdefgh') }),
  ],
])('data of %s is refused as incomplete', async (_what, data) => {
  expect(await faultOf(pngOf(header(400, 300), Uint8Array.from(data)))).toBe('photo_incomplete')
})

test('data far longer than its picture is read only to the picture’s end, in little memory', async () => {
  const zeros = Array.from({ length: 256 }, () => ONE_MB)
  const data = await buffer(Readable.from(zeros).pipe(createDeflate()))
  const bomb = pngOf(header(10, 10), Uint8Array.from(data))
  const before = process.memoryUsage().rss
  expect(await faultOf(bomb)).toBe('photo_incomplete')
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MB)
})

/** Width, height, bits of a sample, colour type -> bytes, computed by hand from the standard. */
test.each([
  [9, 3, 1, 0, 0, 3 * (1 + 2)],
  [5, 2, 4, 0, 0, 2 * (1 + 3)],
  [7, 2, 16, 2, 0, 2 * (1 + 42)],
  [7, 2, 8, 4, 0, 2 * (1 + 14)],
  [7, 2, 16, 6, 0, 2 * (1 + 56)],
  [8, 8, 8, 0, 1, 2 + 2 + 3 + 6 + 10 + 20 + 36],
  [1, 1, 8, 6, 1, 5],
  [3, 2, 1, 0, 1, 2 + 2 + 2 + 2],
])(
  '%i by %i of %i bits, colours %i, interlaced %i: %i bytes',
  async (width, height, depth, colour, interlaced, length) => {
    const head = chunk('IHDR', [0, 0, 0, width, 0, 0, 0, height, depth, colour, 0, 0, interlaced])
    const of = (bytes: number) => faultOf(pngOf(head, deflateSync(Buffer.alloc(bytes))))
    expect([await of(length - 1), await of(length), await of(length + 1)]).toEqual([
      'photo_incomplete',
      null,
      'photo_incomplete',
    ])
  },
)

test('a JPEG is judged as before, and so is what is neither', async () => {
  expect(await faultOf(jpeg())).toBeNull()
  expect(await faultOf(jpeg().slice(0, -1))).toBe('photo_incomplete')
  expect(await faultOf(Uint8Array.from(ascii('GIF89a')))).toBe('not_a_photo')
  expect(await faultOf(png({ width: 30_000, height: 30_000 }))).toBe('photo_too_many_pixels')
})

test('the app’s own icons are accepted', async () => {
  const icons = readdirSync('public/icons').filter((name) => name.endsWith('.png'))
  expect(icons.length).toBeGreaterThan(2)
  for (const name of icons) expect([name, await faultOf(readFileSync(`public/icons/${name}`))]).toEqual([name, null])
})
