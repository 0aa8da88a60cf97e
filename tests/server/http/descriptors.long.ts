import { once } from 'node:events'
import { type AddressInfo, connect as connectPlainly, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/http/app.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { TEST_TLS } from '../../support/tls-certificate.ts'

const CLIENTS = 1_000
/** As many connections are opened at once: the system would refuse more than the backlog of a listening socket. */
const AT_ONCE = 100
const GONE_WITHIN_MS = 10_000

const ASK = 'GET /v1/config HTTP/1.1\r\nHost: x\r\n\r\n'
/** Each with the beginning of its answer. */
const RUBBISH: [what: string, bytes: string, answer: RegExp][] = [
  ['no HTTP', 'rubbish\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a header without an end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
  ['a request, and rubbish behind it', `${ASK}rubbish\r\n\r\n`, /^HTTP\/1\.1 200 /],
  [
    'a body in broken pieces',
    'POST /v1/users/signin HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a body that is too large',
    'POST /v1/users/signin HTTP/1.1\r\nHost: x\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    /^HTTP\/1\.1 413 /,
  ],
]

// Connections are handled in the same way on every database.
describe.each(databases.slice(0, 1))('clients that never close their connection', (kind) => {
  let office: Office
  let plain: FastifyInstance
  let secure: FastifyInstance
  const clients: Socket[] = []

  beforeAll(async () => {
    office = await openOffice(kind)
    const settings = { trustProxy: false, origin: null, clientDir: null }
    plain = await buildApp(office.deps, office.routes, { ...settings, tls: null })
    secure = await buildApp(office.deps, office.routes, { ...settings, tls: TEST_TLS })
    for (const app of [plain, secure]) await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await Promise.all([plain?.close(), secure?.close()])
    await office?.close()
  })

  /** The first bytes of the answer; the client's side stays open, whatever it receives. */
  async function say(app: FastifyInstance, bytes: string, byTls: boolean): Promise<string> {
    const { port } = app.server.address() as AddressInfo
    const options = { port, host: '127.0.0.1', allowHalfOpen: true }
    const socket = byTls ? connectByTls({ ...options, rejectUnauthorized: false }) : connectPlainly(options)
    clients.push(socket)
    await once(socket, byTls ? 'secureConnect' : 'connect')
    // The server is expected to close it, which is what the test waits for.
    socket.on('error', () => undefined)
    socket.write(bytes)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString('latin1')
  }

  const open = (app: FastifyInstance) =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  async function expectNoneLeft(app: FastifyInstance): Promise<void> {
    await vi.waitFor(async () => expect(await open(app)).toBe(0), { timeout: GONE_WITHIN_MS, interval: 100 })
    for (const client of clients.splice(0)) client.destroy()
  }

  test.each(RUBBISH)(
    '%s is answered, and the connection is cut',
    { timeout: 120_000 },
    async (_what, bytes, answer) => {
      for (const app of [plain, secure]) {
        expect(await say(app, bytes, app === secure)).toMatch(answer)
        await expectNoneLeft(app)
      }
    },
  )

  test('a request answered before it is complete is cut off soon after; one that gets complete goes on', async () => {
    const app = await buildApp(office.deps, office.routes, {
      trustProxy: false,
      origin: null,
      clientDir: null,
      tls: null,
      unreadMs: 200,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const early = async () => {
      const socket = connectPlainly({ port, host: '127.0.0.1', allowHalfOpen: true })
      clients.push(socket)
      socket.on('error', () => undefined)
      socket.write('POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 404 /)
      return socket
    }
    const whole = await early()
    whole.write('123456789')
    // Its timeout begins later, so when it has passed, the other's has too.
    const half = await early()
    half.resume()
    await once(half, 'end')
    whole.write(ASK)
    const [answer] = (await once(whole, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
    whole.destroy()
    await app.close()
  })

  test('a thousand of them leave no open descriptor', { timeout: 120_000 }, async () => {
    for (let done = 0; done < CLIENTS; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => say(plain, RUBBISH[at % RUBBISH.length]![1], false)))
    }
    await expectNoneLeft(plain)
  })

  test('a caller without TLS on a TLS port is cut off', { timeout: 120_000 }, async () => {
    const { port } = secure.server.address() as AddressInfo
    for (const bytes of [ASK, 'rubbish\r\n\r\n', '\x16\x03\x01\x00\x05hello']) {
      const met = once(secure.server, 'connection')
      const socket = connectPlainly({ port, host: '127.0.0.1', allowHalfOpen: true })
      clients.push(socket)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      await met
      socket.write(bytes, 'latin1')
    }
    await expectNoneLeft(secure)
  })
})
