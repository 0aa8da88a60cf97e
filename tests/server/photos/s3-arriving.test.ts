import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoKey } from '#domain/photo-file.ts'
import { s3Store } from '#server/adapters/storage/s3-store.ts'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { newID } from '#domain/identifiers.ts'
import { storedPhoto } from '#server/files/stored-photo.ts'
import { ascii, jpeg, segment } from '../../fixtures/jpeg.ts'
import { quietLog } from '../../support/quiet-log.ts'
import { sha256 } from '../../fixtures/photo-office.ts'

/**
 * A bucket that stores bytes under names and checks no signature: S3's own checks are tested in s3-store.test.ts, where
 * Swift is installed.
 */
describe('an upload to a bucket', () => {
  const bucket = new Map<string, Buffer>()
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = decodeURIComponent(new URL(request.url ?? '', 'http://s3.test').pathname.replace('/photos/', ''))
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const found = bucket.get(name)
        if (request.method === 'PUT') bucket.set(name, Buffer.concat(parts))
        if (request.method === 'DELETE') bucket.delete(name)
        response.statusCode = request.method === 'GET' && found === undefined ? 404 : 200
        response.end(request.method === 'GET' ? found : undefined)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => new Promise((closed) => server.close(closed)))

  const opened = () =>
    s3Store(
      {
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        bucket: 'photos',
        region: 'here',
        accessKeyId: 'us',
        secretAccessKey: 'secret',
      },
      { clock: systemClock, log: { ...quietLog, info: () => undefined } },
    )
  async function uploaded(bytes: Uint8Array) {
    const file = { purpose: 'job-photo' as const, photoID: newID(), sha256: sha256(bytes), size: bytes.length }
    const key = photoKey(file.purpose, file.photoID, file.sha256)
    const { url, headers } = await opened().signUpload(
      { key, contentType: 'image/jpeg', size: file.size, sha256: file.sha256 },
      new Date(Date.now() + 60_000),
    )
    expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).ok).toBe(true)
    expect([...bucket.keys()]).toContain(`arriving/${key}`)
    return { ...file, key }
  }

  test('that is accepted is moved to its own place when it is checked', async () => {
    const file = await uploaded(jpeg())
    for (const _ of [1, 2])
      expect(await storedPhoto(opened(), file)).toEqual({ state: 'whole', contentType: 'image/jpeg' })
    expect([bucket.has(file.key), bucket.has(`arriving/${file.key}`)]).toEqual([true, false])
  })

  test('with a position in it is refused, never moved, and deleted', async () => {
    const file = await uploaded(jpeg({ size: 300, beside: [segment(0xe1, ascii('Exif\0\0MM\0*'))] }))
    expect(await storedPhoto(opened(), file)).toEqual({ state: 'refused', fault: 'photo_has_metadata' })
    expect([bucket.has(file.key), bucket.has(`arriving/${file.key}`)]).toEqual([false, false])
    expect(await storedPhoto(opened(), file)).toEqual({ state: 'missing' })
  })

  test('of other bytes than announced waits for the right ones', async () => {
    const file = await uploaded(jpeg())
    bucket.set(`arriving/${file.key}`, Buffer.from(jpeg({ size: 200 })))
    expect(await storedPhoto(opened(), file)).toEqual({ state: 'damaged' })
    expect([bucket.has(file.key), bucket.has(`arriving/${file.key}`)]).toEqual([false, true])
  })

  test('that is no photo is not moved', async () => {
    const file = await uploaded(Buffer.from('<html></html>'))
    expect(await storedPhoto(opened(), file)).toEqual({ state: 'damaged' })
    expect([...bucket.keys()].filter((name) => name.includes(file.key))).toEqual([])
  })
})
