import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StorageTrouble, type StoragePort } from '#server/ports.ts'
import { embeddedStore } from '#server/adapters/storage/embedded-store.ts'
import { secretsOf } from '#server/secrets.ts'
import { openOffice } from '../../support/office.ts'
import { activeRun, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import {
  announced,
  gif,
  jpeg,
  keep,
  look,
  openPhotoOffice,
  photographed,
  type PhotoOffice,
  png,
  put,
  shoot,
  type Signed,
  signedFor,
} from '../../fixtures/photo-office.ts'
import { databases } from '../../support/databases.ts'

const MOST = 20 * 1024 * 1024

describe('photo uploads to the server’s own store', () => {
  let office: PhotoOffice
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', databases[0]!)
  })
  afterAll(() => office?.close())
  beforeEach(() => office.reset())

  const addressFor = (bytes: Uint8Array, contentType = 'image/jpeg') =>
    signedFor(office.admin, { purpose: 'customer-photo', ...announced(bytes), contentType })
  const refusal = async (answer: Response) => {
    const { code, message } = (await answer.json()) as { code: string; message: string }
    return { status: answer.status, code, message, type: answer.headers.get('content-type')?.split(';')[0] }
  }
  const noPhoto = {
    status: 422,
    code: 'not_a_photo',
    message: 'Only jpg, jpeg and png photos can be used.',
    type: 'application/problem+json',
  }

  test.each([
    ['a PNG named .jpg', png(), 'image/jpeg'],
    ['a JPEG named .png', jpeg(), 'image/png'],
    ['a GIF', gif(), 'image/jpeg'],
    ['a page', Buffer.from('<html></html>'), 'image/png'],
    ['the first two bytes of a photo', jpeg().subarray(0, 2), 'image/jpeg'],
  ])(
    'the first bytes decide what a file is, not its announced type: %s is refused',
    async (_what, bytes, contentType) => {
      expect(await refusal(await put(office, await addressFor(bytes, contentType), bytes))).toEqual(noPhoto)
    },
  )

  test('a PNG announced as PNG is accepted, and shown as one', async () => {
    const bytes = png()
    const signed = await addressFor(bytes, 'image/png')
    expect((await put(office, signed, bytes)).status).toBe(204)
  })

  test('a file one byte over 20 MB is refused with the app’s message', async () => {
    const bytes = jpeg(MOST)
    const signed = await addressFor(bytes)
    expect(await refusal(await put(office, signed, Buffer.concat([bytes, Buffer.of(0)])))).toMatchObject({
      status: 413,
      code: 'file_too_large',
      message: 'Max file size: 20 MB',
    })
    expect((await put(office, signed, bytes)).status).toBe(204)
  })

  test('the signed address is enough: no session, no cookie, and the answer is marked as ours', async () => {
    const bytes = jpeg()
    const signed = await addressFor(bytes)
    expect(signed.url.startsWith('http://office.test/v1/files/')).toBe(true)
    const answer = await put(office, signed, bytes)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('x-bagrun')).toBe('1')
  })

  test('an upload that has begun ends well although its address expires meanwhile', async () => {
    const bytes = jpeg(300_000)
    const signed = await addressFor(bytes)
    const { pathname, search } = new URL(signed.url)
    // The body is read only after the address was accepted.
    const payload = new Readable({
      read() {
        office.clock.set(new Date(Date.parse(signed.expiresAt) + 60_000).toISOString())
        this.push(bytes)
        this.push(null)
      },
    })
    const answer = await office.app.inject({
      method: 'PUT',
      url: pathname + search,
      headers: { ...signed.headers, 'content-length': String(bytes.length) },
      payload,
    })
    expect(answer.statusCode).toBe(204)
    expect(office.clock.now().getTime()).toBeGreaterThan(Date.parse(signed.expiresAt))
  })

  test.each<[string, number, (signed: Signed) => { url: string; length: number }]>([
    [
      'who has no signature',
      400,
      ({ url }) => ({ url: url.replace(/signature=.{8}/, 'signature=00000000'), length: MOST }),
    ],
    ['who sends more than 20 MB', 413, ({ url }) => ({ url, length: MOST + 1 })],
    ['who sends more than announced', 422, ({ url }) => ({ url, length: 5000 })],
  ])('%s is refused before any byte is sent', async (_who, status, changed) => {
    const signed = await addressFor(jpeg())
    const { url, length } = changed(signed)
    const upload = await begun(office, { ...signed, url }, length)
    expect(await upload.answered).toBe(status)
    upload.destroy()
  })

  test('a photo is answered with its own type, for private caches only, and can’t run as a page', async () => {
    const { run, driver } = await activeRun(office, 1)
    const seen = await look(office, driver, await photographed(office, driver, run, run.jobs[0]!))
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=600, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test.each([
    '../secret.key',
    '%2e%2e%2fsecret.key',
    '/etc/passwd',
    'half',
    'job-photo',
    `job-photo.${'0'.repeat(36)}.${'0'.repeat(32)}`,
  ])('a name that leads to another folder opens nothing, even signed: %s', async (key) => {
    const answer = await office.atStore(
      await office.deps.storage.signDownload(key, new Date(office.clock.now().getTime() + 60_000)),
    )
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('root:')
  })

  test('an address signed for one purpose does not work for another', async () => {
    const bytes = jpeg()
    const signed = await addressFor(bytes)
    const url = new URL(signed.url)
    const look = new URL(url.pathname, url.origin)
    for (const name of ['expires', 'signature']) look.searchParams.set(name, url.searchParams.get(name) ?? '')
    await put(office, signed, bytes)
    expect(await refusal(await office.atStore(look.href))).toMatchObject({ status: 400, code: 'token_invalid' })
    url.searchParams.set('type', 'image/png')
    expect(
      (
        await office.atStore(url.href, {
          method: 'PUT',
          headers: { 'content-type': 'image/png' },
          body: new Uint8Array(png()),
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await office.atStore(`${signed.url}&size=9`, {
          method: 'PUT',
          headers: signed.headers,
          body: new Uint8Array(bytes),
        })
      ).status,
    ).toBe(422)
  })
})

describe('a photo store with a failure', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-photos-'))
  const store = embeddedStore(folder, secretsOf('a secret key for the tests, long enough'))
  let trouble: StorageTrouble | null = null
  const orTrouble = <T>(work: () => Promise<T>): Promise<T> => (trouble === null ? work() : Promise.reject(trouble))
  const storage: StoragePort = {
    ...store,
    look: (key) => orTrouble(() => store.look(key)),
    read: (key) => orTrouble(() => store.read(key)),
    write: (...file) => orTrouble(() => store.write(...file)),
  }

  let office: PhotoOffice
  beforeAll(async () => {
    const opened = await openOffice(databases[0]!, { overrides: { storage } })
    office = Object.assign(opened, { atStore: opened.fetch })
  })
  afterAll(async () => {
    await office?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    trouble = null
    return office.reset()
  })

  test('an upload without disk space is refused with that reason, and can be repeated', async () => {
    const bytes = jpeg()
    const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...announced(bytes) })
    trouble = new StorageTrouble('full', 'no room')
    const answer = await put(office, signed, bytes)
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    })
    trouble = null
    expect((await put(office, signed, bytes)).status).toBe(204)
  })

  test('while the store can’t be reached a photo is requested again later, and nothing is refused for good', async () => {
    const { customerID } = await office.make.customer()
    const bytes = jpeg()
    const file = announced(bytes)
    const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
    await put(office, signed, bytes)
    trouble = new StorageTrouble('away', 'not there')
    const answer = await keep(office, customerID, file, signed.key)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    trouble = null
    expect((await keep(office, customerID, file, signed.key)).status).toBe(201)
  })

  test('while the store can’t be reached the outcomes of a batch are accepted, and only its photos wait', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    const { event } = await shoot(office, driver, device, run.jobs[0]!, jpeg())
    const done = device.done(run.jobs[0]!)
    trouble = new StorageTrouble('away', 'not there')
    const { results } = await device.send([event, done])
    expect(results).toMatchObject([{ eventID: done.eventID, result: 'applied' }])
    expect((await device.put([event])).status).toBe(503)
    trouble = null
    expect(said((await device.send([event, done])).results)).toEqual(['applied', 'duplicate'])
    expect((await runNow(office, run)).jobs[0]).toMatchObject({
      outcome: 'COLLECTED',
      photos: [{ url: expect.any(String) }],
    })
  })
})

/** An upload over a real connection, of which only the header was sent. */
async function begun(office: PhotoOffice, { url, headers }: Pick<Signed, 'url' | 'headers'>, length: number) {
  if (!office.app.server.listening) await office.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = office.app.server.address() as AddressInfo
  const { pathname, search } = new URL(url)
  const upload = request({
    port,
    path: pathname + search,
    method: 'PUT',
    headers: { ...headers, 'content-length': length },
  })
  const answered = once(upload, 'response').then(([answer]) => (answer as { statusCode: number }).statusCode)
  upload.flushHeaders()
  return Object.assign(upload, { answered })
}
