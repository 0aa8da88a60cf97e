import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { photoKey } from '#domain/photo-file.ts'
import { embeddedStore } from '#server/adapters/storage/embedded-store.ts'
import type { StoragePort } from '#server/ports.ts'
import { secretsOf } from '#server/secrets.ts'
import { jpeg, sha256 } from '../../fixtures/photo-office.ts'

/** The file operations in their order, and the operation that the disk refuses. */
const disk = vi.hoisted(() => ({ did: [] as string[], refuses: null as null | { what: string; code: string } }))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>()
  const note = (what: string, file: string) => {
    disk.did.push(`${what} ${file}`)
    if (disk.refuses?.what === what) throw Object.assign(new Error(what), { code: disk.refuses.code })
  }
  const open = async (file: string, ...how: [string, number?]): Promise<fs.FileHandle> => {
    const handle = await real.open(file, ...how)
    const sync = handle.sync.bind(handle)
    const writeFile = handle.writeFile.bind(handle)
    handle.sync = async () => {
      note('sync', file)
      await sync()
    }
    handle.writeFile = async (data) => {
      await writeFile(data)
      note('write', file)
    }
    return handle
  }
  const rename = async (from: string, to: string) => {
    note('rename', to)
    await real.rename(from, to)
  }
  return { ...real, open, rename }
})

describe('photos on the server’s own disk', () => {
  let folder: string
  let store: StoragePort
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'bagrun-photos-'))
    store = embeddedStore(folder, secretsOf('a secret key for the tests, long enough'))
    disk.did.length = 0
    disk.refuses = null
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const keyOf = (bytes: Uint8Array) => photoKey('job-photo', randomUUID(), sha256(bytes))
  const halves = () => readdirSync(path.join(folder, 'photos', 'half'))
  const write = (key: string, bytes: Uint8Array) => store.write(key, bytes, 'image/jpeg')

  test.skipIf(process.platform === 'win32')(
    'the bytes are synced to disk before the name, and the name before the answer',
    async () => {
      const bytes = jpeg()
      const key = keyOf(bytes)
      await write(key, bytes)
      const shelf = path.join(folder, 'photos', key.slice(-2))
      const kinds = disk.did
        .filter((line) => line.includes(path.join('photos', 'half', '')) || line.includes(shelf))
        .map((line) => line.split(' ')[0])
      expect(kinds).toEqual(['write', 'sync', 'rename', 'sync'])
      expect(disk.did.at(-1)).toBe(`sync ${shelf}`)
    },
  )

  test.skipIf(process.platform === 'win32')('a new folder is synced too, up to the data directory', async () => {
    const bytes = jpeg()
    await write(keyOf(bytes), bytes)
    const synced = disk.did.filter((line) => line.startsWith('sync ')).map((line) => line.slice('sync '.length))
    expect(synced).toEqual(expect.arrayContaining([folder, path.join(folder, 'photos')]))
  })

  test('a reader during a write sees nothing or the whole photo', async () => {
    const bytes = jpeg(8_000_000)
    const key = keyOf(bytes)
    const still = { writing: true }
    const written = Promise.all(Array.from({ length: 4 }, () => write(key, bytes))).finally(
      () => (still.writing = false),
    )
    const seen = new Set<number>()
    while (still.writing) seen.add((await store.read(key))?.bytes.length ?? 0)
    await written
    seen.add((await store.read(key))!.bytes.length)
    expect([...seen].filter((length) => length !== 0)).toEqual([bytes.length])
    expect(halves()).toEqual([])
  })

  test.each([
    ['write', 'ENOSPC'],
    ['sync', 'EDQUOT'],
    ['rename', 'ENOSPC'],
  ])('a full disk keeps nothing of the photo and is reported: %s, %s', async (what, code) => {
    const bytes = jpeg()
    const key = keyOf(bytes)
    await write(keyOf(bytes), bytes)
    disk.refuses = { what, code }
    await expect(write(key, bytes)).rejects.toMatchObject({ name: 'StorageTrouble', kind: 'full' })
    expect(await store.read(key)).toBeNull()
    expect(halves()).toEqual([])
    disk.refuses = null
    await write(key, bytes)
    expect((await store.read(key))?.bytes).toEqual(bytes)
  })

  test('the facts about a photo are those of the file now: deleted it is gone, changed it is read again', async () => {
    const bytes = jpeg()
    const key = keyOf(bytes)
    const facts = { size: bytes.length, sha256: sha256(bytes), photoType: 'image/jpeg', fault: null }
    await store.write(key, bytes, 'image/jpeg', sha256(bytes))
    const restarted = embeddedStore(folder, secretsOf('a secret key for the tests, long enough'))
    for (const one of [store, store, restarted]) expect(await one.look(key)).toEqual(facts)
    const place = path.join(folder, 'photos', key.slice(-2), key)
    const flipped = Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))
    writeFileSync(place, flipped)
    for (const one of [store, restarted])
      expect(await one.look(key)).toEqual({ ...facts, sha256: sha256(flipped), fault: 'photo_incomplete' })
    rmSync(place)
    for (const one of [store, restarted]) expect(await one.look(key)).toBeNull()
    expect(await store.look('../../etc/passwd')).toBeNull()
  })

  test('a broken disk is not mistaken for a full one', async () => {
    const bytes = jpeg()
    await write(keyOf(bytes), bytes)
    disk.refuses = { what: 'write', code: 'EIO' }
    await expect(write(keyOf(bytes), bytes)).rejects.toMatchObject({ code: 'EIO' })
    expect(halves()).toEqual([])
  })

  test('half written files of a killed process are deleted, those of today stay', async () => {
    const bytes = jpeg()
    await write(keyOf(bytes), bytes)
    const place = (name: string) => path.join(folder, 'photos', 'half', name)
    for (const name of ['old', 'young']) writeFileSync(place(name), 'half a photo')
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    utimesSync(place('old'), yesterday, yesterday)
    const restarted = embeddedStore(folder, secretsOf('a secret key for the tests, long enough'))
    await restarted.write(keyOf(bytes), bytes, 'image/jpeg')
    expect(halves()).toEqual(['young'])
  })

  test.each([
    '..',
    '.',
    '',
    '../../etc/passwd',
    'half',
    'a/b',
    'C:\\photos',
    `job-photo.${randomUUID()}.${'g'.repeat(32)}`,
    `job-photo.${randomUUID()}.${'0'.repeat(32)}\n`,
  ])('only a key made by this server is used as a path: %j', async (key) => {
    expect(await store.read(key)).toBeNull()
    await expect(write(key, jpeg())).rejects.toThrow('no key of a photo')
    await expect(async () => store.remove(key)).rejects.toThrow('no key of a photo')
    expect(disk.did).toEqual([])
  })

  test('a removed photo is gone, and removing it again is no error', async () => {
    const bytes = jpeg()
    const key = keyOf(bytes)
    await write(key, bytes)
    await store.remove(key)
    await store.remove(key)
    expect(await store.read(key)).toBeNull()
  })
})
