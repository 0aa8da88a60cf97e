import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { connectionLost } from './errors.ts'
import { named } from './statement-names.ts'

/**
 * Of every connection, to both kinds of database. Days are computed in UTC; the business time zone is applied by the
 * domain, never by a server setting. By the planner's own figures, which are those of a turning disk, it reads whole
 * tables to name a few hundred customers; and compiling a statement takes up to a second, which no list is worth.
 */
export const SESSION_SETTINGS = "set time zone 'UTC'; set random_page_cost = 1.1; set jit = off"

/** For a migration, statistics and a backup, which take as long as they take. */
export const UNLIMITED = 'set statement_timeout = 0'
/** As the connection was opened. */
export const LIMITED_AGAIN = 'reset statement_timeout'

interface OpenTransaction {
  pool: pg.Pool
  open: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()

/** The outer handle was used while a transaction of the same caller is open: a bug in the caller. */
export class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction'
  constructor() {
    super('A statement was sent outside the transaction that its caller has open: pass the transaction on and use it.')
  }
}

export interface PoolSettings extends pg.PoolConfig {
  /** Run on every new connection before it is used. */
  prepare(client: pg.ClientBase): Promise<void>
  /** A connection broke. Pending statements get their own errors; this is for the log. */
  onBroken(error: Error): void
}

/**
 * A pool of connections that differs from pg's own in three ways: a caller inside a transaction is refused a second
 * connection at once (with only one connection it would wait for itself forever), a statement that the database refused
 * does not cost the connection, and a connection that breaks while in use does not end the process.
 */
export function connectionPool({ prepare, onBroken, ...config }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    keepAlive: true,
    ...config,
    onConnect: async (client: pg.ClientBase) => {
      client.on('error', onBroken)
      await prepare(client)
    },
  } as pg.PoolConfig)
  // Reported by the connection's own listener above; without one here pg would throw it.
  pool.on('error', () => undefined)

  const lend = pool.connect.bind(pool)
  const connect = async (): Promise<pg.PoolClient> => {
    const transaction = transactions.getStore()
    if (transaction?.open === true && transaction.pool === pool) throw new OutsideTransaction()
    return lend()
  }
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await connect()
    try {
      const result = await client.query(named(statement, values), values)
      client.release()
      return result
    } catch (error) {
      client.release(connectionLost(error))
      throw error
    }
  }
  pool.connect = connect as typeof pool.connect
  pool.query = query as typeof pool.query
  return pool
}

/** Runs `work` so that everything it starts is marked as being inside a transaction on `pool`. */
export async function insideTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const transaction: OpenTransaction = { pool, open: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.open = false
  }
}
