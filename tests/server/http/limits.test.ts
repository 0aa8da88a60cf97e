import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { addressOf } from '#server/http/limits.ts'
import { serve } from '#server/http/serve.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type SmallApp, smallApp } from '../../support/test-server.ts'

const send = endpoint({
  changes: [],
  method: 'PUT',
  path: '/v1/send',
  summary: 's',
  roles: { ADMIN: 'any', DRIVER: 'any' },
  area: 'shared',
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  refusals: [],
})

describe.each(databases)('limits of the public operations on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => office.close())
  beforeEach(() => office.renew())

  /** The answer to a request of whose body only the first byte is ever sent. */
  async function head(path: string): Promise<string> {
    const socket = connect((office.app.server.address() as AddressInfo).port, '127.0.0.1')
    const lines = [
      'Host: x',
      'Cookie: XSRF-TOKEN=a',
      'X-XSRF-TOKEN: a',
      'Content-Type: application/json',
      'Content-Length: 1000',
    ]
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return answer.toString('latin1')
  }

  test('every public operation with a body counts requests by address, or needs a proof before it reads the body', () => {
    const open = office.routes.filter(({ endpoint }) => endpoint.roles === 'public' && endpoint.maxBytes > 0)
    expect(open.length).toBeGreaterThan(4)
    for (const { endpoint, limits, beforeBody } of open)
      expect(limits?.perAddress ?? beforeBody, endpoint.path).toBeDefined()
  })

  test.each([
    ['/v1/users/signin', 300],
    ['/v1/users/forgot-password', 20],
    ['/v1/users/reset-password', 20],
    ['/v1/users/set-up', 20],
  ])(
    '%s counts requests of one address before their body is read, valid or not',
    { timeout: 300_000 },
    async (path, hits) => {
      // The sign-in of this office's admin counts against the same address.
      await office.deps.database.pool.query({ text: 'delete from rate_limits' })
      const answers = await Promise.all(Array.from({ length: hits }, () => office.nobody.post(path, '{')))
      expect(answers.map(({ status }) => status).filter((status) => status !== 400)).toEqual([])
      expect(await head(path)).toMatch(/^HTTP\/1\.1 429 /)
      office.clock.pass(3_600_000)
      expect((await office.nobody.post(path, '{')).status).toBe(400)
    },
  )
})

describe.each(databases)('limits on %s', (kind) => {
  let office: Office
  let app: SmallApp
  beforeAll(async () => {
    office = await openOffice(kind)
    app = await smallApp(office, [
      serve(send, { limits: { perSession: { hits: 3, seconds: 60 } } })(async () => ({ ok: true })),
    ])
  })
  afterAll(() => office.close())
  beforeEach(() => office.renew())

  test('are per session, never per address: drivers of one mobile carrier share an address', async () => {
    const [dan, dora] = [await office.driver(), await office.driver()]
    for (let i = 0; i < 3; i++) expect((await app.as(dan).put('/v1/send')).status).toBe(200)
    const fourth = await app.as(dan).put('/v1/send')
    expect(fourth).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: 'Too many tries. Please wait 1 minute.' },
    })
    expect(fourth.headers.get('retry-after')).toBe('60')
    expect((await app.as(dora).put('/v1/send')).status).toBe(200)
  })

  test('end when Retry-After says so', async () => {
    for (let i = 0; i < 4; i++) await app.as(office.admin).put('/v1/send')
    office.clock.pass(45_000)
    const early = await app.as(office.admin).put('/v1/send')
    expect(early.headers.get('retry-after')).toBe('15')
    expect(early.body).toMatchObject({ message: 'Too many tries. Please wait 15 seconds.' })
    office.clock.pass(15_000)
    expect((await app.as(office.admin).put('/v1/send')).status).toBe(200)
  })

  test('hold when all requests come at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.as(office.admin).put('/v1/send')))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
  })

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s: an IPv6 caller has a whole /64', (ip, counted) => expect(addressOf(ip)).toBe(counted))
})
