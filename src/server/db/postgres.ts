import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { DatabaseLog, OpenDatabase } from './database.ts'
import { describeDatabaseError } from './errors.ts'
import { connectionPool, LIMITED_AGAIN, REPORT_MS, SESSION_SETTINGS, UNLIMITED } from './pool.ts'

const OLDEST_VERSION = 150_000
const CONNECTIONS = 10
const WAIT_FOR_CONNECTION_MS = 15_000
const REPORT_CONNECTIONS = 2
/** Limit of a server's other statements, of which the slowest takes a few seconds after five years. */
const SERVER_MS = 60_000

/**
 * Opens a PostgreSQL server by its address. Throws a sentence without the password when it can't be used.
 * @param limited for a server: no statement holds one of its few connections for long. Commands read over everything
 * @param name application name of the connections: `bagrun` for the product's own
 */
export async function openPostgres({
  url,
  log,
  limited = false,
  name = 'bagrun',
}: {
  url: string
  log: DatabaseLog
  limited?: boolean | undefined
  name?: string
}): Promise<OpenDatabase> {
  const settings = {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    // A process that stops in the middle of a transaction must not hold its locks.
    idle_in_transaction_session_timeout: 60_000,
    prepare: async (client: pg.ClientBase) => void (await client.query(SESSION_SETTINGS)),
    onBroken: (error: Error) => log.warn({ error: describeDatabaseError(error) }, 'a database connection broke'),
  }
  const pool = connectionPool({ ...settings, max: CONNECTIONS, ...(limited && { statement_timeout: SERVER_MS }) })
  try {
    await assertUsable(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  // A separate connection for cancelling, opened when needed, because the others may all be waiting.
  const cancelling = connectionPool({ ...settings, max: 1 })
  const processes = new WeakMap<pg.ClientBase, number>()
  const reports = connectionPool({
    ...settings,
    prepare: async (client) => {
      await settings.prepare(client)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      processes.set(client, rows[0]!.pid)
    },
    cancel: (client) =>
      cancelling.query('select pg_cancel_backend($1)', [processes.get(client)]).then(
        () => undefined,
        (error: unknown) => log.warn({ error: describeDatabaseError(error) }, 'a statement could not be cancelled'),
      ),
    max: REPORT_CONNECTIONS,
    // Reports requested at once wait for each other.
    connectionTimeoutMillis: REPORT_MS,
    statement_timeout: REPORT_MS,
  })
  let closing: Promise<void> | undefined
  return {
    kind: 'postgres',
    db: drizzle({ client: pool }),
    pool,
    reports: drizzle({ client: reports }),
    reportMs: REPORT_MS,
    // Autovacuum cleans up; only statistics after large changes are requested here.
    maintain: async () => void (await pool.query(`${UNLIMITED}; analyze; ${LIMITED_AGAIN}`)),
    close: () => (closing ??= Promise.all([pool, reports, cancelling].map((some) => some.end())).then(() => undefined)),
  }
}

async function assertUsable(pool: ReturnType<typeof connectionPool>): Promise<void> {
  const settings = await pool
    .query("select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding")
    .catch((error: unknown) => {
      throw new Error(`DATABASE_URL: the PostgreSQL server can't be used: ${describeDatabaseError(error).message}`)
    })
  const { version, encoding } = settings.rows[0] as { version: string; encoding: string }
  if (Number(version) < OLDEST_VERSION) {
    throw new Error(
      `DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${Math.floor(Number(version) / 10_000)}`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`DATABASE_URL: the database's encoding has to be UTF8, it is ${encoding}`)
}
