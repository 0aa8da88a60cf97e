import { once } from 'node:events'
import { type AddressInfo, connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { PUBLIC_BYTES, SIGNED_IN_BYTES } from '#contract/endpoint.ts'
import { BANK_FILE_BYTES_MAX } from '#domain/bank-lines.ts'
import { IMPORT_BYTES_MAX } from '#domain/import-rows.ts'
import { buildApp } from '#server/http/app.ts'
import { UNREAD_MS } from '#server/http/unread-body.ts'
import { announced, jpeg, signedFor } from '../../fixtures/photo-office.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { TEST_TLS } from '../../support/tls-certificate.ts'

const PIECE = Buffer.alloc(65_536, ' ')
const PHOTO_BYTES_MAX = 20 * 1024 * 1024

interface Sent {
  readonly method?: 'POST' | 'PUT'
  readonly path: string
  readonly type: string
  readonly bytes: number
  readonly chunked?: boolean
  readonly closes?: boolean
  readonly signedIn?: boolean
}

// Bodies are read in the same way on every database.
describe.each(databases.slice(0, 1))('a body that is too large, sent to its end before its answer is read', (kind) => {
  let office: Office
  let plain: FastifyInstance
  const accepted: Socket[] = []
  let secure: FastifyInstance
  let photoAddress: string

  beforeAll(async () => {
    office = await openOffice(kind)
    const settings = { trustProxy: false, origin: null, clientDir: null }
    plain = await buildApp(office.deps, office.routes, { ...settings, tls: null })
    plain.server.on('connection', (socket: Socket) => accepted.push(socket))
    secure = await buildApp(office.deps, office.routes, { ...settings, tls: TEST_TLS })
    for (const app of [plain, secure]) await app.listen({ port: 0, host: '127.0.0.1' })
    const { url } = await signedFor(office.admin, { purpose: 'customer-photo', ...announced(jpeg()) })
    photoAddress = new URL(url).pathname + new URL(url).search
  })
  afterAll(async () => {
    await Promise.all([plain?.close(), secure?.close()])
    await office?.close()
  })

  function headOf({ method = 'POST', path, type, bytes, chunked, closes, signedIn = true }: Sent): string {
    return [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      'Cookie: XSRF-TOKEN=a',
      'X-XSRF-TOKEN: a',
      `Content-Type: ${type}`,
      ...(signedIn ? [`Authorization: Bearer ${office.admin.token}`] : []),
      ...(closes ? ['Connection: close'] : []),
      chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
      '\r\n',
    ].join('\r\n')
  }

  async function connected(app: FastifyInstance): Promise<Socket> {
    const { port } = app.server.address() as AddressInfo
    const byTls = app === secure
    const socket = byTls
      ? connectByTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connectPlainly(port, '127.0.0.1')
    await once(socket, byTls ? 'secureConnect' : 'connect')
    // A reset fails the write or the read that meets it.
    return socket.on('error', () => undefined)
  }

  /** Sends the whole body as a browser does, which reads nothing before, and returns what was answered. */
  async function answerTo(sent: Sent, app = plain): Promise<string> {
    const socket = await connected(app)
    await write(socket, headOf(sent))
    for (let left = sent.bytes; left > 0; left -= PIECE.length) {
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length))
      if (sent.chunked) await write(socket, `${piece.length.toString(16)}\r\n`)
      await write(socket, piece)
      if (sent.chunked) await write(socket, '\r\n')
    }
    if (sent.chunked) await write(socket, '0\r\n\r\n')
    return readAnswer(socket)
  }

  const JSON_BODY = { type: 'application/json', bytes: 8 * 1024 * 1024 }
  const LARGE: [what: string, sent: () => Sent, code: string][] = [
    ['JSON of a stranger', () => ({ ...JSON_BODY, path: '/v1/users/signin', signedIn: false }), 'body_too_large'],
    ['JSON of the office', () => ({ ...JSON_BODY, path: '/v1/users/suburbs' }), 'body_too_large'],
    [
      'an import',
      () => ({ path: '/v1/users/customers/import', type: 'text/csv', bytes: 3 * IMPORT_BYTES_MAX }),
      'body_too_large',
    ],
    [
      'a bank file',
      () => ({ path: '/v1/bank/files?name=a.csv', type: 'text/csv', bytes: 4 * BANK_FILE_BYTES_MAX }),
      'body_too_large',
    ],
    [
      'a photo',
      () => ({ method: 'PUT', path: photoAddress, type: 'image/jpeg', bytes: 4 * PHOTO_BYTES_MAX, signedIn: false }),
      'file_too_large',
    ],
    [
      'a logo',
      () => ({ method: 'PUT', path: '/v1/settings/logo', type: 'image/png', bytes: 4 * PHOTO_BYTES_MAX }),
      'logo_too_large',
    ],
  ]

  describe.each([
    ['with its length', {}],
    ['with its length, on a connection to be closed', { closes: true }],
    ['in chunks', { chunked: true }],
    ['in chunks, on a connection to be closed', { chunked: true, closes: true }],
  ])('%s', (_how, how) => {
    test.each(LARGE)('%s gets 413, a sentence and a code', async (_what, sent, code) => {
      const answer = await answerTo({ ...sent(), ...how })
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        code,
        message: expect.stringMatching(/\w \w.*/),
      })
    })
  })

  test('over TLS too', async () => {
    for (const [, sent] of LARGE) expect(await answerTo(sent(), secure)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('so does whatever else is refused before it is read', async () => {
    const refused: [Partial<Sent>, RegExp][] = [
      [{ path: '/v1/nothing' }, /^HTTP\/1\.1 404 [^]*not_found/],
      [{ path: '/v1/config' }, /^HTTP\/1\.1 405 [^]*method_not_allowed/],
      [{ path: '/v1/users/suburbs', signedIn: false }, /^HTTP\/1\.1 401 [^]*unauthenticated/],
    ]
    for (const [sent, answer] of refused)
      for (const how of [{}, { chunked: true }, { closes: true }])
        expect(await answerTo({ ...JSON_BODY, path: '', ...sent, ...how })).toMatch(answer)
  })

  test('the same connection takes the next request', async () => {
    const socket = await connected(plain)
    await write(socket, headOf({ path: '/v1/nothing', type: 'text/csv', bytes: PIECE.length }))
    await write(socket, PIECE)
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1\.1 404 /)
    await write(socket, 'GET /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a client that sends more slowly than the server waits in all is answered, one that stops is cut off', async () => {
    const slow = await connected(plain)
    await write(slow, headOf({ path: '/v1/users/signin', type: 'application/json', bytes: PUBLIC_BYTES * 3 }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // Three bytes, for each of which the server waits nearly as long as it does at most.
    for (let at = 0; at < 3; at += 1) {
      await arrives(slow, ' ')
      await answered(slow)
      vi.advanceTimersByTime(UNREAD_MS - 100)
    }
    await write(slow, Buffer.alloc(PUBLIC_BYTES * 3 - 3, ' '))
    expect(await readAnswer(slow)).toMatch(/^HTTP\/1\.1 413 /)

    const stopped = await connected(plain)
    await write(stopped, headOf({ path: '/v1/products', type: 'application/json', bytes: SIGNED_IN_BYTES * 3 }))
    await arrives(stopped, PIECE)
    await answered(stopped)
    stopped.resume()
    const closed = once(stopped, 'close')
    vi.advanceTimersByTime(UNREAD_MS)
    await closed
  })
  afterEach(() => void vi.useRealTimers())

  /** Sends bytes and waits until the server has read them. */
  async function arrives(socket: Socket, bytes: string | Buffer): Promise<void> {
    await write(socket, bytes)
    await expect.poll(() => serverSide(socket)?.bytesRead).toBe(socket.bytesWritten)
  }

  /** The answer is written at once; from then on the server waits for the rest of the body. */
  const answered = (socket: Socket) => expect.poll(() => serverSide(socket)?.bytesWritten).toBeGreaterThan(0)
  const serverSide = (socket: Socket) => accepted.find(({ remotePort }) => remotePort === socket.localPort)
})

async function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
}

/** The head and the body of one answer, of which the head names the length. */
async function readAnswer(socket: Socket): Promise<string> {
  let got = ''
  while (!isWhole(got)) {
    socket.resume()
    const [piece] = (await once(socket, 'data')) as [Buffer]
    socket.pause()
    got += piece.toString('utf8')
  }
  return got
}

function isWhole(got: string): boolean {
  const end = got.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(got)?.[1]
  return end >= 0 && length !== undefined && Buffer.byteLength(got.slice(end + 4)) >= Number(length)
}
