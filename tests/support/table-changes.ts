import type { Office } from './office.ts'

/**
 * The tables written since the last page, recorded by database triggers: no committed change can be missed, and a
 * rollback removes its entries.
 */
export interface Journal {
  /** Clears what was recorded so far. */
  turnPage(): Promise<void>
  /** Entries such as `update customers`, once each. */
  written(): Promise<string[]>
}

/**
 * Tables that a request may write, whatever its response is; and totals that triggers keep of the other tables. What the
 * sandbox of the payment provider keeps is left out too, because it goes on with its own work at any moment.
 */
const KEPT_BY_THE_DOOR = ['rate_limits', 'idempotency_keys', 'kept_totals']

const WATCH = `do $$
declare name text;
begin
  create table if not exists test_journal (at bigint generated always as identity, act text not null);
  create or replace function test_journal_note() returns trigger language plpgsql as $note$
  begin
    insert into test_journal (act) values (lower(tg_op) || ' ' || tg_table_name);
    return null;
  end $note$;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not in ('test_journal', 'sessions', ${KEPT_BY_THE_DOOR.map((table) => `'${table}'`).join(', ')}) and tablename not like 'sandbox\\_%' loop
    execute format('create or replace trigger test_journal after insert or update or delete on %I for each row execute function test_journal_note()', name);
  end loop;
  -- That a session was used is written down at any answer; that it began or ended is not.
  create or replace trigger test_journal after insert or delete or update of revoked_at, user_id, token_hash on sessions for each row execute function test_journal_note();
end $$`

/** Starts a journal on the office's database. */
export async function keepJournal({ deps }: Pick<Office, 'deps'>): Promise<Journal> {
  const { pool } = deps.database
  await pool.query({ text: WATCH })
  return {
    turnPage: async () => void (await pool.query({ text: 'delete from test_journal' })),
    written: async () =>
      (await pool.query<{ act: string }>({ text: 'select distinct act from test_journal order by act' })).rows.map(
        ({ act }) => act,
      ),
  }
}
