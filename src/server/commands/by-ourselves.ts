import { existsSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../adapters/clock/system-clock.ts'
import { embeddedStore } from '../adapters/storage/embedded-store.ts'
import { s3Store } from '../adapters/storage/s3-store.ts'
import { giveOrder, type Order } from '../backups/orders.ts'
import { type OnProgress, type Progress, progressShown } from '../backups/progress.ts'
import type { ServerConfig } from '../config.ts'
import type { OpenDatabase } from '../db/database.ts'
import { DirectoryInUse } from '../db/embedded/directory-lock.ts'
import { migrationsDone } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { jsonLog } from '../log.ts'
import type { StoragePort } from '../ports.ts'
import { secretsOf } from '../secrets.ts'

/** No addresses are signed here, so no key is needed. */
export function storeOf({ s3, dataDir, logLevel }: ServerConfig): StoragePort {
  return s3 ? s3Store(s3, { clock: systemClock, log: jsonLog(logLevel) }) : embeddedStore(dataDir, secretsOf(''))
}

/**
 * Runs the command in the running server where the database is embedded and one runs, else in this process, and shows
 * its progress. Throws what the running server answers when it failed.
 */
export async function carriedOut<T>(
  { databaseUrl, dataDir }: ServerConfig,
  order: Order,
  byOurselves: (onProgress: OnProgress) => Promise<T>,
  failed = (reason: string) => reason,
): Promise<T> {
  const progress = progressShown(process.stderr)
  try {
    const reply =
      databaseUrl === undefined ? await giveOrder(dataDir, order, (report) => progress.show(report as Progress)) : null
    if (reply === null) return await byOurselves(progress.show)
    const answer = reply as { done: T } | { failed: string }
    if ('failed' in answer) throw new Error(failed(answer.failed))
    return answer.done
  } finally {
    progress.end()
  }
}

interface Opening {
  /** The sentence when there is no database. */
  readonly without: string
  /** The sentence that begins the message while a server starts or ends there. */
  readonly inUse?: string
  /** Whether the command needs the tables of this version. */
  readonly migrated?: boolean
}

/** Opens the database where no server has answered, and closes it when the work is through. */
export async function withDatabase<T>(
  { databaseUrl: url, dataDir }: ServerConfig,
  { without, inUse = '', migrated = false }: Opening,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  if (url === undefined && !existsSync(path.join(dataDir, 'database')))
    throw new Error(`${without}: ${dataDir} has no database.`)
  const database = await openDatabase({ url, dataDir, log: jsonLog('error') }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse
      ? new Error(`${inUse}A server is just starting or ending in ${dataDir}: try again in a moment.`)
      : error
  })
  try {
    if (migrated && !(await migrationsDone(database.db)))
      throw new Error('The database is of another version of the product: start the server once, then try again.')
    return await work(database)
  } finally {
    await database.close()
  }
}
