import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { requireVersion, serve } from '#server/http/serve.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type SmallApp, smallApp } from '../../support/test-server.ts'

const thing = z.object({ name: z.string(), photoUrl: z.string(), version: z.int() })
const common = {
  path: '/v1/thing',
  summary: 's',
  roles: { ADMIN: 'any', DRIVER: 'any' },
  area: 'shared',
  input: z.strictObject({}),
  refusals: [],
} as const
const getThing = endpoint({ ...common, method: 'GET', output: thing, versioned: true })
const putThing = endpoint({ changes: [], ...common, method: 'PUT', output: thing, versioned: true })
const deleteThing = endpoint({
  changes: [],
  ...common,
  method: 'DELETE',
  output: z.undefined(),
  status: 204,
  versioned: true,
})
const listThings = endpoint({
  ...common,
  method: 'GET',
  path: '/v1/things',
  output: z.object({ items: z.array(thing) }),
})

describe.each(databases)('ETags on %s', (kind) => {
  let office: Office
  let app: SmallApp
  let kept = { name: 'Anna', photoUrl: 'https://photos.example/1', version: 7 }
  beforeAll(async () => {
    office = await openOffice(kind)
    app = await smallApp(office, [
      serve(getThing)(async () => kept),
      serve(putThing)(async (_input, { ifMatch }) => {
        requireVersion(ifMatch, kept.version)
        return kept
      }),
      serve(deleteThing)(async (_input, { ifMatch }) => requireVersion(ifMatch, kept.version)),
      serve(listThings, {
        hashEtag: (answer) => (answer as { items: (typeof kept)[] }).items.map(({ name, version }) => [name, version]),
      })(async () => ({ items: [kept] })),
    ])
  })
  afterAll(() => office.close())

  test('a single object’s ETag is its version', async () => {
    expect((await app.as(office.admin).get('/v1/thing')).headers.get('etag')).toBe('"7"')
  })

  test.each([
    ['the version it has', '"7"', 200],
    ['any version', '*', 200],
    ['an older version', '"6"', 412],
    ['what is no version of ours', '"abc"', 412],
  ])('If-Match with %s answers %s', async (_what, ifMatch, status) => {
    expect((await app.as(office.admin).put('/v1/thing', {}, { 'if-match': ifMatch })).status).toBe(status)
    expect((await app.as(office.admin).delete('/v1/thing', undefined, { 'if-match': ifMatch })).status).toBe(
      status === 200 ? 204 : status,
    )
  })

  test('without If-Match the last change wins', async () => {
    expect((await app.as(office.admin).put('/v1/thing', {})).status).toBe(200)
  })

  test('a list that has not changed is not sent again', async () => {
    const first = await app.as(office.admin).get('/v1/things')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('vary')).toBe('Authorization')
    const again = await app.as(office.admin).get('/v1/things', { 'if-none-match': etag })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
    expect((await app.as(office.admin).get('/v1/things', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
  })

  test('a change is sent again; a newly signed photo address alone is not', async () => {
    const etag = (await app.as(office.admin).get('/v1/things')).headers.get('etag') ?? ''
    kept = { ...kept, photoUrl: 'https://photos.example/2' }
    expect((await app.as(office.admin).get('/v1/things', { 'if-none-match': etag })).status).toBe(304)
    kept = { ...kept, name: 'Ben' }
    expect((await app.as(office.admin).get('/v1/things', { 'if-none-match': etag })).status).toBe(200)
  })

  test('two users never share an ETag', async () => {
    const driver = await office.driver()
    const [ofDriver, ofAdmin] = [await app.as(driver).get('/v1/things'), await app.as(office.admin).get('/v1/things')]
    expect(ofDriver.headers.get('etag')).not.toBe(ofAdmin.headers.get('etag'))
  })

  test('everything else under /v1 may not be stored by browsers or proxies', async () => {
    expect((await app.as(office.admin).get('/v1/thing')).headers.get('cache-control')).toBe('no-store')
  })
})
