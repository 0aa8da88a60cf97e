/**
 * The triggers that keep `kept_totals` sleep while a world is written, so it is filled here from the rows that are
 * there. Each statement counts as its trigger counts.
 */
export const COUNTED = [
  `insert into kept_totals (topic, subject, row_count)
    select 'audit', subject_kind || ' ' || action, count(*) from audit group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'no_pickups', '', count(*) from no_pickups having count(*) > 0`,
  `insert into kept_totals (topic, subject, row_count)
    select 'mails', state, count(*) from mails group by 2`,
  `insert into kept_totals (topic, subject, row_count, amount_cents)
    select 'incomes', driver_id || ' ' || status || ' ' || kind, count(*), sum(amount_cents) from incomes group by 2`,
  `insert into kept_totals (topic, subject, row_count, amount_cents)
    select 'transactions', type || ' ' || purpose || ' ' || coalesce(payment_type, '-'), count(*), sum(amount_cents) from transactions group by 2`,
  `insert into kept_totals (topic, subject, row_count, amount_cents)
    select 'invoices', 'paid', count(*), sum(amount_cents) from invoices where amount_cents = allocated_cents having count(*) > 0`,
  `insert into kept_totals (topic, subject, row_count)
    select 'reminders', reminder_id || ' ' || state, count(*) from reminder_customers group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'exceptions', decision, count(*) from events where decision is not null group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'phone_photos', device_id || ' ' || actor_id, count(*) from events where type = 'photo' group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'phone_stops', device_id || ' ' || actor_id, count(*) from (select device_id, actor_id, assignment_id from events where type in ('done', 'bag-mt', 'not-collected') and assignment_id is not null group by 1, 2, 3) as met group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'pays', driver_id::text, count(*) from driver_payments group by 2`,
  `insert into kept_totals (topic, subject, row_count)
    select 'bank_lines', state, count(*) from bank_lines group by 2`,
  `insert into kept_totals (topic, subject, row_count, amount_cents)
    select 'sales', '', 0, sum(total_sales_cents) from customer_accounts having sum(total_sales_cents) <> 0`,
]
