import { drizzle } from 'drizzle-orm/node-postgres'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Database, Queryable, Transaction } from './database.ts'
import { connectionLost, worthRetrying } from './errors.ts'
import { insideTransaction } from './pool.ts'

export interface TransactionSettings {
  isolation?: 'serializable' | 'repeatable read' | 'read committed' | undefined
  /** How often the whole of `work` is tried when it loses against a concurrent transaction. */
  attempts?: number | undefined
}

/** A statement of the transaction failed, its error was swallowed, and a commit would silently have kept nothing. */
export class AbortedTransaction extends Error {
  override readonly name = 'AbortedTransaction'
  constructor() {
    super('A statement of this transaction failed and its error was not passed on: nothing of it is kept.')
  }
}

/**
 * Runs `work` in one transaction: all of it or nothing. Serialisation failures and deadlocks run the whole of it
 * again, after a random pause, so `work` does only SQL (architecture.md, "The contract"): no mail, no file, no fetch.
 * Called with a transaction it sets a savepoint in it and leaves retrying to the outermost.
 */
export async function inTransaction<T>(
  db: Queryable,
  work: (tx: Transaction) => Promise<T>,
  { isolation = 'serializable', attempts = 6 }: TransactionSettings = {},
): Promise<T> {
  if (!isOutermost(db)) return db.transaction(work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db.$client, work, isolation)
    } catch (error) {
      if (attempt >= attempts || !worthRetrying(error)) throw error
      await wait(Math.random() * 10 * 2 ** attempt)
    }
  }
}

function isOutermost(db: Queryable): db is Database {
  return '$client' in db
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, isolation: NonNullable<TransactionSettings['isolation']>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await insideTransaction(pool, () => drizzle({ client: honestAboutCommits(client) }).transaction(work, { isolationLevel: isolation }))
  } catch (error) {
    broken = connectionLost(error)
    // drizzle wraps whatever a statement threw.
    throw error instanceof Error && error.cause instanceof AbortedTransaction ? error.cause : error
  } finally {
    client.release(broken)
  }
}

/** PostgreSQL answers the COMMIT of a failed transaction with a cheerful ROLLBACK, which drizzle takes for success. */
function honestAboutCommits(client: pg.PoolClient): pg.PoolClient {
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const result = await client.query(statement, values)
    if (statement.text === 'commit' && result.command !== 'COMMIT') throw new AbortedTransaction()
    return result
  }
  return { query } as pg.PoolClient
}
