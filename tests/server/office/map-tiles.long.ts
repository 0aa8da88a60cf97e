import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { PMTiles, type RangeResponse, type Source } from 'pmtiles'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { byteRange } from '#server/http/byte-range.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { tileAt, writeTownTiles } from '../../support/town-tiles.ts'
import { writePmtiles } from '../../../src/tools/shared/pmtiles.mjs'

const GORDON = { latitude: -33.7561, longitude: 151.1535 }
const TILES = '/v1/map-tiles'

const folder = mkdtempSync(path.join(tmpdir(), 'br-tiles-'))
const file = path.join(folder, 'town.pmtiles')
beforeAll(() => writeTownTiles(file, GORDON))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let office: Office
const open = async (mapTiles?: string) =>
  void (office = await openOffice('embedded', mapTiles === undefined ? {} : { environment: { MAP_TILES: mapTiles } }))
afterEach(() => office.close())

const get = (headers: Record<string, string> = {}, { token }: { token: string } = office.admin) =>
  office.fetch(TILES, { headers: { authorization: `Bearer ${token}`, ...headers } })
const hasGround = async (person: Person) =>
  (await person.get<{ config: { mapTiles?: boolean } }>('/v1/users/profile')).body.config.mapTiles
const warned = () => office.logged.filter(({ level }) => level === 'warn').map(({ message }) => message)

describe('The ground of the office’s maps', () => {
  test('is sent whole or in the parts that a map asks for, and not again while it is unchanged', async () => {
    await open(file)
    const bytes = readFileSync(file)
    expect(await hasGround(office.admin)).toBe(true)
    const whole = await get()
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('application/vnd.pmtiles')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)

    const part = await get({ range: 'bytes=0-126' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 0-126/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(0, 127))).toBe(true)
    const end = await get({ range: 'bytes=-10' })
    expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true)

    const etag = part.headers.get('etag')!
    expect((await get({ 'if-none-match': etag, range: 'bytes=0-126' })).status).toBe(304)
    expect((await get({ 'if-range': '"another"', range: 'bytes=0-126' })).status).toBe(200)
    const beyond = await get({ range: `bytes=${bytes.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    expect(await beyond.json()).toMatchObject({ code: 'range_not_satisfiable' })
    const head = await office.fetch(TILES, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${office.admin.token}` },
    })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  test('is for the office only', async () => {
    await open(file)
    const driver = await office.driver()
    expect((await office.fetch(TILES)).status).toBe(401)
    expect((await get({}, driver)).status).toBe(403)
    expect(await hasGround(driver)).toBeUndefined()
  })

  test('is read tile by tile as the map’s library reads it, also from a file that is replaced', async () => {
    const changing = path.join(folder, 'changing.pmtiles')
    writeFileSync(changing, readFileSync(file))
    await open(changing)
    const source: Source = {
      getKey: () => 'office',
      getBytes: async (offset, length): Promise<RangeResponse> => {
        const answer = await get({ range: `bytes=${offset}-${offset + length - 1}` })
        return { data: await answer.arrayBuffer(), etag: answer.headers.get('etag') ?? undefined }
      },
    }
    const tiles = new PMTiles(source)
    const header = await tiles.getHeader()
    expect([header.minZoom, header.maxZoom]).toEqual([0, 14])
    const [x, y] = tileAt(GORDON.latitude, GORDON.longitude, 14)
    expect((await tiles.getZxy(14, x, y))!.data.byteLength).toBeGreaterThan(100)
    expect(await tiles.getZxy(14, 0, 0)).toBeUndefined()
    await writeTownTiles(changing, { latitude: -37.8, longitude: 144.9 })
    expect((await new PMTiles(source).getHeader()).minLon).toBeLessThan(145)
    rmSync(changing)
    expect(await office.admin.get(TILES)).toMatchObject(refusal(404, 'not_found'))
  })

  test('without the setting there is none, and the office is told so', async () => {
    await open()
    expect(await hasGround(office.admin)).toBe(false)
    expect(await office.admin.get(TILES)).toMatchObject(refusal(404, 'not_found'))
    expect(warned()).toEqual([])
  })

  const written = (name: string, change: (bytes: Buffer) => Buffer) => () => {
    const other = path.join(folder, name)
    writeFileSync(other, change(readFileSync(file)))
    return other
  }
  const with8 = (at: number, value: number) => (bytes: Buffer) => {
    bytes[at] = value
    return bytes
  }
  test.each([
    ['does not exist', () => path.join(folder, 'none.pmtiles'), 'which does not exist.'],
    ['is a folder', () => folder, 'which can’t be read.'],
    ['is empty', written('empty', () => Buffer.alloc(0)), 'which is not a PMTiles file.'],
    ['is a photo', written('photo', () => Buffer.alloc(900, 'JFIF')), 'which is not a PMTiles file.'],
    ['is of version 2', written('v2', with8(7, 2)), 'a PMTiles file of version 2, not 3.'],
    ['has pictures', written('png', with8(99, 2)), 'whose tiles are pictures, not vectors.'],
  ])('a file that %s is told at the start, and maps have a plain ground', async (_what, name, sentence) => {
    const named = name()
    await open(named)
    expect(warned()).toEqual([`MAP_TILES names ${named}, ${sentence} Maps have a plain ground.`])
    expect(await hasGround(office.admin)).toBe(false)
    expect(await office.admin.get(TILES)).toMatchObject(refusal(404, 'not_found'))
  })
})

describe('The file of tiles that pack-map writes', () => {
  test('has every tile, also where equal ones are kept once and one directory is too small', async () => {
    await open()
    const many = path.join(folder, 'many.pmtiles')
    const side = 2 ** 7
    const tiles = Array.from({ length: side * side }, (_, index) => {
      const [x, y] = [index % side, Math.floor(index / side)]
      return { z: 7, x, y, read: () => Buffer.from(x < 3 ? 'sea' : `${x}/${y}`) }
    })
    await writePmtiles(many, tiles, { bounds: [-180, -85, 180, 85] })
    const bytes = readFileSync(many)
    const read = new PMTiles({
      getKey: () => 'many',
      getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
    })
    const textOf = async (x: number, y: number) => Buffer.from((await read.getZxy(7, x, y))!.data).toString()
    for (const [x, y] of [
      [3, 0],
      [64, 65],
      [127, 127],
    ] as const)
      expect(await textOf(x, y)).toBe(`${x}/${y}`)
    expect(await textOf(1, 100)).toBe('sea')
  })
})

describe('A range of bytes', () => {
  const size = fc.integer({ min: 0, max: 5_000 })
  test('lies within the file, and is what was asked as far as the file goes', () => {
    fc.assert(
      fc.property(size, fc.nat(9_000), fc.nat(9_000), (size, from, more) => {
        const range = byteRange(`bytes=${from}-${from + more}`, size)
        expect(range).toEqual(from >= size ? 'outside' : { from, to: Math.min(from + more, size - 1) })
      }),
    )
  })
  test.each(['', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b'])(
    'that reads %o is as none',
    (header) => expect(byteRange(header, 100)).toBe('whole'),
  )
  test('of no bytes from the end is outside', () => expect(byteRange('bytes=-0', 100)).toBe('outside'))
})
