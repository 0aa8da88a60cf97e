import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { connectionLost } from './errors.ts'
import type { DatabaseHosts } from './hosts.ts'
import { named } from './statement-names.ts'

/**
 * Settings of every connection to both kinds of database. Days are computed in UTC; the domain applies the business
 * time zone, never a server setting. With the planner's default cost of a random read, which is that of a hard disk, it
 * reads whole tables to name a few hundred customers. Compiling a statement takes up to a second, which no list is
 * worth.
 */
export const SESSION_SETTINGS = "set time zone 'UTC'; set random_page_cost = 1.1; set jit = off"

/** Reads over everything are given up after this time; PostgreSQL cancels the running statement. */
export const REPORT_MS = 120_000

interface OpenTransaction {
  pool: pg.Pool
  open: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()

/** A bug in the caller: it used the outer handle while its transaction is open. */
export class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction'
  constructor() {
    super('A statement was sent outside the transaction that its caller has open: pass the transaction on and use it.')
  }
}

const givenUp = new AsyncLocalStorage<AbortSignal | undefined>()

/**
 * Runs `work`, which only reads. After the signal it sends no further statement, and a running one is cancelled where
 * the pool can.
 */
export const givenUpBy = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => givenUp.run(signal, work)

/** Runs work that several callers wait for, and that the first one's leaving must not end. */
export const neverGivenUp = <T>(work: () => Promise<T>): Promise<T> => givenUp.run(undefined, work)

export interface PoolSettings extends pg.PoolConfig {
  /** Called for every new connection before its use. */
  prepare(client: pg.ClientBase): Promise<void>
  /** A connection broke. Pending statements get their own errors; this is for the log. */
  onBroken(error: Error): void
  /** The servers it may connect to. Without them the settings name one. */
  hosts?: DatabaseHosts
  /** Cancels the statement that runs on this connection. Never rejects. Without it the statement runs to its end. */
  cancel?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool of connections that differs from pg's in five ways. A caller inside a transaction is refused a second
 * connection, for which it might wait forever. A refused statement does not cost the connection. A connection that
 * breaks while in use does not end the process. Work can be given up. Of several servers it finds the one that writes.
 */
export function connectionPool({ prepare, onBroken, cancel, hosts, ...config }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    keepAlive: true,
    ...config,
    ...(hosts && { Client: hosts.Client }),
    onConnect: async (client: pg.ClientBase) => {
      client.on('error', onBroken)
      await prepare(client)
    },
  } as pg.PoolConfig)
  // The connection's own listener above reports the error; without one here pg would throw it.
  pool.on('error', () => undefined)

  const lendOnce = pool.connect.bind(pool)
  const lend = (): Promise<pg.PoolClient> => (hosts ? hosts.tried(lendOnce) : lendOnce())
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

/**
 * @returns to be awaited before the connection is lent again, because a late cancellation would end another's statement
 */
function cancelledBy(signal: AbortSignal | undefined, cancel: () => Promise<void>): () => Promise<void> {
  let cancelling = Promise.resolve()
  const giveUp = () => void (cancelling = neverGivenUp(cancel))
  signal?.addEventListener('abort', giveUp, { once: true })
  return () => {
    signal?.removeEventListener('abort', giveUp)
    return cancelling
  }
}

/** Runs `work`, and marks all that it starts as being inside a transaction on `pool`. */
export async function insideTransaction<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const transaction: OpenTransaction = { pool, open: true }
  try {
    return await transactions.run(transaction, work)
  } finally {
    transaction.open = false
  }
}
