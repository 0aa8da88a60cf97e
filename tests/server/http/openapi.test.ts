import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { refusals } from '#domain/refusals.ts'
import { SETTINGS } from '#domain/settings.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

interface Schema {
  title?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema & { const?: unknown }>
  [word: string]: unknown
}
interface Operation {
  operationId: string
  'x-roles': unknown
  parameters: { name: string; in: string; required: boolean; schema?: object }[]
  requestBody?: {
    [bound: `x-max-${string}`]: number
    description?: string
    content: Record<string, { schema: { properties: Record<string, Schema> } }>
  }
  responses: Record<string, { 'x-codes'?: string[]; headers?: object; content?: Record<string, { schema: Schema }> }>
  description?: string
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

// The document is generated from the contract alone; one database is enough.
describe.each(databases.slice(0, 1))('OpenAPI', (kind) => {
  let office: Office
  let document: Document
  beforeAll(async () => {
    office = await openOffice(kind)
    document = (await office.nobody.get<Document>('/v1/openapi.json')).body
  })
  afterAll(() => office.close())

  test('describes every operation that is served, with its roles', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const { endpoint } of office.routes) {
      expect(
        document.paths[endpoint.path]?.[endpoint.method.toLowerCase()],
        `${endpoint.method} ${endpoint.path}`,
      ).toMatchObject({ 'x-roles': endpoint.roles, summary: endpoint.summary })
    }
  })

