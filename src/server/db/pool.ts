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

/** What reads over everything is given up after this long, on PostgreSQL in the middle of a statement. */
export const REPORT_MS = 120_000

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

const givenUp = new AsyncLocalStorage<AbortSignal | undefined>()

/**
 * Runs `work`, which only reads, so that it sends no further statement after the signal, and a running one is cancelled
 * where the pool can.
 */
export const givenUpBy = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => givenUp.run(signal, work)

/** For what several callers wait for: the first one's leaving does not end it. */
export const neverGivenUp = <T>(work: () => Promise<T>): Promise<T> => givenUp.run(undefined, work)

export interface PoolSettings extends pg.PoolConfig {
  /** Run on every new connection before it is used. */
  prepare(client: pg.ClientBase): Promise<void>
  /** A connection broke. Pending statements get their own errors; this is for the log. */
  onBroken(error: Error): void
  /** Ends the statement that runs on this connection. Never rejects. Without it the statement runs to its end. */
  cancel?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool of connections that differs from pg's own in four ways: a caller inside a transaction is refused a second
 * connection at once (with only one connection it would wait for itself forever), a statement that the database refused
 * does not cost the connection, a connection that breaks while in use does not end the process, and work can be given
 * up.
 */
export function connectionPool({ prepare, onBroken, cancel, ...config }: PoolSettings): pg.Pool {
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
    const signal = givenUp.getStore()
    signal?.throwIfAborted()
    const client = await lend()
    if (signal?.aborted !== true) return client
    client.release()
    throw signal.reason
  }
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await connect()
    const over = cancel && cancelledBy(givenUp.getStore(), () => cancel(client))
    try {
      const result = await client.query(named(statement, values), values)
      await over?.()
      client.release()
      return result
    } catch (error) {
      await over?.()
      client.release(connectionLost(error))
      throw error
    }
  }
  pool.connect = connect as typeof pool.connect
  pool.query = query as typeof pool.query
  return pool
}

/** @returns to be awaited before the connection is lent again: a late cancellation would end another's statement */
function cancelledBy(signal: AbortSignal | undefined, cancel: () => Promise<void>): () => Promise<void> {
  let cancelling = Promise.resolve()
  const giveUp = () => void (cancelling = neverGivenUp(cancel))
  signal?.addEventListener('abort', giveUp, { once: true })
  return () => {
    signal?.removeEventListener('abort', giveUp)
    return cancelling
  }
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
