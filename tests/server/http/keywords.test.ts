import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('Searching a list on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('every list of the office that takes a keyword answers one, and counts what it finds', async () => {
    const lists = office.routes
      .map(({ endpoint }) => endpoint)
      .filter(
        ({ method, path, input, roles }) =>
          method === 'GET' && !path.includes('{') && 'shape' in input && roles !== 'public' && roles.ADMIN === 'any',
      )
      .filter(({ input }) => {
        const { shape } = input as unknown as { shape: object }
        return 'keyword' in shape && 'page' in shape
      })
    expect(lists.length).toBeGreaterThan(15)
    const wrong = []
    for (const { path } of lists) {
      const { status, body } = await office.admin.get(`${path}?keyword=Zo%C3%AB%20nobody`)
      if (status === 422 && Object.keys(body.fields ?? {}).every((field) => field !== 'keyword')) continue
      if (status !== 200 || (typeof body['total'] === 'number' && body['total'] !== 0))
        wrong.push(`${path}: ${status} ${JSON.stringify(body).slice(0, 100)}`)
    }
    expect(wrong).toEqual([])
  })
})
