import { sql } from 'drizzle-orm'
import { type DatabaseSettings, openDatabase } from '#server/db/open-database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { quietLog } from '../../support/quiet-log.ts'

/** Customers with a past and a session, beside ninety thousand others; nine in ten of them are active. */
const WITH_PAST = 6_000

/** Of the n-th customer: as long as a real one. */
export const tokenOf = (n: number) => `portal-session-${String(n).padStart(28, '0')}`

/** A customer who is active, in `makeManyCustomers`. */
export const isActive = (n: number) => n % 20 > 1

/** A year of completed runs, and a session each, for customers that `makeManyCustomers` made. */
export async function makeHistory(settings: Pick<DatabaseSettings, 'url' | 'dataDir'>): Promise<void> {
  const open = await openDatabase({ ...settings, log: quietLog })
  try {
    await inTransaction(open.db, async (tx) => {
      await tx.execute(sql`
        insert into sessions (token_hash, session_id, user_id, created_at, last_seen_at, expires_at)
        select encode(sha256(('portal-session-' || lpad(n::text, 28, '0'))::bytea), 'hex'), ('01990000-0000-7400-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
          ('01990000-0000-7300-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), now(), now() + interval '30 days'
        from generate_series(0, ${WITH_PAST - 1}::integer) n`)
      await tx.execute(sql`
        insert into runs (run_order_id, ref_number, status, year_number, month_number, week_number, sequence_number, from_day, to_day, created_at, completed_at, version)
        select ('01990000-0000-7500-8000-' || lpad(to_hex(month * 4 + week), 12, '0'))::uuid, 1 + month * 4 + week, 'completed',
          extract(year from monday)::integer, extract(month from monday)::integer, 1 + week, 1, monday, monday + 6, now(), now(), 1
        from (select month, week, (date_trunc('month', now()) - (1 + month) * interval '1 month')::date + 7 * week as monday
              from generate_series(0, 11) month, generate_series(0, 3) week) made`)
      await tx.execute(sql`
        insert into jobs (assignment_id, run_order_id, customer_id, captured_customer_name, address, suburb, postcode, service_type, amount_cents, run_number, stop_order,
          state, outcome, pu, done_at, created_at, version)
        select ('01990000-0000-7600-8000-' || lpad(to_hex(n * 12 + month), 12, '0'))::uuid, ('01990000-0000-7500-8000-' || lpad(to_hex(month * 4 + n % 4), 12, '0'))::uuid,
          customers.customer_id, 'Somebody', customers.address, suburbs.label, customers.postcode, 'GARDEN_BAG', 2500, 1, n % 60,
          'completed', 'COLLECTED', 1, date_trunc('month', now()) - (1 + month) * interval '1 month' + interval '8 days' + (n % 60) * interval '5 minutes', now(), 1
        from generate_series(0, ${WITH_PAST - 1}::integer) n, generate_series(0, 11) month, customers join suburbs using (suburb_id)
        where customers.customer_id = ('01990000-0000-7300-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)
    })
    await open.pool.query('vacuum analyze')
  } finally {
    await open.close()
  }
}
