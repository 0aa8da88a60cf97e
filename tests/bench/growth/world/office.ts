import type { Size } from './size.ts'
import { instantOf, permille, v7 } from './texts.ts'

const ADMIN = `(select user_id from users where role = 'ADMIN' order by email limit 1)`
/** Weeks since when the customers of each week's first run are reminded by mail. */
const REMINDED_WEEKS = 26

type Role = 'admin' | 'driver' | 'customer'

/** The token of a session: each admin, driver and active customer has one, by the number. */
export const tokenOf = (role: Role, n: number) => `growth-session-${role}-${String(n).padStart(20, '0')}`

const sessionsOf = (role: Role, people: string) => [
  `insert into sessions (token_hash, session_id, user_id, created_at, last_seen_at, expires_at, method, browser)
    select encode(sha256(('growth-session-${role}-' || lpad(n::text, 20, '0'))::bytea), 'hex'), ${v7("pg_temp.present() - interval '1 hour'", { admin: 0x980, driver: 0x981, customer: 0x982 }[role], 'n')}, user_id, pg_temp.present(), pg_temp.present(), pg_temp.present() + interval '300 days', 'password', 'Chrome on Android'
    from ${people} people`,
]

/** What else the office has: mails, reminders, cases, calendars, the audit log, and numbers that are given next. */
export function office({ weeks }: Size): string[] {
  const last = weeks - 1
  return [
    `insert into mails (mail_id, dedupe_key, to_address, subject, text, html, state, attempts, created_at, sent_at, priority, attempted_at, attachment)
      select ${v7('sent_at', 0x940, 'number')}, 'invoice ' || customer_id || ' ' || invoice_id || ' completion', email, 'Invoice INV-' || lpad(number::text, 6, '0') || ' from Greenbag Sydney',
        'Hello ' || first_name || E',\\n\\nyour invoice INV-' || lpad(number::text, 6, '0') || ' of ' || issue_day || E' is attached. Please pay by ' || due_day || E'.\\n\\nGreenbag Sydney', null, 'sent', 1, sent_at, sent_at + interval '1 minute', 'bulk', sent_at + interval '1 minute',
        jsonb_build_array(jsonb_build_object('filename', 'INV-' || lpad(number::text, 6, '0') || '.pdf', 'document', document))
      from invoices join users on user_id = customer_id where email is not null and sent_at is not null order by number`,
    `create temp table w_reminders as
      select w, y, m, nth, monday, ${v7('planned_at', 0x950, 'w')} as reminder_id, ${instantOf('monday - 4', '8:00')} as run_at from w_weeks where w > ${last - REMINDED_WEEKS}`,
    `insert into reminders (reminder_id, year_number, month_number, week_number, sequence_number, email_subject, email_content, run_at, status, auto, activated_at, sending_at, sent_at, created_at)
      select reminder_id, y, m, nth, 1, 'Your collection next week', E'Hello {firstName},\\n\\nwe collect your garden bag {week}.', run_at, 'completed', true, run_at - interval '1 day', run_at, run_at + interval '1 hour', run_at - interval '1 day' from w_reminders`,
    `insert into reminder_customers (reminder_id, customer_id, year_number, month_number, week_number, state, reason, tries, sent_at)
      select reminder_id, customer_id, y, m, nth, case when n % 10 < 8 then 'sent' else 'left_out' end, case when n % 10 < 8 then null else 'email_missing' end, (n % 10 < 8)::integer, case when n % 10 < 8 then run_at + interval '2 minutes' end
      from w_reminders join w_stops using (w) join w_people using (n) where seq = 1 order by w, n`,
    `insert into mails (mail_id, dedupe_key, to_address, subject, text, state, attempts, created_at, sent_at, priority, attempted_at, not_after)
      select ${v7('run_at', 0x951, 'sid')}, 'reminder ' || customer_id || ' ' || reminder_id || ' 1', email, 'Your collection next week', 'Hello ' || w_people.first_name || E',\\n\\nwe collect your garden bag in the week from ' || monday || E'.\\n\\nPlease put it out by 6 am on Monday.', 'sent', 1,
        run_at, run_at + interval '2 minutes', 'bulk', run_at + interval '2 minutes', monday::timestamptz
      from w_reminders join w_stops using (w) join w_people using (n) join users on user_id = customer_id where email is not null and seq = 1 order by w, sid`,
    `create temp table w_cases as
      select sid, n, job_id, row_number() over (order by sid) as number, done_at + interval '1 day' as at, w from w_stops where state = 'completed' and outcome is not null and ${permille('sid', 91)} < 2 and done_at + interval '1 day' < pg_temp.present()`,
    `insert into cases (case_id, ref_number, customer_id, kind, reason, assignment_id, state, waiting_since, disagree_until, created_at, version)
      select ${v7('at', 0x960, 'number')}, number, customer_id, 'outcome', case when number % 3 = 0 then 'bags' else 'missed' end, job_id, case when w < ${last - 2} then 'closed' else 'open' end, at, case when w < ${last - 2} then at + interval '15 days' end, at, 2 from w_cases join w_people using (n)`,
    `insert into case_messages (message_id, case_id, sequence, kind, author_id, text, created_at)
      select ${v7('at', 0x961, 'number')}, ${v7('at', 0x960, 'number')}, 1, 'opened', customer_id, 'My bag was out by 6 am and is still full.', at from w_cases join w_people using (n)`,
    `insert into case_messages (message_id, case_id, sequence, kind, author_id, text, created_at)
      select ${v7("at + interval '1 day'", 0x962, 'number')}, ${v7('at', 0x960, 'number')}, 2, 'answered', ${ADMIN}, 'Sorry about that. The driver comes again on Friday.', at + interval '1 day' from w_cases where w < ${last - 2}`,
    `insert into calendar_feeds (customer_id, feed_id, created_at, read_at) select customer_id, ${v7("created + interval '30 days'", 0x970, 'n')}, created + interval '30 days', pg_temp.present() - interval '5 hours' from w_people where n % 20 = 0 and class <> 'C'`,
    `insert into calendar_feed_entries (customer_id, year_number, month_number, week_number, sequence, fingerprint, changed_at)
      select customer_id, y, m, nth, 0, md5(n::text), created + interval '30 days' from w_people join w_mondays on monday = due_monday where n % 20 = 0 and class <> 'C'`,
    ...sessionsOf(
      'admin',
      "(select user_id, row_number() over (order by user_id) - 1 as n from users where role = 'ADMIN')",
    ),
    ...sessionsOf('driver', '(select driver_id as user_id, d as n from w_drivers)'),
    ...sessionsOf('customer', "(select customer_id as user_id, n from w_people where class not in ('B', 'C'))"),
    ...auditLog(),
    `insert into counters (name, value) select * from (
        select 'customer.ref' as name, max(ref_number) as value from customers union all select 'run', max(ref_number) from runs union all select 'noPickup', max(ref_number) from no_pickups
        union all select 'income', max(ref_number) from incomes union all select 'transaction', max(ref_number) from transactions union all select 'invoice', max(number) from invoices
        union all select 'adjustment', max(number) from adjustments union all select 'rcti', max(rcti_number) from driver_payments union all select 'case', max(ref_number) from cases
        union all select 'reminder ' || y || '-' || m || '-' || nth, 1 from w_reminders) given where value is not null`,
  ]
}