  test('no two operations have one name', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  test('names of the path are parameters, the rest of a change is its body', () => {
    const operation = document.paths['/v1/users/suburbs/{suburbID}']?.['put']
    expect(operation?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['suburbID', 'path', true],
      ['If-Match', 'header', false],
    ])
    expect(Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {})).not.toContain(
      'suburbID',
    )
  })

  test('lists each refusal under its status, in the words people read', () => {
    const responses = document.paths['/v1/users/suburbs']?.['post']?.responses ?? {}
    expect(responses['409']?.['x-codes']).toContain('suburb_taken')
    expect(JSON.stringify(responses['409'])).toContain(refusals.suburb_taken.message)
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '422', '500', '503', '507']),
    )
  })

  test('names every setting with its default', () => {
    const text = document.paths['/v1/settings/{key}']?.['put']?.description ?? ''
    for (const [key, setting] of Object.entries(SETTINGS))
      expect(text).toContain(`\`${key}\`: ${setting.about} Default: ${JSON.stringify(setting.default)}.`)
  })

  const bodyOf = (path: string) =>
    document.paths[path]?.['put']?.requestBody?.content['application/json']?.schema.properties ?? {}

  test('says what a record is, though each is judged alone, and how many may be sent at once', () => {
    const events = bodyOf('/v1/runs/{runOrderID}/done')['events']
    expect(events).toMatchObject({ type: 'array', maxItems: EVENTS_PER_REQUEST })
    const kinds = events?.items?.oneOf ?? events?.items?.anyOf ?? []
    expect(kinds.map((kind) => kind.properties?.['type']?.const)).toEqual([
      'done',
      'bag-mt',
      'not-collected',
      'photo',
      'note',
      'undo',
    ])
    expect(kinds[0]?.properties?.['pu']).toMatchObject({ type: 'integer', minimum: 1 })
  })

  test('says how large each body may be', () => {
    for (const { endpoint } of office.routes) {
      const body = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.requestBody
      if (body === undefined) continue
      expect(body['x-max-bytes'], endpoint.path).toBe(endpoint.maxBytes)
      expect(body.description).toContain(`At most ${endpoint.maxBytes} bytes.`)
      const codes = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses['400']
      expect(JSON.stringify(codes).includes('body_too_deep'), endpoint.path).toBe(endpoint.body === 'json')
      if (endpoint.body === 'json')
        expect([body['x-max-values'], body['x-max-names'], body['x-max-depth']]).toEqual([endpoint.maxValues, 200, 16])
    }
    const bytes = (path: string, method: string) => document.paths[path]?.[method]?.requestBody?.['x-max-bytes']
    expect([
      bytes('/v1/users/signin', 'post'),
      bytes('/v1/settings/logo', 'put'),
      bytes('/v1/runs/{runOrderID}/done', 'put'),
    ]).toEqual([16_384, 204_800, 4_194_304])
  })

  test('types and limits every setting by its key, in requests and answers', () => {
    const values = bodyOf('/v1/settings/{key}')['value']?.anyOf ?? []
    const byTitle = new Map(values.map((value) => [value.title, value]))
    for (const [key, setting] of Object.entries(SETTINGS))
      expect(byTitle.get(key), key).toMatchObject({ description: setting.about, default: setting.default })
    expect(byTitle.get('start.leadDays')).toMatchObject({ type: 'integer', minimum: 0, maximum: 60 })
    expect(byTitle.get('fee.attempt')).toMatchObject({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1_000_000,
      multipleOf: 0.01,
    })
    expect(byTitle.get('business.gstRegistered')).toMatchObject({ type: 'boolean' })
    expect(byTitle.get('business.name')).toMatchObject({ type: 'string', maxLength: 200 })
    const abn = new RegExp(String(byTitle.get('business.abn')?.['pattern']))
    expect(['', '51824753556', '51 824 753 556', '5182475355'].map((text) => abn.test(text))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const one = document.paths['/v1/settings/{key}']?.['get']?.responses['200']?.content?.['application/json']?.schema
    expect(one?.oneOf?.map((kind) => kind.properties?.['key']?.const)).toEqual(Object.keys(SETTINGS))
    const all = document.paths['/v1/settings']?.['get']?.responses['200']?.content?.['application/json']?.schema
    expect(all?.properties?.['items']?.items).toEqual(one)
  })

  test('limits every number of a query, and names the usual page size', () => {
    const query = (path: string, name: string) =>
      document.paths[path]?.['get']?.parameters.find((parameter) => parameter.name === name)?.schema
    expect(query('/v1/users/customers', 'page')).toMatchObject({ type: 'integer', minimum: 1, default: 1 })
    expect(query('/v1/users/customers', 'perPage')).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
    })
    expect(query('/v1/runs', 'weekNumber')).toMatchObject({ type: 'integer', minimum: 1, maximum: 5 })
  })

  test('names the header lines of requests and answers', () => {
    const answers = (method: string, path: string) => {
      const responses = document.paths[path]?.[method]?.responses ?? {}
      return Object.fromEntries(
        Object.entries(responses).map(([status, { headers }]) => [status, Object.keys(headers ?? {})]),
      )
    }
    expect(answers('get', '/v1/users/suburbs/{suburbID}')).toMatchObject({
      '200': ['X-Request-Id', 'ETag'],
      '404': ['X-Request-Id'],
      '503': ['X-Request-Id', 'Retry-After'],
    })
    expect(answers('post', '/v1/users/suburbs')).toMatchObject({
      '201': ['X-Request-Id', 'ETag'],
      '409': ['X-Request-Id', 'Retry-After'],
    })
    expect(answers('post', '/v1/users/signin')['429']).toEqual(['X-Request-Id', 'Retry-After'])
    expect(answers('put', '/v1/runs/{runOrderID}/done')['429']).toEqual(['X-Request-Id', 'Retry-After'])
    expect(answers('delete', '/v1/users/suburbs/{suburbID}')['204']).toEqual(['X-Request-Id'])
    expect(answers('get', '/v1/runs')).toMatchObject({
      '200': ['X-Request-Id', 'ETag'],
      '304': ['X-Request-Id', 'ETag'],
    })
    expect(answers('get', '/v1/openapi.json')).toEqual({
      '200': ['X-Request-Id', 'ETag'],
      '304': ['X-Request-Id', 'ETag'],
    })
    expect(answers('get', '/v1/photos/{photoID}')['302']).toEqual(['X-Request-Id', 'Location'])
    expect(document.paths['/v1/runs']?.['get']?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toContain(
      'header If-None-Match',
    )
  })

  test('lists itself, and every reference in it exists', () => {
    expect(document.paths['/v1/openapi.json']?.['get']).toMatchObject({ 'x-roles': 'public', responses: { '200': {} } })
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map((match) => match[1]!)
    for (const reference of references) {
      const target = reference
        .split('/')
        .slice(1)
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
      expect(target, reference).toBeDefined()
    }
  })
})
