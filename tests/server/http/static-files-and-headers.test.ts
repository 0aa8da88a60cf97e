import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../../package.json'
import { buildApp } from '#server/http/app.ts'
import { databases } from '../../support/databases.ts'
import { inProcess } from '../../support/in-process.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { nobodyOf } from '../../support/person.ts'

const ROOT = mkdtempSync(path.join(tmpdir(), 'bagrun-client-'))
for (const folder of ['assets', '.vite']) mkdirSync(path.join(ROOT, folder))
const FILES = {
  'index.html': '<!doctype html><title>Bagrun for drivers</title>',
  'office.html': '<!doctype html><title>Bagrun</title>',
  'sw.js': 'self.x = 1',
  'manifest.webmanifest': '{}',
  'assets/main-abc123.js': 'export const bags = 1',
  'assets/main-abc123.js.br': 'not really brotli',
  '.vite/manifest.json': '{}',
}
for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(ROOT, name), text)
afterAll(() => rmSync(ROOT, { recursive: true }))

describe.each(databases)('the server’s entry on %s', (kind) => {
  let office: Office
  let fetch: typeof globalThis.fetch
  let secureFetch: typeof globalThis.fetch
  beforeAll(async () => {
    office = await openOffice(kind)
    const settings = { trustProxy: false, tls: null, origin: null, clientDir: ROOT }
    fetch = inProcess(
      await buildApp(
        { ...office.deps, storage: { ...office.deps.storage, origin: 'https://photos.example' } },
        office.routes,
        settings,
      ),
    )
    secureFetch = inProcess(
      await buildApp(office.deps, office.routes, { ...settings, origin: 'https://rounds.example', trustProxy: true }),
    )
  })
  afterAll(() => office.close())

  const page = { accept: 'text/html,application/xhtml+xml' }

  test('the icon that browsers request by themselves is answered without an error', async () => {
    const answer = await fetch('/favicon.ico')
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  test('the description of the API is compressed, and need not be sent again while it is the same', async () => {
    const plain = await fetch('/v1/openapi.json')
    const small = await fetch('/v1/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    const [all, few] = [await plain.arrayBuffer(), await small.arrayBuffer()]
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect(few.byteLength).toBeLessThan(all.byteLength / 5)
    expect(gunzipSync(Buffer.from(few)).equals(Buffer.from(all))).toBe(true)
    const etag = plain.headers.get('etag')!
    for (const { headers } of [plain, small]) {
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(headers.get('vary')).toContain('Accept-Encoding')
      expect(headers.get('etag')).toBe(etag)
      expect(headers.get('set-cookie')).toBeNull()
    }
    const again = await fetch('/v1/openapi.json', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a compressed file is sent for its original, and not by its own name', async () => {
    const headers = { 'accept-encoding': 'br' }
    expect((await fetch('/assets/main-abc123.js', { headers })).headers.get('content-encoding')).toBe('br')
    expect((await fetch('/assets/main-abc123.js.br')).status).toBe(404)
    expect((await fetch('/assets/main-abc123.js%2Ebr')).status).toBe(404)
  })

  test('a connection that stays open gathers no listeners, however many pages and files it asks for', async () => {
    const app = await buildApp(office.deps, office.routes, {
      trustProxy: false,
      tls: null,
      origin: null,
      clientDir: ROOT,
    })
    const sockets: Socket[] = []
    app.server.on('connection', (socket) => sockets.push(socket))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (at: string, headers = {}, body?: Buffer) =>
      new Promise<void>((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST'
        request(`${origin}${at}`, { method, agent, headers: { ...page, ...headers } }, (answer) =>
          answer.resume().on('end', resolve).on('error', reject),
        )
          .on('error', reject)
          .end(body)
      })
    const etag = (await fetch('/assets/main-abc123.js')).headers.get('etag')!
    for (let time = 0; time < 12; time++)
      for (const at of ['/', '/assets/main-abc123.js', '/v1/config', '/v1/openapi.json', '/nothing.png', '/v1/nothing'])
        await ask(at, { 'if-none-match': etag, 'accept-encoding': 'gzip, br' })
    // Refused before its body has arrived.
    for (let time = 0; time < 12; time++)
      await ask('/v1/users/signout', { 'content-type': 'application/json' }, Buffer.alloc(15_000, ' '))
    const most = Math.max(...sockets.flatMap((socket) => socket.eventNames().map((name) => socket.listenerCount(name))))
    agent.destroy()
    await app.close()
    expect(sockets.length).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(10)
  })

  describe('the XSRF cookie', () => {
    test('any answer sets it when it is missing, and leaves it when it is there', async () => {
      for (const at of ['/', '/v1/config', '/v1/nothing', '/healthz']) {
        expect((await fetch(at)).headers.get('set-cookie')).toMatch(
          /^XSRF-TOKEN=[\w-]{24}; Max-Age=34560000; Path=\/; SameSite=Lax$/,
        )
        expect((await fetch(at, { headers: { cookie: 'XSRF-TOKEN=mine' } })).headers.get('set-cookie')).toBeNull()
      }
    })

    test('an asset that a shared cache may keep for a year sets no cookie', async () => {
      expect((await fetch('/assets/main-abc123.js')).headers.get('set-cookie')).toBeNull()
    })

    test('where browsers come through TLS it is secure, whatever the proxy says of one request', async () => {
      for (const headers of [
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-proto', 'http'],
        ['x-other', '1'],
      ] as [string, string][]) {
        expect((await secureFetch('/', { headers: [headers] })).headers.get('set-cookie')).toMatch(
          /^XSRF-TOKEN=[\w-]{24}; .*; Secure/,
        )
      }
    })

    test.each([
      ['without cookie and header', {}],
      ['without the header', { cookie: 'XSRF-TOKEN=a' }],
      ['without the cookie', { 'x-xsrf-token': 'a' }],
      ['when they differ', { cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'b' }],
      ['when both are empty', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }],
    ])('a change %s is refused with 400, which ends no session', async (_how, headers) => {
      const answer = await fetch('/v1/users/signout', {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), authorization: `Bearer ${office.admin.token}` },
      })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'xsrf_mismatch'])
    })

    test('signing in needs it, a link with its own token does not', async () => {
      const body = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@b.example', password: 'x' }),
      }
      expect((await fetch('/v1/users/signin', body)).status).toBe(400)
      const reset = await fetch('/v1/users/reset-password', {
        ...body,
        body: JSON.stringify({ token: 'no such token', password: 'a long password' }),
      })
      expect(((await reset.json()) as { code: string }).code).toBe('token_invalid')
    })
  })

  describe('the bearer token', () => {
    test.each([
      ['nothing', undefined],
      ['an unknown token', `Bearer ${'x'.repeat(43)}`],
      ['another scheme', 'Basic b2ZmaWNlOnNlY3JldA=='],
      ['rubbish', 'Bearer \u00e9\u00e8'],
      ['an endless token', `Bearer ${'x'.repeat(10_000)}`],
    ])('%s is 401', async (_what, authorization) => {
      const answer = await fetch('/v1/users/profile', { headers: authorization ? { authorization } : {} })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'unauthenticated'])
    })

    test('an old token does not prevent signing in', async () => {
      const { email, password } = office.admin
      const answer = await nobodyOf(fetch, 'a-token-that-ended-long-ago').post('/v1/users/signin', { email, password })
      expect(answer.status).toBe(200)
    })
  })

  describe('the built client', () => {
    test('hashed assets are cached for ever, page and service worker are requested again each time', async () => {
      expect((await fetch('/assets/main-abc123.js')).headers.get('cache-control')).toBe(
        'public, max-age=31536000, immutable',
      )
      for (const at of ['/', '/index.html', '/sw.js', '/manifest.webmanifest']) {
        const answer = await fetch(at)
        expect([at, answer.status, answer.headers.get('cache-control')]).toEqual([at, 200, 'no-cache'])
      }
    })

    test('the compressed file is sent to those who accept it, and caches are told with Vary', async () => {
      const plain = await fetch('/assets/main-abc123.js')
      const brotli = await fetch('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } })
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
      expect([brotli.headers.get('content-encoding'), brotli.headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
      expect(brotli.headers.get('content-type')).toMatch(/javascript/)
    })

    test('every address of the app answers with the app’s page, a driver’s with the driver’s scripts', async () => {
      for (const [at, file] of [
        ['/pickups', 'index.html'],
        ['/pickups?run=1', 'index.html'],
        ['/pickups/0190a000-0000-7000-8000-000000000000', 'index.html'],
        ['/incomes', 'index.html'],
        ['/', 'office.html'],
        ['/register?package=weekly', 'office.html'],
        ['/schedules', 'office.html'],
        ['/pickups-of-the-firm', 'office.html'],
        ['/recover?token=x', 'office.html'],
        ['/nowhere/at/all', 'office.html'],
        ['/a.b', 'office.html'],
      ] as const) {
        const answer = await fetch(at, { headers: page })
        expect([at, answer.status, await answer.text()]).toEqual([at, 200, FILES[file]])
        expect(answer.headers.get('cache-control')).toBe('no-cache')
      }
    })

    test('a missing file under /v1 or /assets is never answered with the app’s page', async () => {
      for (const at of ['/v1', '/v1/nothing', '/v1/', '/v1//runs', '/v1/runs//', '/assets/gone-123.js', '/assets/']) {
        const answer = await fetch(at, { headers: page })
        expect([at, answer.status, answer.headers.get('content-type')]).toEqual([
          at,
          404,
          'application/problem+json; charset=utf-8',
        ])
      }
    })

    test('a script that requests a missing file gets no page', async () => {
      expect((await fetch('/missing.js', { headers: { accept: '*/*' } })).status).toBe(404)
    })

    test('a program that looks at a mailed link and accepts anything gets the page', async () => {
      for (const headers of [new Headers({ accept: '*/*' }), new Headers()])
        for (const method of ['GET', 'HEAD'])
          expect((await fetch(`/skip/id.2026-12-1.${'f3'.repeat(32)}`, { method, headers })).status).toBe(200)
    })

    test('every page that an email links to is one of them, and an address that is none is 404 for such a program', async () => {
      const server = path.join(import.meta.dirname, '../../../src/server')
      const texts = readdirSync(server, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(path.join(server, name), 'utf8'))
      const pages = texts.flatMap((text) => [...text.matchAll(/publicUrl\}(\/(?!v1\/)[a-z-]*)/g)].map(([, at]) => at!))
      expect(pages.length).toBeGreaterThan(15)
      for (const at of new Set(pages))
        expect([at, (await fetch(at, { headers: { accept: '*/*' } })).status]).toEqual([at, 200])
      for (const at of ['/x', '/metrics', '/admin', '/payments'])
        expect([at, (await fetch(at, { headers: { accept: '*/*' } })).status]).toEqual([at, 404])
      expect((await fetch('/x', { headers: page })).status).toBe(200)
    })

    test('nothing outside the client’s folder is served, nor its hidden files', async () => {
      for (const at of [
        '/.vite/manifest.json',
        '/..%2f..%2fpackage.json',
        '/assets/..%2f..%2f..%2fetc%2fpasswd',
        '/%2e%2e/package.json',
      ]) {
        expect((await fetch(at)).status).toBeGreaterThanOrEqual(400)
      }
    })
  })

  describe('security headers', () => {
    test('scripts come from this server alone, and text never becomes a script', async () => {
      const policy = Object.fromEntries(
        ((await fetch('/')).headers.get('content-security-policy') ?? '')
          .split(';')
          .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
      )
      expect(policy).toEqual({
        'default-src': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' blob: data: https://photos.example",
        'font-src': "'self'",
        'connect-src': "'self' https://photos.example",
        'worker-src': "'self'",
        'manifest-src': "'self'",
        'object-src': "'none'",
        'frame-src': 'blob:',
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'default',
      })
    })

    test('types are not guessed, frames are refused, and other sites get no address of ours', async () => {
      for (const at of ['/', '/v1/config', '/assets/main-abc123.js', '/v1/nothing']) {
        const { headers } = await fetch(at)
        expect([
          headers.get('x-content-type-options'),
          headers.get('x-frame-options'),
          headers.get('referrer-policy'),
        ]).toEqual(['nosniff', 'DENY', 'no-referrer'])
      }
    })

    test('browsers are told to insist on TLS only where it is used', async () => {
      expect((await fetch('/')).headers.get('strict-transport-security')).toBeNull()
      expect((await secureFetch('/')).headers.get('strict-transport-security')).toBe('max-age=31536000')
    })

    test('subdomains are included only where the operator says so', async () => {
      const settings = { trustProxy: false, tls: null, clientDir: ROOT, hstsIncludeSubDomains: true }
      const at = async (origin: string) =>
        inProcess(await buildApp(office.deps, office.routes, { ...settings, origin }))('/')
      expect((await at('https://rounds.example')).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
      expect((await at('http://rounds.example')).headers.get('strict-transport-security')).toBeNull()
    })

    test('every answer has an id of its own, and those under /v1 are marked as ours', async () => {
      const [a, b] = [
        await fetch('/v1/config', { headers: { 'x-request-id': 'chosen by the caller' } }),
        await fetch('/v1/config'),
      ]
      expect(a.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(a.headers.get('x-request-id')).not.toBe(b.headers.get('x-request-id'))
      expect([a.headers.get('x-bagrun'), (await fetch('/')).headers.get('x-bagrun')]).toEqual(['1', null])
    })
  })

  describe('health', () => {
    test('up and ready', async () => {
      expect(await (await fetch('/healthz')).json()).toEqual({ status: 'up', version, commit: 'unknown' })
      const ready = await fetch('/readyz')
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    })

    test('not ready while the database does not answer', async () => {
      const dead = new Proxy(office.deps.database.db, {
        get: () => () => Promise.reject(new Error('Connection terminated')),
      })
      const app = await buildApp({ ...office.deps, database: { ...office.deps.database, db: dead } }, [], {
        trustProxy: false,
        tls: null,
        origin: null,
        clientDir: null,
      })
      const answer = await inProcess(app)('/readyz')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await inProcess(app)('/healthz')).status).toBe(200)
    })
  })
})
