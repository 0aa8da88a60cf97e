import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { DatabaseKind, OpenDatabase } from '#server/db/database.ts'
import { openInMemory } from '#server/db/embedded/embedded.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { prepareSnapshot } from './embedded-snapshot.ts'
import { TEMPLATE, withDatabase } from './postgres-server.ts'
import { quietLog } from './quiet-log.ts'

const postgresUrl = () => process.env['BAGRUN_TEST_POSTGRES_URL']

/**
 * Both kinds of database, for the suites in which they can differ (both-databases.ts); only the embedded one where no
 * PostgreSQL is found.
 */
export const bothDatabases: DatabaseKind[] = postgresUrl() === undefined ? ['embedded'] : ['postgres', 'embedded']

/** Whether this run is the proof's, which has time for what takes long (`npm run proof -- databases`). */
export const inFull = process.env['BOTH_DATABASES'] === '1'

/**
 * The kind of database a suite runs on, PostgreSQL where its programs are found:
 * `describe.each(databases)('... on %s', (kind) => { ... })`. With BOTH_DATABASES=1, as `npm run proof` sets it, both.
 */
export const databases: DatabaseKind[] = inFull ? bothDatabases : bothDatabases.slice(0, 1)

export interface FreshDatabase extends OpenDatabase {
  /** Empties every table and restarts every sequence; the migrations stay applied. */
  reset(): Promise<void>
  /**
   * Takes a snapshot of the tables' contents; the returned function restores it, any number of times, until the next one
   * is taken under the same name.
   */
  keep(schema?: string): Promise<() => Promise<void>>
}

/** Databases that test files of this process have closed: making one costs as much as a file's tests. */
const closed: Record<DatabaseKind, FreshDatabase[]> = { postgres: [], embedded: [] }

/**
 * A migrated, empty database for one caller, through the production driver. Open one per test file (beforeAll),
 * `reset()` it before each test, `close()` it at the end: the next file of the process gets it, emptied, unless a test
 * changed its schema or left something open.
 */
export async function freshDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  const database = closed[kind].pop() ?? (await makeDatabase(kind))
  let isOpen = true
  return {
    ...database,
    // Two servers on one database both close it: the second time it may be another file's already.
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await database.close()
    },
  }
}

async function makeDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  const open =
    kind === 'embedded'
      ? await openInMemory({ snapshot: await prepareSnapshot(), log: quietLog, onFatal })
      : await copyOfTemplate()
  const bringBack = await keep(open, AS_MADE)
  const asMade = await schemaOf(open)
  const fresh: FreshDatabase = {
    ...open,
    reset: () => reset(open),
    keep: (schema = 'kept') => keep(open, schema),
    close: async () => {
      const usable = await isAsMade(open, asMade, bringBack).catch(() => false)
      if (usable) closed[kind].push(fresh)
      else await open.close()
    },
  }
  return fresh
}

/** Every object of the schema with what it does, as one sum. */
async function schemaOf({ pool }: OpenDatabase): Promise<unknown> {
  const { rows } = await pool.query({ text: SCHEMA_SUM })
  return rows[0]
}

/** Whether the database is as it was made once its rows are: a test may have changed its schema, or holds a lock. */
async function isAsMade(open: OpenDatabase, asMade: unknown, bringBack: () => Promise<void>): Promise<boolean> {
  // Somebody still works in it, or a connection kept a lock: who gets it next would wait for them.
  if ((await open.pool.query({ text: IN_USE })).rows.length > 0) return false
  await open.pool.query({ text: DROP_KEPT })
  await bringBack()
  return isDeepStrictEqual(await schemaOf(open), asMade)
}

function onFatal(reason: string): void {
  throw new Error(reason)
}