/** Sign-ins, states of runs, changes of customers, payments by hand, no pickups, decisions. */
function auditLog(): string[] {
  return [
    `create temp table w_audit as
      select driver_id as actor, ${instantOf('monday + day', '6:10')} + d * interval '7 seconds' as at, 'session.sign-in' as action, 'user' as kind, driver_id::text as subject, null::jsonb as before, null::jsonb as after
        from w_drivers, w_weeks, generate_series(0, 4) day where monday + day < pg_temp.present()::date
      union all select ${ADMIN}, created_at, 'run.generate', 'run', run_order_id::text, null, '{"stops": 1000}' from runs
      union all select ${ADMIN}, activated_at, 'run.activate', 'run', run_order_id::text, '{"status": "draft"}', '{"status": "active"}' from runs
      union all select ${ADMIN}, completed_at, 'run.complete', 'run', run_order_id::text, '{"status": "active"}', '{"status": "completed"}' from runs where completed_at is not null
      union all select ${ADMIN}, archived_at, 'run.archive', 'run', run_order_id::text, '{"status": "completed"}', '{"status": "archived"}' from runs where archived_at is not null
      union all select customer_id, done_at - interval '2 days', 'session.sign-in', 'user', customer_id::text, null, null from w_stops join w_people using (n) where ${permille('sid', 92)} < 80
      union all select ${ADMIN}, done_at + interval '1 day', 'customer.update', 'customer', customer_id::text, '{"amount": 2400}', '{"amount": 2500}' from w_stops join w_people using (n) where done_at + interval '1 day' < pg_temp.present() and ${permille('sid', 93)} < 15
      union all select created_by, created_at, 'payment.create', 'transaction', transaction_id::text, null, jsonb_build_object('customerID', customer_id, 'amount', amount_cents, 'paymentType', payment_type) from transactions where payment_type in ('CASH', 'CHEQUE', 'DUMP_VOUCHER')
      union all select created_by, created_at, 'transaction.reverse', 'transaction', reverses::text, null, jsonb_build_object('customerID', customer_id, 'amount', amount_cents) from transactions where reverses is not null
      union all select created_by, created_at, 'no_pickup.create', 'no_pickup', no_pickup_id::text, null, jsonb_build_object('yearNumber', year_number, 'monthNumber', month_number, 'weekNumber', week_number, 'late', late) from no_pickups
      union all select decided_by, decided_at, 'exception.dismiss', 'event', event_id::text, null, '{"decision": "dismiss"}' from events where decision = 'dismiss'
      union all select created_by, created_at, 'bank.import', 'bank_file', bank_file_id::text, null, jsonb_build_object('lines', lines) from bank_files`,
    `insert into audit (audit_id, created_at, actor_id, action, subject_kind, subject_id, before, after, request_id)
      select ${v7('at', 0xa00, 'row_number() over (order by at, subject, action)')}, at, actor, action, kind, subject, before, after, md5(subject || at) from w_audit where at <= pg_temp.present() order by at, subject, action`,
  ]
}
