import path from 'node:path'
import { sql } from 'drizzle-orm'
import { checkedManifest, type Manifest, type OnFile } from '../db/backup/backup-files.ts'
import { loadTables } from '../db/backup/load-tables.ts'
import type { OpenDatabase, Transaction } from '../db/database.ts'
import { openScratchDatabase } from '../db/embedded/embedded.ts'
import { migrateTo } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Log } from '../ports.ts'
import { counted, type OnProgress } from './progress.ts'

/** Opens an empty database under a folder; tests pass a faster implementation. */
export type OpenScratch = (folder: string) => Promise<OpenDatabase>

export const embeddedScratch =
  (log: Log): OpenScratch =>
  (folder) =>
    // A failure of this database fails only the pending statement, and with it the backup.
    openScratchDatabase({
      dataDir: folder,
      log,
      onFatal: (reason) => log.error({ reason }, 'the database a backup is tried in ended'),
    })

/** Restores a backup into a temporary database, to show that every file is as saved and every row can be loaded. */
export async function tryOut(
  folder: string,
  scratch: string,
  open: OpenScratch,
  { onProgress, onFile }: { onProgress: OnProgress; onFile: OnFile },
): Promise<Manifest> {
  const manifest = await checkedManifest(folder, onFile)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const trial = await open(path.resolve(scratch))
  try {
    await migrateTo(trial, manifest.migrations)
    await inTransaction(
      trial.db,
      (tx) =>
        loadTables(tx, folder, manifest, {
          prepare: (tx) => makeQuick(tx, manifest),
          onLoaded: counted(onProgress, 'load', rows),
          onCompared: counted(onProgress, 'compare', rows),
        }),
      { attempts: 1 },
    )
  } finally {
    await trial.close()
  }
  return manifest
}

/**
 * Makes loading four times as fast, because the rows are only counted, checked and compared here. Logging and triggers
 * are off, indexes that only speed up reads are dropped, and foreign keys are checked at the end.
 * @returns adds the foreign keys again; a row without its counterpart makes it throw
 */
async function makeQuick(tx: Transaction, { tables }: Manifest): Promise<() => Promise<void>> {
  const { rows: indexes } = await tx.execute<{ drop: string }>(sql`
    select format('drop index %s', i.indexrelid::regclass) as "drop"
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisunique`)
  const { rows: keys } = await tx.execute<{ drop: string; add: string }>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as "drop",
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as "add"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { drop } of [...keys, ...indexes]) await tx.execute(sql.raw(drop))
  for (const { name } of tables) {
    await tx.execute(sql.raw(`alter table public."${name}" disable trigger user`))
    await tx.execute(sql.raw(`alter table public."${name}" set unlogged`))
  }
  return async () => {
    for (const { add } of keys) await tx.execute(sql.raw(add))
  }
}