async function copyOfTemplate(): Promise<OpenDatabase> {
  const url = postgresUrl()
  if (url === undefined) throw new Error('There is no PostgreSQL server: take the kinds from `databases`')
  const name = `bagrun_${randomBytes(6).toString('hex')}`
  await asAdmin(url, `create database ${name} template ${TEMPLATE}`)
  const open = await openPostgres({ url: withDatabase(url, name), log: quietLog })
  return {
    ...open,
    close: async () => {
      await open.close()
      await asAdmin(url, `drop database if exists ${name} with (force)`)
    },
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * One round trip, with foreign keys and triggers disabled: far faster on small tables than TRUNCATE. A pending trigger
 * or an open transaction of the previous test makes it fail, which is intended. Its changes are still noted, because
 * restorable copies depend on that.
 */
const EMPTY_EVERYTHING = `do $$
declare name text;
begin
  set local session_replication_role = 'replica';
  for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' and tablename <> 'noted_changes' loop
    execute 'delete from ' || name;
  end loop;
  for name in select format('%I.%I', schemaname, sequencename) from pg_sequences where schemaname = 'public' loop
    execute 'alter sequence ' || name || ' restart';
  end loop;
end $$`

async function reset({ pool }: OpenDatabase): Promise<void> {
  await pool.query({ text: EMPTY_EVERYTHING })
}

/** Most tables of a test are empty: only those with rows are copied. */
const keepIn = (schema: string) => `do $$
declare name text;
declare filled boolean;
begin
  drop schema if exists ${schema} cascade;
  create schema ${schema};
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('select exists (select 1 from public.%I)', name) into filled;
    if filled then execute format('create table ${schema}.%1$I as table public.%1$I', name); end if;
  end loop;
  create table ${schema}.all_sequences as select sequencename, last_value from pg_sequences where schemaname = 'public';
end $$`

const bringBackFrom = (schema: string) => `do $$
declare name text;
declare counted record;
begin
  set local session_replication_role = 'replica';
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'noted_changes' loop
    execute format('delete from public.%I', name);
  end loop;
  for name in select tablename from pg_tables where schemaname = '${schema}' and tablename not in ('noted_changes', 'all_sequences') loop
    execute format('insert into public.%1$I overriding system value table ${schema}.%1$I', name);
  end loop;
  for counted in select * from ${schema}.all_sequences loop
    if counted.last_value is null then execute format('alter sequence public.%I restart', counted.sequencename);
    else perform setval(format('public.%I', counted.sequencename)::regclass, counted.last_value); end if;
  end loop;
end $$`

const AS_MADE = 'as_made'

const IN_USE = `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
union all select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle', 'disabled')`

const DROP_KEPT = `do $$
declare name text;
begin
  set local lock_timeout = '1s';
  delete from noted_changes;
  for name in select nspname from pg_namespace where nspname in ('kept', 'beginning') loop
    execute format('drop schema %I cascade', name);
  end loop;
end $$`

const SCHEMA_SUM = `select
  (select sum(hashtext(row(nspname, relname, relkind, reloptions)::text)) from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname !~ '^pg_') as relations,
  (select sum(hashtext(row(attrelid::regclass, attname, atttypid, attnotnull)::text)) from pg_attribute where attrelid >= 16384 and not attisdropped) as columns,
  (select sum(hashtext(row(tgrelid::regclass, tgname, tgenabled)::text)) from pg_trigger where not tgisinternal) as triggers,
  (select sum(hashtext(pg_get_constraintdef(oid))) from pg_constraint where oid >= 16384) as constraints,
  (select sum(hashtext(row(proname, prosrc)::text)) from pg_proc where oid >= 16384) as functions`

async function keep({ pool }: OpenDatabase, schema: string): Promise<() => Promise<void>> {
  await pool.query({ text: keepIn(schema) })
  const text = bringBackFrom(schema)
  return async () => {
    for (;;) {
      try {
        return void (await pool.query({ text }))
      } catch (error) {
        // What a test left running, such as a webhook's answer, may hold a table that is put back. It ends by itself.
        if ((error as { code?: string }).code !== DEADLOCK) throw error
      }
    }
  }
}

const DEADLOCK = '40P01'
