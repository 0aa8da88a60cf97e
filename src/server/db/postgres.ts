import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { DatabaseLog, OpenDatabase } from './database.ts'
import { databaseUnusable, describeDatabaseError } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'
import { connectionPool, REPORT_MS, SESSION_SETTINGS } from './pool.ts'

const OLDEST_VERSION = 150_000
const CONNECTIONS = 10
const WAIT_FOR_CONNECTION_MS = 15_000
const REPORT_CONNECTIONS = 2
/**
 * Limit of a server's other statements, of which the slowest takes a few seconds after five years. With SILENCE_MS it is
 * also how long calls wait at most for a database that fell silent.
 */
export const SERVER_MS = 25_000
/** Limit of migrations and statistics. */
const LONG_WORK_MS = 2 * 3_600_000
/** A statement that the database itself has not ended by then has no database any more: its connection is closed. */
const SILENCE_MS = 3_000
const CANCEL_MS = 5_000
/** A process that stops in the middle of a transaction must not hold its locks. */
const ABANDONED = 'set idle_in_transaction_session_timeout = 60000'

/**
 * Opens a PostgreSQL server by its address. Throws a sentence without the password when it can't be used.
 * @param statementMs limit of a statement; for a server SERVER_MS, so that none holds one of its few connections for
 *   long. Commands read over everything
 * @param name application name of the connections: `bagrun` for the product's own
 */
export async function openPostgres({
  url,
  log,
  statementMs = LONG_WORK_MS,
  name = 'bagrun',
}: {
  url: string
  log: DatabaseLog
  statementMs?: number | undefined
  name?: string
}): Promise<OpenDatabase> {
  const hosts = new DatabaseHosts(url)
  const settings = {
    hosts,
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    onBroken: (error: Error) => log.warn({ error: describeDatabaseError(error) }, 'a database connection broke'),
  }
  const limits = (ms: number) => ({
    query_timeout: ms + SILENCE_MS,
    prepare: async (client: pg.ClientBase) => {
      // Set by statements, because a pooler refuses a connection that asks for them at its start.
      await client.query(`${SESSION_SETTINGS}; ${ABANDONED}; set statement_timeout = ${ms}`)
      await hosts.assertWrites(client)
    },
  })
  const pool = connectionPool({ ...settings, max: CONNECTIONS, ...limits(statementMs) })
  try {
    await assertUsable(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  // A separate connection for cancelling, opened when needed, because the others may all be waiting.
  const cancelling = connectionPool({ ...settings, max: 1, ...limits(CANCEL_MS) })
  const longWork = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const alone = connectionPool({ ...settings, max: 1, ...limits(LONG_WORK_MS) })
    try {
      const client = await alone.connect()
      return await work(client).finally(() => client.release())
    } finally {
      await alone.end()
    }
  }
  const reportLimits = limits(REPORT_MS)
  const processes = new WeakMap<pg.ClientBase, number>()
  const reports = connectionPool({
    ...settings,
    ...reportLimits,
    prepare: async (client) => {
      await reportLimits.prepare(client)
      processes.set(client, await processOf(client))
    },
    cancel: (client) =>
      cancelling.query('select pg_cancel_backend($1)', [processes.get(client)]).then(
        () => undefined,
        (error: unknown) => log.warn({ error: describeDatabaseError(error) }, 'a statement could not be cancelled'),
      ),
    max: REPORT_CONNECTIONS,
    // Reports requested at once wait for each other.
    connectionTimeoutMillis: REPORT_MS,
  })
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    db: drizzle({ client: pool }),
    pool,
    reports: drizzle({ client: reports }),
    reportMs: REPORT_MS,
    // Autovacuum cleans up; only statistics after large changes are requested here.
    longWork,
    maintain: () => longWork(async (client) => void (await client.query('analyze'))),
    close: () => (closing ??= Promise.all([pool, reports, cancelling].map((some) => some.end())).then(() => undefined)),
  }
}

async function assertUsable(pool: ReturnType<typeof connectionPool>): Promise<void> {
  const settings = await pool
    .query("select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding")
    .catch((error: unknown) => {
      throw databaseUnusable(error)
    })
  const { version, encoding } = settings.rows[0] as { version: string; encoding: string }
  if (Number(version) < OLDEST_VERSION) {
    throw new Error(
      `DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${Math.floor(Number(version) / 10_000)}`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`DATABASE_URL: the database's encoding has to be UTF8, it is ${encoding}`)
  await assertSessionsOfItsOwn(pool)
}

/** How often two connections are compared: another server on the same pooler may come between them. */
const LOOKS = 5

/**
 * A pooler that gives a connection of the database for one transaction at a time gives the same one to two clients,
 * whose prepared statements and locks then meet. It is refused, because nothing else would show it before the first
 * failed call.
 */
async function assertSessionsOfItsOwn(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const [one, other] = [await processOf(clients[0]), await processOf(clients[1])]
      if (one === other)
        throw new Error(
          'DATABASE_URL: this connection pooler shares sessions between its clients (pool_mode transaction or statement). Set pool_mode to session, or name the PostgreSQL server itself.',
        )
    }
  } finally {
    for (const client of clients) client.release()
  }
}

async function processOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
