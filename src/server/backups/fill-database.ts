import { sql } from 'drizzle-orm'
import type { Manifest } from '../db/backup/backup-files.ts'
import { loadTables } from '../db/backup/load-tables.ts'
import { tableShapes } from '../db/backup/table-shapes.ts'
import type { Database, OpenDatabase, Queryable, Transaction } from '../db/database.ts'
import { appliedMigrations, migrate, migrateTo } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'

/** Whether the database holds no row of anybody's: what a restore or a move may fill. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const shapes = await tableShapes(db)
  for (const { name } of shapes) {
    const { rows } = await db.execute(sql.raw(`select 1 from public."${name}" limit 1`))
    if (rows.length > 0) return false
  }
  return true
}

/**
 * Fills an empty database from a backup and brings it to this version's tables. The rows come in one transaction, are
 * read again and held against the backup: all of it or nothing.
 * @param afterwards what else belongs to it, in the same transaction
 */
export async function fillDatabase(open: OpenDatabase, folder: string, manifest: Manifest, afterwards: (tx: Transaction) => Promise<void>): Promise<void> {
  const { db } = open
  if (!(await haveBeenThrough(db, manifest.migrations))) await migrateTo(open, manifest.migrations)
  await inTransaction(
    db,
    async (tx) => {
      await loadTables(tx, folder, manifest)
      await afterwards(tx)
    },
    { isolation: 'read committed', attempts: 1 },
  )
  await migrate(open)
  await open.maintain()
}

async function haveBeenThrough(db: Database, whens: readonly number[]): Promise<boolean> {
  const applied = await appliedMigrations(db)
  return applied.length === whens.length && applied.every((when) => whens.includes(when))
}
