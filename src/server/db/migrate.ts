import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Database, DatabaseLog, OpenDatabase, Queryable } from './database.ts'
import { lockNotHad } from './errors.ts'
import { packageRoot } from '../package-root.ts'
import { ensureSearchIndex } from './search-index.ts'

/** Any number, the same in every version: only the holder of this advisory lock migrates. */
const MIGRATOR_LOCK = 7_223_041

interface Journal {
  entries: { when: number; tag: string }[]
}

/** Migrations are read at run time, so they are not bundled. */
export function migrationsFolder(): string {
  return path.join(packageRoot(), 'src/server/db/migrations')
}

/**
 * Migrates the database to this version's tables. One process migrates at a time, on one node or several; the others
 * wait and then find nothing to do. A database that a newer version has migrated is left as it is: a migration takes
 * nothing away that an earlier version writes (tests/server/database/landed-migrations.test.ts), so that an upgrade can
 * be taken back. Throws when a migration was skipped.
 * @param open with the log for operations that the database does not permit
 */
export async function migrate(
  { longWork, log }: Pick<OpenDatabase, 'longWork'> & { log?: DatabaseLog },
  folder = migrationsFolder(),
): Promise<void> {
  await longWork((client) => migrateOn(client, folder, log))
}

async function migrateOn(client: pg.PoolClient, folder: string, log: DatabaseLog | undefined): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATOR_LOCK])
    const db = drizzle({ client })
    const before = await appliedMigrations(db)
    const known = new Set(journal(folder).map((entry) => entry.when))
    const isNewer = before.some((when) => !known.has(when))
    if (isNewer) log?.warn({}, 'a newer version has migrated the database: this one works on it as it is')
    else await runWhenUnlocked(client, log, () => runMigrations(db, { migrationsFolder: folder }))
    const skipped = await missingMigrations(db, folder)
    if (skipped.length > 0)
      throw new Error(`A migration is older than one that was already run and was skipped: ${skipped.join(', ')}`)
    if (isNewer) return
    // The tables of an earlier version may not have the indexed columns yet.
    if (folder === migrationsFolder()) await ensureSearchIndex(client, log)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATOR_LOCK]).catch(() => undefined)
  }
}

const LOCK_TIMEOUT_MS = 3_000
/** The pause between two tries, in which what waited behind the lock goes on. */
const LOCK_PAUSE_MS = 2_000

/**
 * A change of a table waits for everybody who reads it, and everybody who comes later waits behind it. So it is given up
 * after three seconds, as a whole, and tried again until it succeeds.
 */
async function runWhenUnlocked(client: pg.PoolClient, log: DatabaseLog | undefined, run: () => Promise<void>) {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (!lockNotHad(error)) throw error
        log?.warn({}, 'the migration waits for a table that others use: it is tried again')
        await wait(LOCK_PAUSE_MS)
      }
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
}

/**
 * Migrates an empty database to the tables of an earlier version, so that a backup of that version can be loaded and
 * then migrated as usual. Throws when that version is newer than this one.
 * @param whens timestamps of its migrations
 */
export async function migrateTo(open: Pick<OpenDatabase, 'longWork'>, whens: readonly number[]): Promise<void> {
  const entries = journal(migrationsFolder())
  const known = new Set(entries.map((entry) => entry.when))
  if (whens.some((when) => !known.has(when)))
    throw new Error('The backup was made by a newer version of the product: restore it with that version.')
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-migrations-'))
  try {
    const earlier = entries.filter((entry) => whens.includes(entry.when))
    mkdirSync(path.join(folder, 'meta'))
    writeFileSync(
      path.join(folder, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries: earlier }),
    )
    for (const { tag } of earlier)
      copyFileSync(path.join(migrationsFolder(), `${tag}.sql`), path.join(folder, `${tag}.sql`))
    await migrate(open, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether every migration of this version is applied; part of readiness. */
export async function migrationsDone(db: Queryable, folder = migrationsFolder()): Promise<boolean> {
  return (await missingMigrations(db, folder)).length === 0
}

async function missingMigrations(db: Pick<Database, 'execute'>, folder: string): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  return journal(folder)
    .filter((entry) => !applied.has(entry.when))
    .map((entry) => entry.tag)
}

/** Names of the tables that the product's migrations create; all others belong to other software. */
export function ownTables(folder = migrationsFolder()): Set<string> {
  const statements = journal(folder).map(({ tag }) => readFileSync(path.join(folder, `${tag}.sql`), 'utf8'))
  return new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/(?:create table(?: if not exists)?|rename to) "?(\w+)"?/gi)].map(([, name]) => name!),
    ),
  )
}

/** Timestamps of the applied migrations, oldest first. */
export async function appliedMigrations(db: Pick<Database, 'execute'>): Promise<number[]> {
  const exists = await db.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (exists.rows[0]?.there !== true) return []
  const applied = await db.execute<{ when: string }>(
    sql`select created_at as "when" from drizzle.__drizzle_migrations order by created_at`,
  )
  return applied.rows.map((row) => Number(row.when))
}

function journal(folder: string): Journal['entries'] {
  const file = path.join(folder, 'meta/_journal.json')
  if (!existsSync(file)) throw new Error('The migrations are missing: the installation is incomplete')
  return (JSON.parse(readFileSync(file, 'utf8')) as Journal).entries
}
