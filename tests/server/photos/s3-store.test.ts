import { randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { photoKey } from '#domain/photo-file.ts'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { s3Store, type S3Settings } from '#server/adapters/storage/s3-store.ts'
import { type LogLine, memoryLog } from '../../support/memory-log.ts'
import { hasSwift, startSwift, type SwiftServer } from '../../support/s3/swift-server.ts'
import { jpeg, png, sha256 } from '../../fixtures/photo-office.ts'

describe.skipIf(!hasSwift)('photos in a bucket', () => {
  let swift: SwiftServer
  const logged: LogLine[] = []
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.close())
  beforeEach(() => {
    logged.length = 0
  })

  const storeWith = (change: Partial<S3Settings> = {}) =>
    s3Store({ ...swift.settings, ...change }, { clock: systemClock, log: memoryLog(logged) })
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const fileOf = (bytes: Uint8Array, contentType = 'image/jpeg') => ({
    key: photoKey('job-photo', randomUUID(), sha256(bytes)),
    contentType,
    size: bytes.length,
    sha256: sha256(bytes),
  })
  /** The objects in the bucket, by its own list. */
  const names = async () => {
    const { endpoint, bucket, ...account } = swift.settings
    const list = await (await new AwsClient({ ...account, service: 's3' }).fetch(`${endpoint}/${bucket}`)).text()
    return [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1])
  }
  const upload = async (store: ReturnType<typeof storeWith>, file: ReturnType<typeof fileOf>, bytes: Uint8Array) => {
    const { url, headers } = await store.signUpload(file, inMinutes(5))
    return fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  }

  test('an upload stays apart until its bytes were checked against its key, and is then only in its own place', async () => {
    const [store, bytes] = [storeWith(), jpeg()]
    const file = fileOf(bytes)
    expect((await upload(store, file, bytes)).ok).toBe(true)
    expect(await names()).toContain(`arriving/${file.key}`)
    expect(await names()).not.toContain(file.key)
    expect((await store.read(file.key))?.bytes).toEqual(new Uint8Array(bytes))
    expect(await names()).toContain(file.key)
    expect(await names()).not.toContain(`arriving/${file.key}`)
    expect((await fetch(await store.signDownload(file.key, inMinutes(5)))).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })

  test('a PNG announced as a JPEG is shown as what its first bytes say', async () => {
    const [store, bytes] = [storeWith(), png()]
    const file = fileOf(bytes)
    await upload(store, file, bytes)
    expect((await store.read(file.key))?.contentType).toBe('image/png')
    const shown = await fetch(await store.signDownload(file.key, inMinutes(5)))
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=600',
      'content-disposition': 'inline',
    })
  })

  test('the server can read a photo it wrote itself, and finds none where none was written', async () => {
    const [store, bytes] = [storeWith(), jpeg()]
    const file = fileOf(bytes)
    expect(await store.read(file.key)).toBeNull()
    await store.write(file.key, bytes, 'image/jpeg')
    expect((await store.read(file.key))?.bytes).toEqual(new Uint8Array(bytes))
    await store.remove(file.key)
    expect(await store.read(file.key)).toBeNull()
    expect(await store.read('../../etc/passwd')).toBeNull()
    await expect(store.write('../backup', bytes, 'image/jpeg')).rejects.toThrow('no key of a photo')
  })

  test('without a signature no file can be read or listed', async () => {
    const [store, bytes] = [storeWith(), jpeg()]
    const file = fileOf(bytes)
    await store.write(file.key, bytes, 'image/jpeg')
    const { endpoint, bucket } = swift.settings
    for (const address of [`${endpoint}/${bucket}`, `${endpoint}/${bucket}/${file.key}`])
      expect((await fetch(address)).ok).toBe(false)
  })

  test.each<[string, Partial<S3Settings>, object]>([
    ['a wrong secret', { secretAccessKey: 'another' }, { status: 403, code: 'SignatureDoesNotMatch' }],
    ['an account that is none', { accessKeyId: 'bagrun:nobody' }, { status: 403 }],
    ['a bucket that is none', { bucket: 'elsewhere' }, { status: 404, code: 'NoSuchBucket' }],
    ['a store that is away', { endpoint: 'http://store.invalid' }, { status: null }],
  ])('%s is a failure of the store, written to the log, and no missing photo', async (_what, change, told) => {
    const store = storeWith(change)
    await expect(store.read(fileOf(jpeg()).key)).rejects.toMatchObject({ name: 'StorageTrouble', kind: 'away' })
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatchObject({ level: 'error', fields: told })
    expect(JSON.stringify(logged)).not.toMatch(/signature=|secret/i)
  })
})
