import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { saveTables } from '#server/db/backup/save-tables.ts'
import { connectionLost } from '#server/db/errors.ts'
import { DatabaseHosts } from '#server/db/hosts.ts'
import { connectionPool } from '#server/db/pool.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { quietLog } from '../../support/quiet-log.ts'
import { openSilentWay, type SilentWay } from '../../support/silent-way.ts'

const STATEMENT_MS = 500

// The embedded database is in the server's own process.
describe.each(databases.filter((kind) => kind === 'postgres'))('A database that falls silent, %s', (kind) => {
  let office: Office
  const open: { close(): Promise<unknown> }[] = []
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const one of open.splice(0).toReversed()) await one.close()
  })
  afterAll(() => office.close())

  /** The test's database by another host. */
  const addressBy = (hosts: string): string => {
    const url = new URL(office.deps.database.pool.options.connectionString!.replace('@/', '@socket/'))
    return `postgres://${url.username}${url.password && `:${url.password}`}@${hosts}${url.pathname}`
  }
  const wayThere = async (): Promise<SilentWay> => {
    const url = new URL(office.deps.database.pool.options.connectionString!.replace('@/', '@socket/'))
    const folder = url.searchParams.get('host')
    const there =
      folder === null ? { host: url.hostname, port: Number(url.port || 5432) } : { path: `${folder}/.s.PGSQL.5432` }
    const way = await openSilentWay(() => connect(there as never))
    open.push(way)
    return way
  }
  const opened = async (hosts: string) => {
    const database = await openPostgres({ url: addressBy(hosts), log: quietLog, statementMs: STATEMENT_MS })
    open.push(database)
    return database
  }

  test('costs each statement and each transaction its own limit, once, and the next one its connection', async () => {
    const way = await wayThere()
    const database = await opened(way.host)
    await database.db.execute(sql`select 1`)
    way.silent(true)
    const alone = database.db.execute(sql`select 1`)
    const inWork = inTransaction(database.db, (tx) => tx.execute(sql`select 1`))
    for (const work of [alone, inWork])
      expect(
        connectionLost(
          await work.then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      ).toBe(true)
    way.silent(false)
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('is left for the next that its address names', async () => {
    const [first, second] = [await wayThere(), await wayThere()]
    const database = await opened(`${first.host},${second.host}`)
    await first.close()
    // The connection that was open may still be lent once.
    await expect
      .poll(() =>
        database.db.execute(sql`select 1`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('is not taken for silent when all connections are in use, and stays the one that is asked', async () => {
    const [first, second] = [await wayThere(), await wayThere()]
    const hosts = new DatabaseHosts(addressBy(`${first.host},${second.host}`))
    const waits = vi.spyOn(pg.Pool.prototype, 'connect')
    const pool = connectionPool({
      hosts,
      max: 1,
      connectionTimeoutMillis: 200,
      prepare: () => Promise.resolve(),
      onBroken: () => undefined,
    })
    open.push({ close: () => pool.end() })
    const asked = hosts.current
    const inUse = await pool.connect()
    waits.mockClear()
    const waiting = pool.query('select 1').catch((error: unknown) => error)
    expect(connectionLost(await waiting)).toBe(true)
    inUse.release()
    expect([waits.mock.calls.length, hosts.current]).toEqual([1, asked])
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('lets a backup fail by the limit of its connection, and the next one succeed', async () => {
    const way = await wayThere()
    const database = await opened(way.host)
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-silent-'))
    open.push({ close: async () => rmSync(folder, { recursive: true }) })
    const saving = saveTables(database.db, path.join(folder, 'silent'), () => way.silent(true))
    expect(connectionLost(await saving.catch((error: unknown) => error))).toBe(true)
    way.silent(false)
    expect((await saveTables(database.db, path.join(folder, 'again'))).tables.length).toBeGreaterThan(0)
  })

  test('that takes no writes answers 503, says so to the proxy, and is used again once it takes them', async () => {
    const { app, deps } = office
    const { pool } = deps.database
    const name = (await pool.query<{ name: string }>('select current_database() as name')).rows[0]!.name
    const readyz = async () => (await app.inject({ url: '/readyz' })).statusCode
    expect(await readyz()).toBe(200)
    await pool.query(`alter database "${name}" set default_transaction_read_only = on`)
    try {
      // The pool's connections were made before, and keep what was set then.
      await pool.query('set default_transaction_read_only = on')
      await expect.poll(async () => readyz()).toBe(503)
      const refused = await office.admin.post('/v1/users/suburbs', {
        label: 'Kew',
        postCode: '3101',
        state: 'VIC',
        weekNumber: 1,
        streets: [],
      })
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    } finally {
      // Whichever connection the pool gives, with or without that default.
      await pool.query(
        `begin read write; alter database "${name}" reset default_transaction_read_only; commit; set default_transaction_read_only = off`,
      )
    }
    await expect.poll(async () => readyz()).toBe(200)
  })
})
