import { gst, instantOf, v7 } from './texts.ts'

const ADMIN = `(select user_id from users where role = 'ADMIN' order by email limit 1)`
const paidAt = (day: string) => `${instantOf(day, '10:00')} + num % 420 * interval '1 minute'`

/** Payments, what came back, adjustments, accounts; the bank's files and the card payments they came by. */
export function ledger(): string[] {
  const payment = (kind: number, day: string, where: string) => `
    insert into w_entries (id, at, kind, key, customer_id, type, purpose, amount, payment_type, paid_day, invoice, allocated)
      select ${v7('at', 0x800 + kind, 'num')}, at, ${kind}, num, customer_id, 'CUSTOMER_INBOUND', 'payment', paid + excess, type, day, num, paid
      from (select num, customer_id, paid, excess, type, ${day} as day, ${paidAt(day)} as at from w_invoices where ${where}) paid`
  return [
    payment(1, 'paid_on', 'paid > 0'),
    `insert into w_entries (id, at, kind, key, customer_id, type, purpose, amount, paid_day, linked_to)
      select ${v7('entry.at', 0x802, 'key')}, entry.at, 2, key, entry.customer_id, 'CUSTOMER_CREDIT_DEPOSIT', 'excess', excess, paid_day, id from w_entries entry join w_invoices on num = key where kind = 1 and excess > 0`,
    `insert into w_entries (id, at, kind, key, customer_id, type, purpose, amount, payment_type, paid_day, notes, reverses, invoice, allocated)
      select ${v7("entry.at + interval '3 days'", 0x803, 'key')}, entry.at + interval '3 days', 3, key, entry.customer_id, 'CUSTOMER_INBOUND', 'payment', -entry.amount, payment_type, paid_day + 3, 'Dishonoured by the bank', id, key, -allocated
      from w_entries entry join w_invoices on num = key where kind = 1 and bounced`,
    payment(4, 'paid_on + 10', 'paid > 0 and bounced'),
    `create temp table w_numbered as select *, row_number() over (order by at, kind, key) as ref_number from w_entries`,
    `drop table w_entries`,
    `insert into transactions (transaction_id, ref_number, customer_id, driver_id, type, purpose, amount_cents, rounding_cents, payment_type, paid_day, notes, reverses, linked_to, sequence, created_at, created_by)
      select id, ref_number, customer_id, driver_id, type, purpose, amount, 0, payment_type, paid_day, notes, reverses, linked_to, 0, at, case when payment_type is distinct from 'CARD' then ${ADMIN} end from w_numbered order by ref_number`,
    `insert into allocations (allocation_id, transaction_id, invoice_id, amount_cents, effective_day, sequence, created_at)
      select ${v7('w_numbered.at', 0x810, 'ref_number')}, id, ${v7('w_invoices.at', 0x710, 'num')}, allocated, paid_day, 0, w_numbered.at from w_numbered join w_invoices on num = invoice order by ref_number`,
    `insert into adjustments (adjustment_id, number, invoice_id, customer_id, effective_day, reason, difference_cents, gst_difference_cents, document, sequence, created_at, created_by)
      select ${v7("at + interval '1 hour'", 0x811, 'num')}, number, ${v7('at', 0x710, 'num')}, customer_id, day, 'Bag was half full', -taken_off, gst_after - gst_before,
        jsonb_build_object('kind', 'adjustment', 'number', 'ADJ-' || lpad(number::text, 6, '0'), 'issueDate', day, 'gstRegistered', true, 'firm', firm,
          'buyer', jsonb_build_object('name', full_name, 'address', address, 'email', email, 'refId', customers.ref_number::text, 'paymentReference', pg_temp.reference(customers.ref_number)),
          'invoice', jsonb_build_object('number', 'INV-' || lpad(num::text, 6, '0'), 'issueDate', day), 'before', jsonb_build_object('amount', amount, 'gst', gst_before),
          'after', jsonb_build_object('amount', amount - taken_off, 'gst', gst_after), 'reason', 'Bag was half full', 'account', null), 0, at + interval '1 hour', ${ADMIN}
      from (select *, row_number() over (order by num) as number, ${gst('amount')} as gst_before, ${gst('amount - taken_off')} as gst_after from w_invoices where taken_off > 0) adjusted
        join customers using (customer_id) join users on user_id = customer_id, w_firm order by number`,
    `insert into customer_accounts (customer_id, credit_cents, owing_cents, total_sales_cents, prepaid_left)
      select w_people.customer_id, coalesce(credit, 0), coalesce(owing, 0), coalesce(sales, 0), coalesce(prepaid_left, 0)
      from w_people left join w_prepaid using (n)
        left join (select n, sum(excess) as credit, sum(amount - taken_off - paid) as owing, sum(amount - taken_off) as sales from w_invoices group by n) sums using (n)`,
    ...received(),
  ]
}

