import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/database.ts'
import { makeFixture } from '../generate/fixture.ts'

/** Tuesday 17/11/2026, on which the invoices are due. */
const DUE = '2026-11-17'
const SENT = '2026-11-10T00:00:00Z'
const SECONDS = Date.parse(SENT) / 1000

const id = (kind: string) => sql.raw(`('01990000-0000-7${kind}00-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)

/** A firm whose customers each saved a card, were sent an invoice of $50.00 a week ago, and were told of its charge. */
export async function makeChargedFirm(
  settings: { readonly url: string | undefined; readonly dataDir: string },
  customers: number,
): Promise<OpenDatabase> {
  const open = await makeFixture(settings, customers)
  const { db } = open
  const all = sql.raw(`generate_series(1, ${customers}) n`)
  await db.execute(sql`
    insert into settings (key, value, updated_at) values ('checkout.enabled', '"ON"', now()), ('autopay.enabled', 'true', now())`)
  await db.execute(sql`update users set email = 'customer-' || user_id || '@bench.example' where role = 'CUSTOMER'`)
  await db.execute(sql`
    insert into payment_customers (customer_id, mode, provider_customer_id, created_at)
    select ${id('3')}, 'sandbox', 'cus_' || n, ${SENT}::timestamptz from ${all}`)
  await db.execute(sql`
    insert into payment_methods (method_id, customer_id, mode, state, expires_at, kind, provider_method_id, brand, last4, expires_in, active_at,
      words_version, accepted_at, notice_days, tries, retry_days, created_at)
    select ${id('5')}, ${id('3')}, 'sandbox', 'active', ${SENT}::timestamptz, 'card', 'pm_' || n, 'visa', '4242', '2029-12', ${SENT}::timestamptz - interval '1 day',
      '2026-11-30', ${SENT}::timestamptz, 3, 3, 3, ${SENT}::timestamptz - interval '1 day' from ${all}`)
  await db.execute(sql`
    insert into mails (mail_id, dedupe_key, to_address, subject, text, state, created_at, sent_at)
    select ${id('6')}, 'invoice ' || n, 'customer@bench.example', 'Your invoice', 'We’ll charge it', 'sent', ${SENT}::timestamptz, ${SENT}::timestamptz from ${all}`)
  await db.execute(sql`
    insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs,
      created_at, amount_cents, gst_cents, sent_at, sent_mail_id)
    select ${id('7')}, 'invoice', n, ${id('3')}, '2026-11-10', ${DUE}, 5000, 455, true, '[]', ${SENT}::timestamptz, 5000, 455, ${SENT}::timestamptz, ${id('6')} from ${all}`)
  await db.execute(sql`
    insert into customer_accounts (customer_id, owing_cents, total_sales_cents) select ${id('3')}, 5000, 5000 from ${all}
    on conflict (customer_id) do update set owing_cents = 5000, total_sales_cents = 5000`)
  await db.execute(sql`
    insert into charge_notices (mail_id, invoice_id, method_id, amount_cents, created_at)
    select ${id('6')}, ${id('7')}, ${id('5')}, 5000, ${SENT}::timestamptz from ${all}`)
  await db.execute(sql`
    insert into sandbox_objects (id, kind, ref, created, body)
    select 'cus_' || n, 'customer', null, ${SECONDS}::integer, json_build_object('id', 'cus_' || n, 'object', 'customer', 'created', ${SECONDS}::integer,
      'email', null, 'livemode', false, 'metadata', json_build_object()) from ${all}`)
  await db.execute(sql`
    insert into sandbox_objects (id, kind, ref, created, body)
    select 'pm_' || n, 'payment_method', 'cus_' || n, ${SECONDS}::integer, json_build_object('id', 'pm_' || n, 'object', 'payment_method', 'created', ${SECONDS}::integer,
      'customer', 'cus_' || n, 'livemode', false, 'type', 'card', 'sandbox', json_build_object('behaviour', 'card_pays', 'declined', json_build_object()),
      'card', json_build_object('brand', 'visa', 'last4', '4242', 'exp_month', 12, 'exp_year', 2029)) from ${all}`)
  await open.pool.query('vacuum analyze')
  return open
}
