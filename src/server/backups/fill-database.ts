import { sql } from 'drizzle-orm'
import type { Manifest } from '../db/backup/backup-files.ts'
import { loadTables } from '../db/backup/load-tables.ts'
import { tableShapes } from '../db/backup/table-shapes.ts'
import type { Database, OpenDatabase, Queryable, Transaction } from '../db/database.ts'
import { appliedMigrations, migrate, migrateTo, ownTables } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'

/** Whether the database holds no rows, so that a restore or a move may fill it. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const shapes = await tableShapes(db)
  for (const { name } of shapes) {
    const { rows } = await db.execute(sql.raw(`select 1 from public."${name}" limit 1`))
    if (rows.length > 0) return false
  }
  return true
}

/** Tables, views and similar relations in any schema that belong neither to the product nor to an extension. */
export async function foreignRelations(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ schema: string; name: string }>(sql`
    select n.nspname as schema, c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('drizzle', 'information_schema') and n.nspname not like 'pg\\_%'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  const own = ownTables()
  return rows
    .filter(({ schema, name }) => schema !== 'public' || !own.has(name))
    .map(({ schema, name }) => `${schema}.${name}`)
}

/**
 * Fills an empty database from a backup and migrates it to this version's tables. The rows are loaded in one
 * transaction, read again and compared with the backup: all or nothing.
 * @param afterwards further work in the same transaction
 */
export async function fillDatabase(
  open: OpenDatabase,
  folder: string,
  manifest: Manifest,
  afterwards: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { db } = open
  if (!(await haveBeenThrough(db, manifest.migrations))) await migrateTo(open, manifest.migrations)
  await inTransaction(
    db,
    async (tx) => {
      // Photos may be read from the store for minutes between two statements, and PostgreSQL would end the session.
      await tx.execute(sql.raw('set local idle_in_transaction_session_timeout = 0'))
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
