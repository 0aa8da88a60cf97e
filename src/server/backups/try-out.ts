import path from 'node:path'
import { checkedManifest, type Manifest } from '../db/backup/backup-files.ts'
import { loadTables } from '../db/backup/load-tables.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { migrateTo } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Log } from '../ports.ts'

/** Opens an empty database under a folder; tests pass a faster implementation. */
export type OpenScratch = (folder: string) => Promise<OpenDatabase>

export const embeddedScratch =
  (log: Log): OpenScratch =>
  (folder) =>
    // A failure of this database makes the pending statement fail, and with it the backup, but nothing else.
    openDatabase({
      dataDir: folder,
      log,
      onFatal: (reason) => log.error({ reason }, 'the database a backup is tried in ended'),
    })

/** Restores a backup into a temporary database: every file is as saved, and every row can be loaded. */
export async function tryOut(folder: string, scratch: string, open: OpenScratch): Promise<Manifest> {
  const manifest = await checkedManifest(folder)
  const trial = await open(path.resolve(scratch))
  try {
    await migrateTo(trial, manifest.migrations)
    await inTransaction(trial.db, (tx) => loadTables(tx, folder, manifest), { attempts: 1 })
  } finally {
    await trial.close()
  }
  return manifest
}
