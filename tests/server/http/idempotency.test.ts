import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/shapes.ts'
import { newID } from '#domain/identifiers.ts'
import { maintain } from '#server/maintenance.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serve } from '#server/http/serve.ts'
import { bothDatabases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { type SmallApp, smallApp } from '../../support/test-server.ts'

const named = {
  roles: { ADMIN: 'any', DRIVER: 'any' },
  area: 'shared',
  summary: 's',
  input: z.strictObject({ name: line }),
  output: z.object({ number: z.int(), version: z.int() }),
  status: 201,
  refusals: ['wrong_state'],
} as const
const takeNumber = endpoint({ changes: [], ...named, method: 'POST', path: '/v1/numbers' })
const takeSlowly = endpoint({ changes: [], ...named, method: 'POST', path: '/v1/slow-numbers' })
const takeForgetfully = endpoint({
  changes: [],
  ...named,
  method: 'POST',
  path: '/v1/forgetful-numbers',
  idempotencyKey: false,
})

describe.each(bothDatabases)('an Idempotency-Key on %s', (kind) => {
  let office: Office
  let app: SmallApp
  let asked = 0
  let refuse = false
  /** While this is set, work that has begun waits for it. */
  let hold: { begun(): void; until: Promise<void> } | null = null

  beforeAll(async () => {
    office = await openOffice(kind)
    await office.deps.database.db.execute(sql`create table numbers_taken (number int not null)`)
    app = await smallApp(office, [
      serve(takeNumber)(async (_input, { db, refuse: no, setHeader }) => {
        const { rows } = await db.execute<{ number: number }>(
          sql`insert into numbers_taken select count(*) + 1 from numbers_taken returning number`,
        )
        if (hold) await (hold.begun(), hold.until)
        if (refuse) no('wrong_state')
        const number = Number(rows[0]?.number)
        setHeader('Location', `/v1/numbers/${number}`)
        return { number, version: 1 }
      }),
      serve(takeSlowly, { transaction: false })(async (_input, { database, refuse: no }) => {
        if (hold) await (hold.begun(), hold.until)
        if (refuse) no('wrong_state')
        const { rows } = await database.execute<{ number: number }>(
          sql`insert into numbers_taken select count(*) + 1 from numbers_taken returning number`,
        )
        return { number: Number(rows[0]?.number), version: 1 }
      }),
      serve(takeForgetfully)(async () => ({ number: ++asked, version: 1 })),
    ])
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    refuse = false
    hold = null
  })

  const post = (path: string, key: string, body: unknown = { name: 'Anna' }, person: Person = office.admin) =>
    app.as(person).post(path, body, { 'idempotency-key': key })
  const taken = async () =>
    (await office.deps.database.db.execute<{ n: string }>(sql`select count(*) as n from numbers_taken`)).rows[0]?.n

  describe.each(['/v1/numbers', '/v1/slow-numbers'])('at %s', (path) => {
    test('the same key and body is done once and answered the same', async () => {
      const first = await post(path, 'k1')
      const second = await post(path, 'k1')
      expect(first).toMatchObject({ status: 201, body: { number: 1 } })
      expect(second).toMatchObject({ status: 201, body: { number: 1 } })
      expect(second.headers.get('etag')).toBe('"1"')
      expect(second.headers.get('location')).toBe(first.headers.get('location'))
      expect(await taken()).toBe('1')
    })

    test('the order of the fields and spaces around them make no other body; another name does', async () => {
      await post(path, 'k1', '{"name":"Anna"}')
      expect(await post(path, 'k1', '{ "name" : "Anna" }')).toMatchObject({ status: 201, body: { number: 1 } })
      expect(await post(path, 'k1', { name: 'Ben' })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      })
      expect(await taken()).toBe('1')
    })

    test('a key belongs to its user', async () => {
      await post(path, 'k1')
      expect(await post(path, 'k1', { name: 'Anna' }, await office.driver())).toMatchObject({
        status: 201,
        body: { number: 2 },
      })
    })

    test('a refused request stores nothing: the key may be used again', async () => {
      refuse = true
      expect(await post(path, 'k1')).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
      refuse = false
      expect(await post(path, 'k1')).toMatchObject({ status: 201, body: { number: 1 } })
    })

    test('a key is forgotten after seven days', async () => {
      await post(path, 'k1')
      office.clock.pass(7 * 24 * 3_600_000 - 1000)
      await maintain(office.deps)
      expect(await keysKept()).toBe(1)
      office.clock.pass(2000)
      await maintain(office.deps)
      expect(await keysKept()).toBe(0)
    })

    test('of twenty requests at the same moment one is done, and all answers are that one', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(path, 'k1')))
      expect(answers.map((answer) => answer.status).filter((status) => status !== 201 && status !== 409)).toEqual([])
      const done = answers.filter((answer) => answer.status === 201)
      expect(done.length).toBeGreaterThan(0)
      expect(new Set(done.map((answer) => answer.body['number']))).toEqual(new Set([1]))
      expect(await taken()).toBe('1')
    })
  })

  test('while the first request is still running the second is asked to wait', async () => {
    let release = () => {}
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    hold = { begun, until: new Promise((resolve) => (release = resolve)) }
    const first = post('/v1/slow-numbers', 'k1')
    await hasBegun
    const second = await post('/v1/slow-numbers', 'k1')
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_running' } })
    expect(second.headers.get('retry-after')).toBe('1')
    release()
    expect(await first).toMatchObject({ status: 201 })
    hold = null
    expect(await post('/v1/slow-numbers', 'k1')).toMatchObject({ status: 201, body: { number: 1 } })
  })

  test.runIf(kind === 'postgres')(
    'on several connections a running transaction is distinguished from a finished one',
    async () => {
      let release = () => {}
      let begun = () => {}
      const hasBegun = new Promise<void>((resolve) => (begun = resolve))
      hold = { begun, until: new Promise((resolve) => (release = resolve)) }
      const first = post('/v1/numbers', 'k1')
      await hasBegun
      expect(await post('/v1/numbers', 'k1')).toMatchObject({ status: 409, body: { code: 'idempotency_running' } })
      release()
      expect(await first).toMatchObject({ status: 201, body: { number: 1 } })
    },
  )

  test('a key claimed by a process that died can be used again', async () => {
    hold = { begun: () => {}, until: Promise.resolve() }
    await inTransaction(office.deps.database.db, (tx) =>
      tx.execute(sql`insert into idempotency_keys (scope, key, body_hmac, created_at)
        values (${`${office.admin.userID} POST /v1/slow-numbers`}, 'k1', 'x', ${new Date(office.clock.now().getTime() - 11 * 60_000).toISOString()})`),
    )
    expect(await post('/v1/slow-numbers', 'k1')).toMatchObject({ status: 201, body: { number: 1 } })
  })

  test('the stored body and answer can’t be read', async () => {
    await post('/v1/numbers', 'k1', { name: 'Wilhelmina' })
    const { rows } = await office.deps.database.db.execute(sql`select * from idempotency_keys`)
    expect(JSON.stringify(rows)).not.toMatch(/Wilhelmina|version/)
  })

  test('an operation without idempotency ignores the key', async () => {
    const [first, second] = [await post('/v1/forgetful-numbers', 'k1'), await post('/v1/forgetful-numbers', 'k1')]
    expect(second.body['number']).toBe(Number(first.body['number']) + 1)
  })

  test('a key of more than 200 characters is refused', async () => {
    expect(await post('/v1/numbers', 'x'.repeat(201))).toMatchObject({ status: 400 })
    expect(await post('/v1/numbers', newID())).toMatchObject({ status: 201 })
  })

  async function keysKept(): Promise<number> {
    const { rows } = await office.deps.database.db.execute<{ n: string }>(
      sql`select count(*) as n from idempotency_keys`,
    )
    return Number(rows[0]?.n)
  }
})
