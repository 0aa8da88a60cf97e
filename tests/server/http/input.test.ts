import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint, MAX_DEPTH, MAX_NAMES, PUBLIC_BYTES } from '#contract/endpoint.ts'
import { day, id, line, queryNumber, weekNumber } from '#contract/shapes.ts'
import { serve } from '#server/http/serve.ts'
import { newID } from '#domain/identifiers.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type SmallApp, smallApp } from '../../support/test-server.ts'

const stop = z.strictObject({
  stopID: id,
  name: line,
  day: z.optional(day),
  bags: z.optional(z.int().check(z.nonnegative(), z.maximum(999))),
  week: z.optional(weekNumber),
  colours: z.optional(z.array(line).check(z.minLength(1), z.maxLength(2))),
  place: z.optional(z.strictObject({ street: line })),
  kind: z.optional(z.strictObject({ size: z.enum(['SMALL', 'LARGE']) })),
})
const changeStop = endpoint({
  changes: [],
  method: 'PUT',
  path: '/v1/stops/{stopID}',
  summary: 's',
  roles: 'public',
  input: stop,
  output: stop,
  refusals: [],
})
const countStops = endpoint({
  changes: [],
  method: 'PUT',
  path: '/v1/stops',
  summary: 's',
  roles: 'public',
  maxBytes: 1_000_000,
  maxValues: 100,
  input: z.strictObject({ stops: z.array(stop), note: z.optional(z.string()) }),
  output: z.unknown(),
  refusals: [],
})
const listStops = endpoint({
  method: 'GET',
  path: '/v1/stops',
  summary: 's',
  roles: 'public',
  input: z.strictObject({ weekNumber: z.optional(queryNumber(weekNumber)) }),
  output: z.unknown(),
  refusals: [],
})
const dropStop = endpoint({
  changes: [],
  method: 'DELETE',
  path: '/v1/stops/{stopID}',
  summary: 's',
  roles: 'public',
  input: z.strictObject({ stopID: id, reason: z.optional(line) }),
  output: z.unknown(),
  refusals: [],
})
const importStops = endpoint({
  changes: [],
  method: 'POST',
  path: '/v1/stops/import',
  summary: 's',
  roles: 'public',
  body: 'csv',
  input: z.strictObject({ dryRun: z.optional(z.string()) }),
  output: z.unknown(),
  refusals: [],
})

