import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { ensureSearchIndex } from '#server/db/search-index.ts'
import { findBinaries, withDatabase } from '../../support/postgres-server.ts'
import { quietLog } from '../../support/quiet-log.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = process.env['BAGRUN_TEST_POSTGRES_URL']

/** What pg_dump writes of a new database after the migrations of a folder. */
async function dumped(folder: string): Promise<{ schema: string[]; rows: string[] }> {
  const name = `bagrun_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = withDatabase(server!, name)
  const dump = (...settings: string[]) =>
    execFileSync(
      // The folder that is searched may hold links to some of the programs only.
      path.join(path.dirname(realpathSync(path.join(findBinaries()!, 'postgres'))), 'pg_dump'),
      [...settings, '--schema=public', '--extension=*', '--no-owner', '--dbname', url],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  try {
    const open = await openPostgres({ url, log: quietLog })
    await migrate(open, folder)
    const client = await open.pool.connect()
    await ensureSearchIndex(client)
    client.release()
    await open.close()
    return {
      schema: parts(dump('--schema-only')),
      // An update of old invoices, of which there are none, notes for the caches that invoices changed.
      rows: dump('--data-only', '--inserts', '--exclude-table-data=noted_changes').match(/^INSERT .*$/gm) ?? [],
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

/** Each thing with the heading that names it, and the columns of each table, both in the order of the alphabet. */
function parts(dump: string): string[] {
  const [, ...things] = dump.slice(0, dump.indexOf('\n-- PostgreSQL database dump complete')).split(/^-- (?=Name: )/m)
  return things
    .map((thing) => {
      const table = /^(.* Type: TABLE;.*CREATE TABLE [^\n]* \(\n)(.*)(\n\);.*)$/s.exec(thing)
      if (table === null) return thing
      const columns = table[2]!.split('\n').map((line) => line.replace(/,$/, ''))
      return [table[1], ...columns.toSorted(), table[3]].join('\n')
    })
    .toSorted()
}

test.skipIf(server === undefined)('the one migration makes the database that the 38 made', async () => {
  const one = await dumped(migrationsFolder())
  const many = await dumped(path.join(migrationsFolder(), 'earlier'))
  expect(one.schema).toEqual(many.schema)
  expect([one.rows, many.rows]).toEqual([[], []])
  const count = (type: string) => one.schema.filter((part) => part.includes(`; Type: ${type};`)).length
  expect([count('TABLE'), count('FUNCTION'), count('TRIGGER'), count('INDEX')]).toEqual([73, 25, 72, 122])
})
