import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import {
  checkViolation,
  connectionLost,
  describeDatabaseError,
  fatalSeverity,
  foreignKeyViolation,
  uniqueViolation,
  worthRetrying,
} from '#server/db/errors.ts'
import { bothDatabases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'
import { quietLog } from '../../support/quiet-log.ts'

describe.each(bothDatabases)('an error of %s', (kind) => {
  let open: FreshDatabase

  beforeAll(async () => {
    open = await freshDatabase(kind)
    await open.db.execute(
      sql`create table people (email text constraint one_email unique, age int constraint grown check (age > 17))`,
    )
    await open.db.execute(sql`create table pets (owner text constraint owned references people (email))`)
    await open.db.execute(sql`insert into people values ('ann@example.com', 40)`)
  })
  afterAll(() => open.close())

  const errorOf = (statement: ReturnType<typeof sql>) =>
    open.db.execute(statement).then(
      () => undefined,
      (error: unknown) => error,
    )

  test('names the rule that was broken', async () => {
    expect(uniqueViolation(await errorOf(sql`insert into people values (${'ann@example.com'}, 20)`))).toBe('one_email')
    expect(foreignKeyViolation(await errorOf(sql`insert into pets values (${'bob@example.com'})`))).toBe('owned')
    expect(checkViolation(await errorOf(sql`insert into people values (${'kim@example.com'}, 3)`))).toBe('grown')
  })

  test('is not mistaken for another one', async () => {
    const unique = await errorOf(sql`insert into people values (${'ann@example.com'}, 20)`)
    expect([foreignKeyViolation(unique), worthRetrying(unique), connectionLost(unique), fatalSeverity(unique)]).toEqual(
      [undefined, false, false, false],
    )
    expect(uniqueViolation(new Error('23505'))).toBe(undefined)
  })

  test('a broken socket is a lost connection, also EPIPE, which looks like an SQLSTATE', () => {
    for (const code of ['EPIPE', 'ECONNRESET'])
      expect(connectionLost(new Error('Failed query', { cause: Object.assign(new Error('write'), { code }) }))).toBe(
        true,
      )
  })

  test('is described without the statement and without the values in it', async () => {
    const errors = [
      await errorOf(sql`insert into people values (${'ann@example.com'}, 20)`),
      await errorOf(sql`insert into people values (${'x'}, ${'ann@example.com'})`),
      await errorOf(sql`select ${'ann@example.com'}::uuid`),
    ]
    for (const error of errors) {
      expect(String(error)).toContain('ann@example.com')
      expect(JSON.stringify(describeDatabaseError(error))).not.toMatch(/ann@|insert|select/)
    }
  })

  test('does not close the connection', async () => {
    await errorOf(sql`insert into people values (${'ann@example.com'}, 20)`)
    const before = (await open.db.execute(sql`select set_config('bagrun.mark', 'kept', false)`)).rows
    await errorOf(sql`insert into people values (${'ann@example.com'}, 20)`)
    const { rows } = await open.db.execute<{ mark: string }>(sql`select current_setting('bagrun.mark', true) as mark`)
    expect([before.length, rows[0]?.mark]).toEqual([1, 'kept'])
  })
})

test('a PostgreSQL that can’t be reached is reported in one sentence without its password', async () => {
  const error = await openDatabase({
    url: 'postgres://office:hush@127.0.0.1:1/none',
    dataDir: '',
    log: quietLog,
  }).catch((reason: unknown) => reason)
  expect(String(error)).toContain('DATABASE_URL')
  expect(String(error)).not.toContain('hush')
})
