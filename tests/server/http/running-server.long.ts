import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Dependencies } from '#server/ports.ts'
import { type RunningServer, startServer } from '#server/start.ts'
import { databases, freshDatabase, inFull } from '../../support/databases.ts'
import { type LogLine, memoryLog } from '../../support/memory-log.ts'

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'bagrun-server-'))

/**
 * A server with a data folder on disk, a port that the system chooses, and real connections. A busy disk makes it slow.
 */
describe('a running server', { timeout: 120_000 }, () => {
  /** A data folder after a first start; copying it is faster than creating one for every test. */
  const prepared = newFolder()
  let dataDir = prepared
  const running: RunningServer[] = []
  const stopAll = () => Promise.all(running.splice(0).map((server) => server.close()))
  let firstStart: { address: string; setUpLink: string | null; ready: number; keyMode: number }

  beforeAll(async () => {
    const server = await start()
    const ready = await fetch(`${server.address.replace('localhost', '127.0.0.1')}/readyz`)
    firstStart = {
      address: server.address,
      setUpLink: server.setUpLink,
      ready: ready.status,
      keyMode: statSync(path.join(prepared, 'secret-key')).mode & 0o777,
    }
    await stopAll()
  }, 120_000)
  beforeEach(() => {
    dataDir = newFolder()
    cpSync(prepared, dataDir, { recursive: true })
  })
  afterEach(async () => {
    await stopAll()
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterAll(() => rmSync(prepared, { recursive: true, force: true }))

  async function start(
    environment: Record<string, string> = {},
    overrides: Partial<Dependencies> = {},
  ): Promise<RunningServer> {
    const server = await startServer(
      readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment }),
      overrides,
    )
    running.push(server)
    return server
  }

  function talk(server: RunningServer): { socket: Socket; answer: Promise<string> } {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    const answer = new Promise<string>((resolve, reject) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', (error) => (text ? resolve(text) : reject(error)))
    })
    return { socket, answer }
  }

  test('starts from nothing, says where it is, and prints a link for the first admin', () => {
    expect(firstStart.address).toMatch(/^http:\/\/localhost:\d+$/)
    expect(firstStart.setUpLink).toMatch(new RegExp(`^${firstStart.address}/set-up\\?token=[\\w-]{43}$`))
    expect(firstStart.ready).toBe(200)
    expect(process.platform === 'win32' || firstStart.keyMode === 0o600).toBe(true)
  })

  test('with ADMIN_EMAIL there is no link, and the data is still there after a restart', async () => {
    const environment = { ADMIN_EMAIL: 'first@bagrun.example', ADMIN_PASSWORD: 'the first password' }
    const first = await start(environment)
    expect(first.setUpLink).toBeNull()
    await first.close()
    const second = await start()
    expect(second.setUpLink).toBeNull()
  })

  test('stops cleanly: the running request is answered, the database is closed, the port is free', async () => {
    const server = await start()
    const arrived = new Promise<void>((resolve) => server.app.server.once('request', () => resolve()))
    const { socket, answer } = talk(server)
    const body = '{"email":"a@b.example","password":"a guess"}'
    socket.write(
      `POST /v1/users/signin HTTP/1.1\r\nHost: x\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    await arrived
    const closed = server.close()
    socket.write(body.slice(10))
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [^]*credentials_wrong/)
    await closed
    await expect(fetch(server.address)).rejects.toThrow()
    // The folder is free again.
    await start()
  })

  test.each([
    [{ PUBLIC_URL: 'https://rounds.example' }, 1],
    [{ PUBLIC_URL: 'https://rounds.example', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 0],
    [{}, 0],
  ])('with %j the log warns %i times that card payments go to the sandbox', async (environment, times) => {
    const logged: LogLine[] = []
    await start(environment, { log: memoryLog(logged), database: await freshDatabase(databases[0]!) })
    const warnings = logged.filter(({ level, message }) => level === 'warn' && message.includes('sandbox'))
    expect(warnings).toHaveLength(times)
  })

  test('a request that is not HTTP, or far too large, is refused before it is read', async () => {
    const server = await start({}, { database: await freshDatabase(databases[0]!) })
    const post =
      'POST /v1/users/signin HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\nContent-Type: application/json\r\n'
    const said: [bytes: string, answer: RegExp][] = [
      ['rubbish\r\n\r\n', /^HTTP\/1\.1 400 [^]*not_understood/],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, /^HTTP\/1\.1 431 [^]*not_understood/],
      [`HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, /^HTTP\/1\.1 431 [^]*\r\n\r\n$/],
      [
        'GET /v1/config HTTP/1.1\r\nConnection: close\r\n\r\n',
        /^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*not_understood/,
      ],
      [`${post}Content-Length: 5000000000\r\n\r\n{`, /^HTTP\/1\.1 413 [^]*body_too_large/],
      [`${post}Content-Length: 16385\r\n\r\n{`, /^HTTP\/1\.1 413 [^]*body_too_large/],
      [
        `${post}Transfer-Encoding: chunked\r\n\r\n4001\r\n${' '.repeat(0x4001)}\r\n`,
        /^HTTP\/1\.1 413 [^]*body_too_large/,
      ],
      // Only the first byte of these bodies is sent: an answer that waited for the rest would never come.
      [
        `${post.replace('/v1/users/signin', '/v1/nothing')}Content-Length: 1000\r\n\r\n{`,
        /^HTTP\/1\.1 404 [^]*not_found/,
      ],
      [`${post.replace('/v1/users/signin', '/nothing')}Content-Length: 1000\r\n\r\n{`, /^HTTP\/1\.1 404 [^]*not_found/],
      [
        `${post.replace('/v1/users/signin', '/v1/config')}Content-Length: 1000\r\n\r\n{`,
        /^HTTP\/1\.1 405 [^]*method_not_allowed/,
      ],
      [
        'GET /v1/config HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n',
        /^HTTP\/1\.1 400 [^]*two hosts/,
      ],
      [
        'GET /v1/config HTTP/1.1\r\nHost: a.example\r\nhost: a.example\r\nConnection: close\r\n\r\n',
        /^HTTP\/1\.1 400 [^]*two hosts/,
      ],
      [`GET /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(98)}\r\n`, /^HTTP\/1\.1 200 /],
      [
        `GET /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(99)}\r\n`,
        /^HTTP\/1\.1 400 [^]*100 header lines/,
      ],
      // Above 2,000 lines Node 20 drops the rest, and later ones refuse the request themselves.
      [
        `GET /v1/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(2_500)}\r\n`,
        /^HTTP\/1\.1 (400 [^]*100 header lines|431 )/,
      ],
      [`${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, /^HTTP\/1\.1 400 /],
      // The sign-in attempt was complete and is answered; the bytes after it are ignored.
      [
        `${post.replace('close', 'keep-alive')}Content-Length: 44\r\n\r\n{"email":"a@b.example","password":"a guess"}rubbish\r\n\r\n`,
        /^HTTP\/1\.1 401 [^]*credentials_wrong[^]*\}$/,
      ],
      // Requests for which a proxy in front might assume another end than we do.
      [`${post}Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
      [`${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
      [`${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
      [`${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
      [`${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
      [`${post}Content-Length: +2\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
      [`${post}Content-Length: 2,2\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
      [`${post}Transfer-Encoding: chunked\r\n\r\n2;\n{}\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
      ['GET /v1/config HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', /^HTTP\/1\.1 400 /],
      // An unknown expectation still gets a response.
      [
        'GET /v1/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 200-ok\r\n\r\n',
        /^HTTP\/1\.1 401 [^]*unauthenticated/,
      ],
    ]
    for (const [bytes, expected] of said) {
      const { socket, answer } = talk(server)
      socket.write(bytes)
      expect(await answer).toMatch(expected)
    }
  })

  // Each starts the embedded database, for seconds.
  if (inFull) {
    test('two servers never share a data folder or a port', async () => {
      const server = await start()
      await expect(start()).rejects.toThrow(/data/i)
      const other = newFolder()
      cpSync(prepared, other, { recursive: true })
      try {
        const port = String((server.app.server.address() as { port: number }).port)
        await expect(start({ PORT: port, DATA_DIR: other })).rejects.toThrow(
          `PORT: another program already listens on ${port}.`,
        )
      } finally {
        rmSync(other, { recursive: true, force: true })
      }
    })

    test('another SECRET_KEY stops the start; with the old one in OLD_SECRET_KEYS it starts', async () => {
      const one = readFileSync(path.join(dataDir, 'secret-key'), 'utf8').trim()
      const [two, three] = ['2'.repeat(32), '3'.repeat(32)]
      const first = await start()
      const sealed = first.deps.secrets.seal('test', 'a tax file number')
      await first.close()
      await expect(start({ SECRET_KEY: two })).rejects.toThrow('SECRET_KEY is not the key this database was made with')
      const second = await start({ SECRET_KEY: two, OLD_SECRET_KEYS: one })
      expect(second.deps.secrets.open('test', sealed)).toBe('a tax file number')
      await second.close()
      await expect(start({ SECRET_KEY: one })).rejects.toThrow('OLD_SECRET_KEYS')
      await expect(start({ SECRET_KEY: three, OLD_SECRET_KEYS: one })).rejects.toThrow('OLD_SECRET_KEYS')
    })

    test.each([
      [{ TLS_CERT: 'none.pem', TLS_KEY: 'none.pem' }, "TLS_CERT: the file none.pem can't be read."],
      [{ HOST: 'no.such.host.invalid' }, 'HOST is not an address of this machine.'],
    ])('%j stops the start with a sentence, and leaves nothing open', async (environment, sentence) => {
      await expect(start(environment)).rejects.toThrow(sentence)
      await start()
    })
  }
})
