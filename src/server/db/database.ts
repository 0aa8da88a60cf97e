import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

type QueryBuilder = NodePgDatabase<Record<string, never>>

/**
 * The database as the whole server uses it: drizzle's query builder over pg, for both kinds of database. Without
 * drizzle's own `transaction`, which neither retries nor notices a swallowed error: use inTransaction.
 */
export type Database = Omit<QueryBuilder, 'transaction'> & { $client: pg.Pool }

/** An open transaction; created by inTransaction only. */
export type Transaction = Parameters<Parameters<QueryBuilder['transaction']>[0]>[0]

/** Accepted by functions that work both inside and outside a transaction. */
export type Queryable = Database | Transaction

export type DatabaseKind = 'embedded' | 'postgres'

/** The part of the server's log that the database uses. */
export interface DatabaseLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface OpenDatabase {
  kind: DatabaseKind
  db: Database
  pool: pg.Pool
  /**
   * For reads over everything: connections of its own, so that no report keeps a driver waiting, whose statements end
   * after `REPORT_MS` and can be given up. The embedded database has one connection, and this is it.
   */
  reports: Database
  /** How long a read over everything may take with its waiting: `REPORT_MS`, changed by tests. */
  reportMs: number
  /** Runs work that may take hours, such as a migration; on PostgreSQL on a connection of its own. */
  longWork<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Nightly maintenance: statistics and dead rows, which the embedded database does not clean up by itself. */
  maintain(): Promise<void>
  /** Free bytes on the embedded database's disk. Undefined for PostgreSQL, whose disk is its own. */
  freeBytes?(): Promise<number>
  /** Waits for work in progress, closes, and unlocks the data directory. May be called more than once. */
  close(): Promise<void>
}
