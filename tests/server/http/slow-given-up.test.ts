import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { databases, freshDatabase } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const DAYS = 'from=2026-07-01&to=2027-06-30'
const SALES = `/v1/reports/sales?${DAYS}`
/** Reads no invoice. */
const COLLECTIONS = `/v1/reports/collections?${DAYS}`
const LONG = 600_000

/** A report's statements wait in front of the database while it is shut. */
class Gate {
  /** How many statements have come to it. */
  arrived = 0
  #opened = Promise.resolve()
  #open = () => {}

  shut(): void {
    this.arrived = 0
    this.#opened = new Promise((resolve) => (this.#open = resolve))
  }

  open(): void {
    this.#open()
  }

  inFrontOf({ reports }: OpenDatabase): OpenDatabase['reports'] {
    const { $client } = reports
    const query = async (...asked: Parameters<typeof $client.query>) => {
      this.arrived += 1
      await this.#opened
      return $client.query(...asked)
    }
    return drizzle({ client: Object.create($client, { query: { value: query } }) as typeof $client })
  }
}

describe.each(databases)('A report that nobody waits for any more, on %s', (kind) => {
  const gate = new Gate()
  const limits = { reportMs: LONG }
  let office: Office
  let address: string
  /** How many statements a report sends. */
  let statements: number
  beforeAll(async () => {
    const database = await freshDatabase(kind)
    office = await openOffice(kind, {
      database: Object.defineProperty({ ...database, reports: gate.inFrontOf(database) }, 'reportMs', {
        get: () => limits.reportMs,
      }),
    })
    address = await office.app.listen({ port: 0, host: '127.0.0.1' })
    office.app.server.on('request', (_request, response) => {
      unanswered.add(response)
      response.on('close', () => unanswered.delete(response))
    })
    expect(await ask(SALES).answer).toMatchObject({ status: 200 })
    statements = gate.arrived
  })
  afterAll(async () => {
    office.app.server.closeAllConnections()
    await office.close()
  })

  /** What the server has not answered, of those who have not left. */
  const unanswered = new Set<unknown>()
  /** Over a connection that is closed when the caller leaves. */
  const ask = (path: string) => {
    const caller = new AbortController()
    const answer = fetch(address + path, {
      headers: { authorization: `Bearer ${office.admin.token}` },
      signal: caller.signal,
    }).then(
      async (answered) => ({ status: answered.status, body: (await answered.json()) as unknown }),
      () => null,
    )
    return { answer, leave: () => caller.abort() }
  }
  const statuses = (asked: readonly ReturnType<typeof ask>[]) =>
    Promise.all(asked.map(async ({ answer }) => (await answer)?.status ?? null))
  const until = (isSo: () => boolean | Promise<boolean>) => vi.waitUntil(isSo, { timeout: 20_000, interval: 10 })
  /** They leave, and the server has noticed. */
  const leave = async (asked: readonly ReturnType<typeof ask>[]) => {
    const others = unanswered.size - asked.length
    for (const one of asked) one.leave()
    expect(await statuses(asked)).toEqual(asked.map(() => null))
    await until(() => unanswered.size === others)
  }
  /** Two reports are at the gate, the others wait for their turn. */
  const waiting = async (count: number) => {
    gate.shut()
    const running = [ask(SALES), ask(SALES)]
    await until(() => gate.arrived === 2)
    const asked = [...running, ...Array.from({ length: count - 2 }, () => ask(SALES))]
    await until(() => unanswered.size === count)
    // Whatever came before it has come to where it waits.
    expect((await office.admin.get('/v1/users/profile')).status).toBe(200)
    expect(gate.arrived).toBe(2)
    return asked
  }

  test('is never asked of the database when it was waiting for its turn; the others are answered', async () => {
    const asked = await waiting(5)
    await leave(asked.slice(2, 4))
    gate.open()
    expect(await statuses([...asked.slice(0, 2), asked[4]!])).toEqual([200, 200, 200])
    expect(gate.arrived).toBe(3 * statements)
  })

  test('sends no further statement when it was running, and the next is answered', async () => {
    const [left, stayed, next] = await waiting(3)
    await leave([left!])
    gate.open()
    expect(await statuses([stayed!, next!])).toEqual([200, 200])
    expect(gate.arrived).toBe(1 + 2 * statements)
  })

  test('gives its place back once, however it ends', async () => {
    const [, ...queued] = await waiting(4)
    await leave(queued)
    gate.open()
    for (const path of ['/v1/reports/sales?from=2027-07-01&to=2026-07-01', SALES]) await ask(path).answer
    // All at once, running and waiting.
    await leave(await waiting(6))
    gate.open()
    // Two at a time, no more and no fewer.
    const asked = await waiting(4)
    gate.open()
    expect(await statuses(asked)).toEqual([200, 200, 200, 200])
  })

  test('is answered as too slow when its time is over, waiting or running, and the next is answered', async () => {
    limits.reportMs = 300
    gate.shut()
    const asked = Array.from({ length: 4 }, () => ask(SALES))
    expect(await statuses(asked)).toEqual([409, 409, 409, 409])
    expect(await asked[3]!.answer).toMatchObject({ body: { code: 'too_slow' } })
    limits.reportMs = LONG
    gate.open()
    expect(await statuses([ask(SALES)])).toEqual([200])
  })

  test.runIf(kind === 'postgres')('is cancelled in the middle of its statement, on a server', async () => {
    const { pool, reports } = office.deps.database
    const held = async () => {
      const { rows } = await pool.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        [],
      )
      return rows[0]!.count
    }
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table invoices in access exclusive mode')
    const asked = Array.from({ length: 4 }, () => ask(SALES))
    await until(async () => unanswered.size === 4 && (await held()) === 2)
    await leave(asked)
    // While the lock is still held.
    expect(await statuses([ask(COLLECTIONS)])).toEqual([200])
    expect(await held()).toBe(0)
    limits.reportMs = 300
    expect(await statuses([ask(SALES), ask(SALES), ask(SALES)])).toEqual([409, 409, 409])
    limits.reportMs = LONG
    expect(await statuses([ask(COLLECTIONS)])).toEqual([200])
    expect(await held()).toBe(0)
    expect(reports.$client.idleCount).toBe(reports.$client.totalCount)
    await holder.query('commit')
    holder.release()
    expect(await statuses([ask(SALES)])).toEqual([200])
  })
})
