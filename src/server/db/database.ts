import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgres } from './postgres.ts'

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

export interface DatabaseSettings {
  /** DATABASE_URL: a PostgreSQL of version 15 or newer. Without it the embedded database is used. */
  url?: string | undefined
  /** DATA_DIR: holds the embedded database. */
  dataDir: string
  log: DatabaseLog
  /** For a server: a statement on PostgreSQL is given up after a minute, except of reports, backups and migrations. */
  limited?: boolean | undefined
  /** Called once when the embedded database has failed. By default it is logged and the process ends with 70. */
  onFatal?: ((reason: string) => void) | undefined
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
  /** Nightly maintenance: statistics and dead rows, which the embedded database does not clean up by itself. */
  maintain(): Promise<void>
  /** Free bytes on the embedded database's disk. Undefined for PostgreSQL, whose disk is monitored elsewhere. */
  freeBytes?(): Promise<number>
  /** Waits for work in progress, closes, and unlocks the data directory. May be called more than once. */
  close(): Promise<void>
}

/**
 * Opens the database named in the settings. Throws a sentence for the operator: DirectoryInUse, an unreachable or too
 * old PostgreSQL, an embedded database that would not be durable.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (settings.url !== undefined)
    return openPostgres({ url: settings.url, log: settings.log, limited: settings.limited })
  return openEmbedded(settings)
}
