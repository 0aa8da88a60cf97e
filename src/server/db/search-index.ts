import type pg from 'pg'
import type { DatabaseLog } from './database.ts'
import { describeDatabaseError } from './errors.ts'

/**
 * Creates the trigram index of the customers' keyword search, where the database permits it. It is no migration:
 * without the extension, or the permission to create it, everything works, only slower. Idempotent; call it under the
 * migrator's lock.
 */
export async function ensureSearchIndex(client: pg.ClientBase, log?: Pick<DatabaseLog, 'warn'>): Promise<void> {
  try {
    await client.query('create extension if not exists pg_trgm')
    // A restore beside older tables leaves the extension in their schema, which is not in the search path.
    const { rows } = await client.query<{ schema: string }>(
      "select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'",
    )
    await client.query(
      `create index if not exists customers_search on customers using gin (search_text ${rows[0]!.schema}.gin_trgm_ops)`,
    )
  } catch (error) {
    log?.warn(
      { error: describeDatabaseError(error) },
      'PostgreSQL’s pg_trgm can’t be used: customers are searched without an index, which takes longer when they are many',
    )
  }
}
