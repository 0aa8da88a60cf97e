import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { OpenDatabase } from '#server/db/database.ts'
import { refreshSearch } from '#server/features/search/customer-search-commands.ts'
import { billing, REFERENCE } from './billing.ts'
import { COUNTED } from './kept-totals.ts'
import { ledger } from './ledger.ts'
import { office } from './office.ts'
import { pay, PAY_DOCUMENTS } from './pay.ts'
import { people } from './people.ts'
import { records } from './records.ts'
import { runs } from './runs.ts'
import type { Size } from './size.ts'
import { present, V7 } from './texts.ts'

export interface Making {
  /** When the world ends: the week is being driven then. */
  readonly now: Date
  /** Is told of statements that take long. */
  readonly log?: (line: string) => void
}

/** Triggers and foreign keys sleep meanwhile: what is written fits together, as `made-world.test.ts` shows. */
const QUICKLY = [
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  "set session_replication_role = 'replica'",
  "set work_mem = '256MB'",
  "set maintenance_work_mem = '256MB'",
  'set jit = off',
]
/** The embedded database has one session, which goes on. */
const AS_BEFORE = ['discard temp', 'reset all', "set time zone 'UTC'"]

const LONG_S = 2

/**
 * A business of that size in a new database that is migrated, written by the database itself: one statement a kind of rows, each
 * derived from the rows before, so that a row means the same everywhere.
 */
export async function makeWorld(open: OpenDatabase, size: Size, { now, log = () => undefined }: Making): Promise<void> {
  const client = await open.pool.connect()
  try {
    await carryOut(client, [...QUICKLY, V7, REFERENCE, present(now)], log)
    const indexes = await indexesOf(client)
    const dropped = indexes.map(({ name }) => `drop index ${name}`)
    const parts = [
      people(size),
      runs(size),
      records(size),
      pay(size),
      billing(size),
      ledger(),
      [PAY_DOCUMENTS],
      office(size),
    ]
    const made = indexes.map(({ definition }) => definition)
    await carryOut(client, [...dropped, ...parts.flat(), ...made, ...AS_BEFORE], log)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  for (const text of COUNTED) await open.pool.query({ text })
  await refreshSearch(open.db, sql`true`)
  await open.pool.query({ text: 'vacuum analyze' })
}

/** Those that are faster made at the end than kept up to date with every row. */
async function indexesOf(client: pg.ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`)
  return rows
}

async function carryOut(
  client: pg.ClientBase,
  statements: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  for (const statement of statements) {
    const began = performance.now()
    try {
      const { rowCount } = await client.query(statement)
      const took = (performance.now() - began) / 1000
      if (took > LONG_S)
        log(`${took.toFixed(1)} s, ${rowCount ?? 0} rows: ${statement.trim().split('\n')[0]!.slice(0, 80)}`)
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : String(error)} in\n${statement}`, { cause: error })
    }
  }
}
