import { drizzle } from 'drizzle-orm/node-postgres'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Database, Queryable, Transaction } from './database.ts'
import { connectionLost, worthRetrying } from './errors.ts'
import { insideTransaction } from './pool.ts'
import { named } from './statement-names.ts'

export interface TransactionSettings {
  isolation?: 'serializable' | 'repeatable read' | 'read committed' | undefined
  /** Maximum number of runs of `work` after conflicts with concurrent transactions; by default only time limits it. */
  attempts?: number | undefined
}

/** Maximum time that a caller waits for its turn. */
const TURN_MS = 10_000
const LONGEST_PAUSE_MS = 500
/** After this many conflicts, transactions of this process run one at a time. */
const LOST_OFTEN = 2
const turns = new WeakMap<pg.Pool, Promise<unknown>>()

/** A statement of the transaction failed, its error was swallowed, and a commit would silently have stored nothing. */
export class AbortedTransaction extends Error {
  override readonly name = 'AbortedTransaction'
  constructor() {
    super('A statement of this transaction failed and its error was not passed on: nothing of it is kept.')
  }
}

/**
 * Runs `work` in one transaction. After serialisation failures and deadlocks `work` is run again, with growing random
 * pauses, for up to ten seconds. `work` does only SQL (architecture.md, "Only SQL in a transaction"): no mail, no file,
 * no fetch. Inside a transaction it sets a savepoint and leaves retrying to the outermost.
 */
export async function inTransaction<T>(
  db: Queryable,
  work: (tx: Transaction) => Promise<T>,
  { isolation = 'serializable', attempts = Infinity }: TransactionSettings = {},
): Promise<T> {
  if (!isOutermost(db)) return db.transaction(work)
  const givenUpAt = performance.now() + TURN_MS
  for (let attempt = 1; ; attempt++) {
    try {
      const once = () => runOnce(db.$client, work, isolation)
      return await (attempt > LOST_OFTEN ? inTurn(db.$client, once) : once())
    } catch (error) {
      const pause = Math.random() * Math.min(10 * 2 ** attempt, LONGEST_PAUSE_MS)
      if (attempt >= attempts || !worthRetrying(error) || performance.now() + pause > givenUpAt) throw error
      await wait(pause)
    }
  }
}

/** Runs after all earlier callers have finished, whether they succeeded or not. */
function inTurn<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(pool) ?? Promise.resolve()).then(work, work)
  turns.set(
    pool,
    turn.catch(() => undefined),
  )
  return turn
}

function isOutermost(db: Queryable): db is Database {
  return '$client' in db
}

async function runOnce<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  isolation: NonNullable<TransactionSettings['isolation']>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    return await insideTransaction(pool, () =>
      drizzle({ client: honestAboutCommits(client) }).transaction(work, { isolationLevel: isolation }),
    )
  } catch (error) {
    broken = connectionLost(error)
    // drizzle wraps any error that a statement throws.
    throw error instanceof Error && error.cause instanceof AbortedTransaction ? error.cause : error
  } finally {
    client.release(broken)
  }
}

/**
 * PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error, which drizzle takes for success.
 * After a lost connection nothing more is sent on it: drizzle's ROLLBACK would wait as long as the statement did.
 */
function honestAboutCommits(client: pg.PoolClient): pg.PoolClient {
  let lost: unknown
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    if (lost !== undefined) throw lost
    const result = await client.query(named(statement, values), values).catch((error: unknown) => {
      if (connectionLost(error)) lost = error
      throw error
    })
    if (statement.text === 'commit' && result.command !== 'COMMIT') throw new AbortedTransaction()
    return result
  }
  return { query } as pg.PoolClient
}

/** Carries the result out of the transaction that is rolled back. */
class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('Rolled back on purpose.')
    this.result = result
  }
}

/** Runs `work` as a command would and keeps nothing of it, so that a preview says exactly what the command would do. */
export async function triedOut<T>(db: Queryable, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    await inTransaction(db, async (tx) => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
  throw new Error('The transaction was kept.')
}