describe.each(databases)('what a caller sends on %s', (kind) => {
  let office: Office
  let app: SmallApp
  const stopID = newID()
  const at = `/v1/stops/${stopID}`
  beforeAll(async () => {
    office = await openOffice(kind)
    app = await smallApp(office, [
      serve(changeStop)(async (input) => input),
      serve(countStops)(async ({ stops }) => ({ stops: stops.length })),
      serve(listStops)(async (input) => input),
      serve(dropStop)(async (input) => input),
      serve(importStops)(async (input, { bytes }) => ({ ...input, length: bytes?.length })),
    ])
  })
  afterAll(() => office.close())

  test('path and body are one input', async () => {
    expect(await app.nobody.put(at, { name: ' Anna ' })).toMatchObject({ status: 200, body: { stopID, name: 'Anna' } })
  })

  test('an unknown field is refused by its name, even one that every JavaScript object has', async () => {
    for (const name of ['constructor', 'toString', '__proto__', 'role']) {
      const answers = [
        await app.nobody.put(at, `{"name": "Anna", "${name}": 1}`),
        await app.nobody.get(`/v1/stops?${name}=1`),
        await app.nobody.delete(`${at}?${name}=1`),
      ]
      for (const { status, body } of answers)
        expect([status, Object.entries(body.fields ?? {})], name).toEqual([422, [[name, 'Unknown field']]])
    }
  })

  test('a query is part of a GET, and numbers in it are numbers', async () => {
    expect(await app.nobody.get('/v1/stops?weekNumber=2')).toMatchObject({ status: 200, body: { weekNumber: 2 } })
    expect(await app.nobody.get('/v1/stops?weekNumber=9')).toMatchObject({
      status: 422,
      body: { fields: { weekNumber: 'At most 5' } },
    })
    expect(await app.nobody.get('/v1/stops?weekNumber=two')).toMatchObject({
      status: 422,
      body: { code: 'fields_invalid', fields: { weekNumber: 'This field must be Number' } },
    })
  })

  test.each([
    '0x1',
    '1e0',
    '1.0',
    '%201',
    '1%20',
    '%2B1',
    '01',
    '',
    '%20',
    '-0',
    '1_0',
    '٣',
    'Infinity',
    '1&weekNumber=1',
  ])('“%s” is no whole number in a query, though JavaScript may read it as one', async (text) => {
    const { status, body } = await app.nobody.get(`/v1/stops?weekNumber=${text}`)
    expect([status, body]).toMatchObject([
      422,
      { code: 'fields_invalid', fields: { weekNumber: 'This field must be Number' } },
    ])
  })

  test('a DELETE takes its reason from the body or from the address, because proxies drop bodies', async () => {
    expect(await app.nobody.delete(at, { reason: 'moved' })).toMatchObject({ status: 200, body: { reason: 'moved' } })
    expect(await app.nobody.delete(`${at}?reason=moved`)).toMatchObject({ status: 200, body: { reason: 'moved' } })
  })

  test('a CSV body keeps its query', async () => {
    expect(
      await app.nobody.post('/v1/stops/import?dryRun=true', 'a,b\n', { 'content-type': 'text/csv' }),
    ).toMatchObject({ body: { dryRun: 'true', length: 4 } })
    expect(await app.nobody.post('/v1/stops/import', { a: 1 })).toMatchObject({
      status: 400,
      body: { message: 'The body has to be sent as text/csv.' },
    })
  })

  test.each([
    ['an unknown field', { name: 'Anna', colour: 'green' }, { colour: 'Unknown field' }],
    [
      'an unknown field inside',
      { name: 'Anna', place: { street: 'A St', door: 1 } },
      { 'place.door': 'Unknown field' },
    ],
    ['a name of the path said again', { name: 'Anna', stopID }, { stopID: 'Unknown field' }],
    ['a missing field', {}, { name: 'This field is mandatory' }],
    ['an empty mandatory field', { name: '  ' }, { name: 'This field is mandatory' }],
    ['nothing where a name belongs', { name: null }, { name: 'This field is mandatory' }],
    ['a missing choice', { name: 'Anna', kind: {} }, { 'kind.size': 'This field is mandatory' }],
    [
      'nothing where a choice belongs',
      { name: 'Anna', kind: { size: null } },
      { 'kind.size': 'This field is mandatory' },
    ],
    ['a choice there is not', { name: 'Anna', kind: { size: 'HUGE' } }, { 'kind.size': 'This field isn’t valid' }],
    ['a text that is too long', { name: 'x'.repeat(201) }, { name: 'This field is too long' }],
    ['a date that does not exist', { name: 'Anna', day: '2026-02-30' }, { day: 'This field must be Date' }],
    ['a negative number', { name: 'Anna', bags: -1 }, { bags: 'This field must be non-negative Number' }],
    ['a number above its bound', { name: 'Anna', bags: 1000 }, { bags: 'At most 999' }],
    ['a number beyond counting', { name: 'Anna', bags: 1e30 }, { bags: 'At most 999' }],
    ['a number below its bound', { name: 'Anna', week: 0 }, { week: 'At least 1' }],
    ['a list that is too long', { name: 'Anna', colours: ['red', 'green', 'blue'] }, { colours: 'At most 2 entries' }],
    ['an empty list where one is needed', { name: 'Anna', colours: [] }, { colours: 'At least 1 entry' }],
    ['a text where a number belongs', { name: 'Anna', bags: 'three' }, { bags: 'This field must be Number' }],
  ])('%s is refused on its field, in the words of the spec', async (_what, body, fields) => {
    const answer = await app.nobody.put(at, body)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'fields_invalid', message: 'Please check the marked fields.' },
    })
    expect(Object.entries(answer.body.fields ?? {})).toEqual(Object.entries(fields))
  })

  test('a query on a change is an unknown field', async () => {
    expect(await app.nobody.put(`${at}?name=Ben`, { name: 'Anna' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'Unknown field' } },
    })
  })

  test('an id in capitals is the same id', async () => {
    expect(await app.nobody.put(`/v1/stops/${stopID.toUpperCase()}`, { name: 'Anna' })).toMatchObject({
      status: 200,
      body: { stopID },
    })
  })

  test('an id that can’t be one is not found', async () => {
    expect(await app.nobody.put('/v1/stops/42', { name: 'Anna' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await app.nobody.put(`/v1/stops/${'9'.repeat(5000)}`, { name: 'Anna' })).toMatchObject({ status: 404 })
  })

  test.each([
    ['JSON that ends too early', '{"name":', {}, 400, 'The body is not valid JSON.'],
    [
      'bytes that are not UTF-8',
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      {},
      400,
      'The body is not valid UTF-8.',
    ],
    ['a list', '[1]', {}, 400, 'The body has to be a JSON object.'],
    ['null', 'null', {}, 400, 'The body has to be a JSON object.'],
    [
      'another kind of body',
      'name=Anna',
      { 'content-type': 'application/x-www-form-urlencoded' },
      400,
      'The body has to be sent as application/json.',
    ],
    [
      'a body of no kind',
      '{"name":"Anna"}',
      { 'content-type': '' },
      400,
      'The body has to be sent as application/json.',
    ],
    [
      'a byte more than its operation takes',
      JSON.stringify({ name: 'x'.repeat(PUBLIC_BYTES - 10) }),
      {},
      413,
      'This is too large to send at once.',
    ],
    [
      'a list nested deeper than any body of ours',
      `{"name":${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}}`,
      {},
      400,
      `The body is nested more than ${MAX_DEPTH} levels deep, so nothing in it was read.`,
    ],
    [
      'more names than any object of ours has',
      `{${'"":0,'.repeat(MAX_NAMES)}"":0}`,
      {},
      413,
      'An object of the body has more than 200 fields.',
    ],
    [
      'more entries than its operation takes',
      `{"name":[${'0,'.repeat(2_500)}0]}`,
      {},
      413,
      'The body holds more than 2000 fields and entries.',
    ],
  ])('%s is refused as not understood, in a sentence', async (_what, body, headers, status, message) => {
    const answer = await app.nobody.put(at, body, headers)
    expect(answer).toMatchObject({ status, body: { message } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  test('of a body with many wrong fields twenty are named, and long names are cut', async () => {
    const short = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`field${at}`, 1]))
    const answer = await app.nobody.put(at, short)
    expect(answer).toMatchObject({ status: 422, body: { code: 'fields_invalid' } })
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['name', ...Object.keys(short).slice(0, 19)])
    const query = new URLSearchParams(Object.entries(short).map(([name]) => [name, '1']))
    expect(Object.keys((await app.nobody.get(`/v1/stops?${query}`)).body.fields ?? {})).toHaveLength(20)
    // A character of two UTF-16 units is not cut in half.
    const long = await app.nobody.put(at, { name: 'Anna', [`${'x'.repeat(199)}🗑${'y'.repeat(10_000)}`]: 1 })
    expect(long.body.fields).toEqual({ [`${'x'.repeat(199)}…`]: 'Unknown field' })
  })

  test('an operation takes as many bytes and values as its contract says, and not one more', async () => {
    // Each stop is an entry with two names.
    const stops = Array.from({ length: 33 }, () => ({ stopID, name: 'Anna' }))
    expect(await app.nobody.put('/v1/stops', { stops })).toMatchObject({ status: 200, body: { stops: 33 } })
    expect(await app.nobody.put('/v1/stops', { stops, note: '' })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
    const bare = JSON.stringify({ stops: [], note: '' }).length
    expect(await app.nobody.put('/v1/stops', { stops: [], note: 'x'.repeat(1_000_000 - bare) })).toMatchObject({
      status: 200,
    })
    expect(await app.nobody.put('/v1/stops', { stops: [], note: 'x'.repeat(1_000_001 - bare) })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  })

  test('a list of wrong entries is answered with at most twenty messages', async () => {
    const stops = Array.from({ length: 32 }, () => ({ stopID: 1, name: 2 }))
    const answer = await app.nobody.put('/v1/stops', { stops })
    expect([answer.status, Object.keys(answer.body.fields ?? {}).length]).toEqual([422, 20])
  })

  test('an empty body is an empty object', async () => {
    expect(await app.nobody.put(at, '')).toMatchObject({
      status: 422,
      body: { fields: { name: 'This field is mandatory' } },
    })
    expect(await app.nobody.delete(at)).toMatchObject({ status: 200 })
  })

  test('a NUL never reaches the database', async () => {
    expect(await app.nobody.put(at, '{"name":"An\\u0000na"}')).toMatchObject({
      status: 422,
      body: { fields: { name: 'This field contains a character that can’t be used' } },
    })
  })

  test.each(['/v1/%zz', '/v1/stops/%ff', '/v1/stops/%c0%af'])(
    'the broken address %s is refused without a server error',
    async (path) => {
      const answer = await app.nobody.get(path)
      expect([400, 404, 405]).toContain(answer.status)
      expect(answer.body.message).toEqual(expect.any(String))
      expect(answer.headers.get('x-request-id')).toBe(answer.body['requestID'])
    },
  )

  test('HEAD answers like GET without a body, OPTIONS names the methods, another method is 405', async () => {
    const head = await app.fetch('/v1/stops', { method: 'HEAD' })
    expect(head.status).toBe(200)
    const options = await app.fetch(at, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'PUT, DELETE, OPTIONS'])
    expect(await app.nobody.post(at, {})).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect((await app.nobody.post(at, {})).headers.get('allow')).toBe('PUT, DELETE, OPTIONS')
  })

  test('an unknown address under /v1 is answered with a problem in JSON, marked as ours', async () => {
    const answer = await app.nobody.get('/v1/nothing', { accept: 'text/html' })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: 'This doesn’t exist.' } })
    expect(answer.headers.get('x-bagrun')).toBe('1')
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})
