import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { Refused, refuseField } from '#server/http/refused.ts'
import { serve } from '#server/http/serve.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type SmallApp, smallApp } from '../../support/test-server.ts'

const ask = endpoint({
  changes: [],
  method: 'POST',
  path: '/v1/ask',
  summary: 's',
  roles: 'public',
  input: z.strictObject({ text: z.optional(z.string()) }),
  output: z.object({ count: z.int() }),
  refusals: ['wrong_state'],
})
const read = endpoint({
  method: 'GET',
  path: '/v1/read',
  summary: 's',
  roles: 'public',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
  refusals: [],
})

describe.each(databases)('errors on %s', (kind) => {
  let office: Office
  let app: SmallApp
  let act: (db: { execute(query: ReturnType<typeof sql>): Promise<unknown> }) => Promise<unknown>
  const routes = [
    serve(ask)(async ({ text }, { db }) => {
      await db.execute(sql`insert into noted values (${text ?? 'x'})`)
      return (await act(db)) as { count: number }
    }),
    serve(read)(async () => ({ count: 1 })),
  ]
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.deps.database.db.execute(sql`create table noted (text text not null)`)
    app = await smallApp(office, routes)
  })
  afterAll(() => office.close())
  afterEach(() => vi.restoreAllMocks())
  beforeEach(async () => {
    act = async () => ({ count: 1 })
    office.logged.length = 0
    await office.deps.database.db.execute(sql`delete from noted`)
  })
  const notes = async () =>
    Number((await office.deps.database.db.execute<{ n: string }>(sql`select count(*) as n from noted`)).rows[0]?.n)
  const errors = () => office.logged.filter((line) => line.level === 'error')

  test('a refusal rolls back and gives the reason', async () => {
    act = async () => {
      throw new Refused('wrong_state', { reason: 'The run is archived.', count: 3 })
    }
    const answer = await app.nobody.post('/v1/ask', {})
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', reason: 'The run is archived.', count: 3 },
    })
    expect(answer.body['requestID']).toBe(answer.headers.get('x-request-id'))
    expect(await notes()).toBe(0)
    expect(errors()).toEqual([])
  })

  test('a field refused below the route is named', async () => {
    act = async () => refuseField('postcode', 'This isn’t an Australian postcode')
    expect(await app.nobody.post('/v1/ask', {})).toMatchObject({
      status: 422,
      body: { fields: { postcode: 'This isn’t an Australian postcode' } },
    })
  })

  test('a refusal that the contract does not name is answered 500', async () => {
    act = async () => {
      throw new Refused('product_in_use')
    }
    expect(await app.nobody.post('/v1/ask', {})).toMatchObject({
      status: 500,
      body: { code: 'broken', message: 'Something went wrong on our side.' },
    })
    expect(JSON.stringify(errors())).toContain('POST /v1/ask refused with product_in_use')
  })

  test('a wrong answer of an operation is 500: nothing is kept, and the log names the place and not the data', async () => {
    act = async () => ({ count: 'Wilhelmina' })
    expect(await app.nobody.post('/v1/ask', {})).toMatchObject({ status: 500, body: { code: 'broken' } })
    expect(await notes()).toBe(0)
    expect(JSON.stringify(errors())).toContain('not what its contract says at: count')
    expect(JSON.stringify(errors())).not.toContain('Wilhelmina')
  })

  test('fields that the contract does not name are left out of the answer', async () => {
    act = async () => ({ count: 1, taxFileNumber: '123456782' })
    expect((await app.nobody.post('/v1/ask', {})).body).toEqual({ count: 1 })
  })

  test('a server error shows its details neither to the caller nor, with personal data, in the log', async () => {
    act = async (db) => db.execute(sql`insert into noted (nothing) values ('Wilhelmina')`)
    const answer = await app.nobody.post('/v1/ask', { text: 'Wilhelmina' })
    expect(answer).toMatchObject({ status: 500, body: { code: 'broken' } })
    expect(JSON.stringify([answer.body, errors()])).not.toContain('Wilhelmina')
    expect(errors()).toHaveLength(1)
  })

  test('work that conflicts with concurrent work is repeated', async () => {
    let tries = 0
    act = async (db) => {
      if (++tries < 3) await db.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
      return { count: tries }
    }
    expect(await app.nobody.post('/v1/ask', {})).toMatchObject({ status: 200, body: { count: 3 } })
    expect(await notes()).toBe(1)
  })

  test('work that conflicts with concurrent work each time is answered 503 with Retry-After', async () => {
    act = async (db) => {
      // Every attempt takes three of the ten seconds allowed.
      const now = performance.now()
      vi.spyOn(performance, 'now').mockReturnValue(now + 3000)
      return db.execute(sql`do $$ begin raise exception using errcode = '40001'; end $$`)
    }
    const answer = await app.nobody.post('/v1/ask', {})
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('a NUL that reaches the database is answered 400 and not 500', async () => {
    expect(await app.nobody.post('/v1/ask', '{"text":"a\\u0000b"}')).toMatchObject({
      status: 400,
      body: { code: 'not_understood' },
    })
    act = async (db) => db.execute(sql`select ${JSON.stringify({ a: '\0' })}::jsonb`)
    expect(await app.nobody.post('/v1/ask', {})).toMatchObject({ status: 400, body: { code: 'not_understood' } })
  })

  test('with a nearly full disk nothing is changed, and everything can be read', async () => {
    const full = await smallApp(office, routes, {
      database: { ...office.deps.database, freeBytes: async () => 50_000_000 },
    })
    expect(await full.nobody.post('/v1/ask', {})).toMatchObject({ status: 507, body: { code: 'disk_full' } })
    expect(await full.nobody.get('/v1/read')).toMatchObject({ status: 200 })
    expect(await notes()).toBe(0)
  })

  test('a database that can’t be reached is answered 503 with Retry-After', async () => {
    act = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const answer = await app.nobody.post('/v1/ask', {})
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  test.each([
    ['disk', '53100'],
    ['memory', '53200'],
    ['free connection', '53300'],
  ])('a database that has no %s left is answered 503 with Retry-After, and is no bug', async (_what, code) => {
    act = async (db) => db.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
    const answer = await app.nobody.post('/v1/ask', {})
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(errors()).toEqual([])
  })

  test('a request leaves one line in the log: the pattern of its address, never the address', async () => {
    await app.nobody.get('/v1/read', { authorization: 'Bearer secret-token-secret-token-secret' })
    expect(office.logged).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: {
          requestID: expect.any(String),
          method: 'GET',
          route: '/v1/read',
          userID: null,
          status: 200,
          ms: expect.any(Number),
        },
      },
    ])
    office.logged.length = 0
    await app.nobody.get('/v1/wilhelmina@example.com?token=opensesame')
    expect(JSON.stringify(office.logged)).not.toMatch(/wilhelmina|opensesame/)
  })

  test('a refused request is logged with its status, whoever sent it and however wrong it was', async () => {
    const statuses = async (ask: () => Promise<unknown>) => {
      office.logged.length = 0
      await ask()
      return office.logged.map(({ fields }) => fields['status'])
    }
    expect(await statuses(() => app.nobody.post('/v1/ask', '{'))).toEqual([400])
    expect(await statuses(() => app.nobody.post('/v1/ask', { text: 5 }))).toEqual([422])
    expect(await statuses(() => app.nobody.post('/v1/ask', { text: 'x'.repeat(20_000) }))).toEqual([413])
    expect(await statuses(() => app.nobody.get('/v1/nothing'))).toEqual([404])
  })
})
