import pg from 'pg'
import { openDatabase, type DatabaseSettings } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { refreshSearch } from '#server/features/search/customer-search-commands.ts'
import { sql } from 'drizzle-orm'
import { quietLog } from '../../../support/quiet-log.ts'
import { billing, REFERENCE } from './billing.ts'
import { ledger } from './ledger.ts'
import { office } from './office.ts'
import { pay, PAY_DOCUMENTS } from './pay.ts'
import { people } from './people.ts'
import { records } from './records.ts'
import { runs } from './runs.ts'
import type { Size } from './size.ts'
import { V7 } from './texts.ts'

export interface Making {
  /** The day on which the world ends. */
  readonly today: string
  readonly log?: (line: string) => void
}

/** A business of that size in a new database, written by the database itself, one statement a kind of rows. */
export async function makeWorld(
  settings: Pick<DatabaseSettings, 'url' | 'dataDir'>,
  size: Size,
  { today, log = () => undefined }: Making,
): Promise<void> {
  const open = await openDatabase({ ...settings, log: quietLog })
  try {
    await migrate(open)
    const client = await open.pool.connect()
    try {
      await run(
        client,
        [
          'set statement_timeout = 0',
          'set idle_in_transaction_session_timeout = 0',
          "set session_replication_role = 'replica'",
          "set work_mem = '256MB'",
          "set maintenance_work_mem = '256MB'",
          'set jit = off',
          V7,
          REFERENCE,
        ],
        log,
      )
      const indexes = await indexesOf(client)
      await run(
        client,
        indexes.map(({ name }) => `drop index ${name}`),
        log,
      )
      for (const part of [
        people(size, today),
        runs(size),
        records(size),
        pay(size),
        billing(size),
        ledger(),
        [PAY_DOCUMENTS],
        office(size),
      ])
        await run(client, part, log)
      await run(
        client,
        indexes.map(({ definition }) => definition),
        log,
      )
    } finally {
      client.release(true)
    }
    await refreshSearch(open.db, sql`true`)
    await open.pool.query({ text: 'vacuum analyze' })
  } finally {
    await open.close()
  }
}

/** Those that are faster made at the end than kept up to date with every row. */
async function indexesOf(client: pg.ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`)
  return rows
}

async function run(client: pg.ClientBase, statements: readonly string[], log: (line: string) => void): Promise<void> {
  for (const statement of statements) {
    const began = performance.now()
    try {
      const { rowCount } = await client.query(statement)
      const took = (performance.now() - began) / 1000
      if (took > 0.5)
        log(`${took.toFixed(1)} s  ${rowCount ?? ''}  ${statement.trim().slice(0, 70).replaceAll('\n', ' ')}`)
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)} in\n${statement}`, { cause: error })
    }
  }
}
