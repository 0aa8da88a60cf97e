import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#domain/refusals.ts'
import { SETTINGS } from '#domain/settings.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

interface Operation {
  operationId: string
  'x-roles': unknown
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: object } }> }
  responses: Record<string, { 'x-codes'?: string[] }>
  description?: string
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

// It is made from the contract alone; one database is enough to ask for it.
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
      expect(document.paths[endpoint.path]?.[endpoint.method.toLowerCase()], `${endpoint.method} ${endpoint.path}`).toMatchObject({ 'x-roles': endpoint.roles, summary: endpoint.summary })
    }
  })

  test('no two operations have one name', () => {
    const names = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId))
    expect(new Set(names).size).toBe(names.length)
  })

  test('names of the path are parameters, the rest of a change is its body', () => {
    const operation = document.paths['/v1/users/suburbs/{suburbID}']?.['put']
    expect(operation?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['suburbID', 'path', true],
      ['If-Match', 'header', false],
    ])
    expect(Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {})).not.toContain('suburbID')
  })

  test('lists each refusal under its status, in the words people read', () => {
    const responses = document.paths['/v1/users/suburbs']?.['post']?.responses ?? {}
    expect(responses['409']?.['x-codes']).toContain('suburb_taken')
    expect(JSON.stringify(responses['409'])).toContain(refusals.suburb_taken.message)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '403', '409', '413', '422', '500', '503', '507']))
  })

  test('names every setting with its default', () => {
    const text = document.paths['/v1/settings/{key}']?.['put']?.description ?? ''
    for (const [key, setting] of Object.entries(SETTINGS)) expect(text).toContain(`\`${key}\`: ${setting.about} Default: ${JSON.stringify(setting.default)}.`)
  })
})