/** Each week's file of the bank, with a payout of the card payments; the last days' transfers wait to be matched. */
function received(): string[] {
  return [
    `create temp table w_files as
      select week, ${v7('at', 0x820, '0')} as file_id, at from (select week, ${instantOf('week + 7', '8:30')} as at from (select distinct date_trunc('week', paid_day)::date as week from w_numbered where payment_type = 'EFT') weeks) dated`,
    `insert into bank_files (bank_file_id, name, sha256, account, layout, lines, unreadable, from_day, to_day, created_at, created_by, known, posted, posted_cents, ended_at)
      select file_id, 'statement-' || week || '.csv', encode(sha256(week::text::bytea), 'hex'), '062000 12345678', 'commbank', lines, 0, week, week + 6, at, ${ADMIN}, 0, lines, sum, at + interval '2 seconds'
      from w_files join (select date_trunc('week', paid_day)::date as week, count(*) as lines, sum(amount) as sum from w_numbered where payment_type = 'EFT' and customer_id is not null group by 1) counted using (week)`,
    `insert into bank_lines (bank_line_id, bank_file_id, line, identity, account, booked_day, amount_cents, text, type, candidates, perhaps_known, created_at, state, transaction_ids, decided_at)
      select ${v7('at', 0x821, 'ref_number')}, file_id, row_number() over (partition by week order by ref_number), md5(id::text), '062000 12345678', paid_day, amount, 'Direct Credit ' || ref_number || ' INV' || coalesce(invoice, 0), 'CREDIT', '[]', false, imported_at,
        case when kind = 3 then 'dishonour' else 'posted' end, jsonb_build_array(id), imported_at + interval '1 second'
      from (select *, date_trunc('week', paid_day)::date as week from w_numbered where payment_type = 'EFT' and customer_id is not null) paid join (select week, file_id, at as imported_at from w_files) files using (week) order by ref_number`,
    `insert into bank_lines (bank_line_id, bank_file_id, line, identity, account, booked_day, amount_cents, text, type, candidates, perhaps_known, created_at, state, transaction_ids)
      select ${v7('at', 0x822, 'num')}, file_id, 5000 + row_number() over (order by num), md5('waiting ' || num), '062000 12345678', (pg_temp.present() - interval '2 days')::date, amount - taken_off - paid, 'Direct Credit ' || full_name, 'CREDIT', jsonb_build_array(customer_id), false, at, 'waiting', '[]'
      from (select num, customer_id, amount, taken_off, paid from w_invoices where paid = 0 order by num desc limit 40) open join users on user_id = customer_id, (select file_id, at from w_files order by week desc limit 1) latest`,
    `insert into checkouts (checkout_id, customer_id, parts, amount_cents, state, provider_id, url, payment_id, transaction_id, test, created_at, created_by, expires_at)
      select ${v7("at - interval '2 minutes'", 0x830, 'ref_number')}, customer_id, jsonb_build_array(jsonb_build_object('invoiceID', invoice_id, 'number', 'INV-' || lpad(num::text, 6, '0'), 'amount', amount)), amount, 'paid', 'cs_' || md5(id::text), null, 'pi_' || md5(id::text), id, false,
        at - interval '2 minutes', customer_id, at + interval '1 day'
      from (select w_numbered.*, num, ${v7('w_invoices.at', 0x710, 'num')} as invoice_id from w_numbered join w_invoices on num = invoice where payment_type = 'CARD') paid order by ref_number`,
    `insert into payouts (payout_id, gross_cents, fee_cents, net_cents, arrives_day, effective_day, test, created_at)
      select 'po_' || to_char(week, 'YYYYMMDD'), sum, sum * 17 / 1000, sum - sum * 17 / 1000, week + 9, week + 9, false, ${instantOf('week + 7', '3:00')}
      from (select date_trunc('week', paid_day)::date as week, sum(amount)::bigint as sum from w_numbered where payment_type = 'CARD' group by 1) carded where week + 9 < pg_temp.present()::date`,
  ]
}
