import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database, OpenDatabase, Queryable } from './database.ts'
import { packageRoot } from './package-root.ts'

/** Any number, the same in every version of the product: who holds it is the one migrator. */
const MIGRATOR_LOCK = 7_223_041

interface Journal {
  entries: { when: number; tag: string }[]
}

/** The product's own migrations; they are read at run time, so they are not bundled. */
export function migrationsFolder(): string {
  return path.join(packageRoot(), 'src/server/db/migrations')
}

/**
 * Brings the database to this version's tables. One migrator at a time, on one node or several: the others wait and
 * find nothing left to do. Throws when the database was made by a newer version, or when a migration was skipped.
 */
export async function migrate(open: Pick<OpenDatabase, 'pool'>, folder = migrationsFolder()): Promise<void> {
  const client = await open.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATOR_LOCK])
    const db = drizzle({ client })
    const before = await appliedMigrations(db)
    const known = new Set(journal(folder).map((entry) => entry.when))
    const unknown = before.filter((when) => !known.has(when))
    if (unknown.length > 0) throw new Error('The database was made by a newer version of the product: start that version, or restore an older backup.')
    await runMigrations(db, { migrationsFolder: folder })
    const skipped = await missingMigrations(db, folder)
    if (skipped.length > 0) throw new Error(`A migration is older than one that was already run and was skipped: ${skipped.join(', ')}`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATOR_LOCK]).catch(() => undefined)
    client.release()
  }
}

/** Whether every migration of this version has been run: part of readiness. */
export async function migrationsDone(db: Queryable, folder = migrationsFolder()): Promise<boolean> {
  return (await missingMigrations(db, folder)).length === 0
}

async function missingMigrations(db: Pick<Database, 'execute'>, folder: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return journal(folder)
    .filter((entry) => !applied.has(entry.when))
    .map((entry) => entry.tag)
}

async function appliedMigrations(db: Pick<Database, 'execute'>): Promise<number[]> {
  const exists = await db.execute<{ there: boolean }>(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (exists.rows[0]?.there !== true) return []
  const applied = await db.execute<{ when: string }>(sql`select created_at as "when" from drizzle.__drizzle_migrations`)
  return applied.rows.map((row) => Number(row.when))
}

function journal(folder: string): Journal['entries'] {
  const file = path.join(folder, 'meta/_journal.json')
  if (!existsSync(file)) throw new Error('The migrations are missing: the installation is incomplete')
  return (JSON.parse(readFileSync(file, 'utf8')) as Journal).entries
}
