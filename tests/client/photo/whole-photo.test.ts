import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isWhole } from '#client/photo/whole-photo.ts'

const jpeg = new Uint8Array(readFileSync('src/server/demo/photos/full-bag.jpg'))
const png = new Uint8Array(readFileSync('public/icons/icon-192.png'))
const first = (bytes: Uint8Array, part: number) => bytes.slice(0, Math.floor(bytes.length * part))
const andThen = (bytes: Uint8Array, more: Uint8Array) => new Uint8Array([...bytes, ...more])

describe('Whether a photo is complete', () => {
  test.each([
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a JPEG with a film behind it', andThen(jpeg, new Uint8Array(5000)), 'image/jpeg'],
    ['a PNG with something behind it', andThen(png, new Uint8Array(50)), 'image/png'],
  ] as const)('%s is complete', (_, bytes, type) => expect(isWhole(bytes, type)).toBe(true))

  test.each([0.05, 0.3, 0.5, 0.99])('cut off after %s of it, neither is complete', (part) => {
    expect(isWhole(first(jpeg, part), 'image/jpeg')).toBe(false)
    expect(isWhole(first(png, part), 'image/png')).toBe(false)
  })

  test('The end of a thumbnail within the camera’s metadata is not the end of the photo', () => {
    // An APP1 segment that contains a thumbnail with its own end marker, then the photo, cut off.
    const thumbnail = new Uint8Array([0xff, 0xe1, 0, 8, 0xff, 0xd8, 1, 2, 0xff, 0xd9])
    const cut = first(jpeg, 0.5)
    expect(isWhole(new Uint8Array([0xff, 0xd8, ...thumbnail, ...cut.slice(2)]), 'image/jpeg')).toBe(false)
  })
})
