import type { DatabaseLog, OpenDatabase } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openPostgres, SERVER_MS } from './postgres.ts'

export interface DatabaseSettings {
  /** DATABASE_URL: a PostgreSQL of version 15 or newer. Without it the embedded database is used. */
  url?: string | undefined
  /** DATA_DIR: holds the embedded database. */
  dataDir: string
  log: DatabaseLog
  /** For a server: a statement on PostgreSQL is given up after SERVER_MS, except of reports, backups and migrations. */
  limited?: boolean | undefined
  /** Called once when the embedded database has failed. By default it is logged and the process ends with 70. */
  onFatal?: ((reason: string) => void) | undefined
}

/**
 * Opens the database named in the settings. Throws a sentence for the operator: DirectoryInUse, an unreachable or too
 * old PostgreSQL, an embedded database that would not be durable.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  if (settings.url !== undefined)
    return openPostgres({ url: settings.url, log: settings.log, statementMs: settings.limited ? SERVER_MS : undefined })
  return openEmbedded(settings)
}
