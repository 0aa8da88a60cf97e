import type { Size } from './size.ts'
import { gst, permille, v7 } from './texts.ts'

/** Lines of the completed stops, and the invoices that each completion made of them (domain.md 6). */
export function billing({ weeks }: Size): string[] {
  const last = weeks - 1
  const invoiceID = v7('at', 0x710, 'num')
  return [
    `create temp table w_firm as select jsonb_build_object('name', 'Greenbag Sydney', 'address', E'12 Depot Street\\nSydney NSW 2000', 'phone', '+61298765432', 'email', 'office@growth.example', 'abn', '53004085616') as firm,
        jsonb_build_object('accountName', 'Greenbag Sydney Pty Ltd', 'bsb', '062000', 'accountNumber', '12345678') as bank`,
    `insert into settings (key, value, updated_at) select key, value, '2020-01-01' from (values ('business.name', '"Greenbag Sydney"'::jsonb), ('business.legalName', '"Greenbag Sydney Pty Ltd"'), ('business.address', '"12 Depot Street\\nSydney NSW 2000"'),
        ('business.phone', '"+61298765432"'), ('business.email', '"office@growth.example"'), ('business.abn', '"53004085616"'), ('business.gstRegistered', 'true'), ('bank.accountName', '"Greenbag Sydney Pty Ltd"'), ('bank.bsb', '"062000"'), ('bank.accountNumber', '"12345678"')) given (key, value)`,
    // What a stop costs: bags and extras when it was collected, one bag when the driver came in vain. place counts a customer's charged stops, used their collections.
    `create temp table w_charged as
      select sid, n, w, completed_at as at, (done_at at time zone 'Australia/Sydney')::date as service_day, outcome, pu, extra, amount as price, prepaid, block,
        row_number() over (partition by n order by sid) as place, count(*) filter (where outcome = 'COLLECTED') over (partition by n order by sid) as used
      from w_stops join w_people using (n) join w_weeks using (w) where state = 'completed' and outcome in ('COLLECTED', 'EMPTY', 'NOT_OUT', 'NO_ACCESS')`,
    // account: which invoice of the customer it is on: of POSTPAID each full block of stops, of PREPAID each week with something to pay.
    `create temp table w_lines as
      select n, w, at, sid, service_day, prepaid as advance, block, case when prepaid then w else (place - 1) / block end as account, ord, kind, description, quantity, line.price, quantity * line.price as amount, counts, line.taken
      from w_charged, lateral (values
        (0, 'use', 'Prepaid collection', case when prepaid and outcome = 'COLLECTED' then 1 end, 0, 0, -1),
        (1, 'collection', 'Garden bag collection', case when outcome = 'COLLECTED' and pu > prepaid::integer then pu - prepaid::integer end, price, 1, 0),
        (2, 'attempt', case outcome when 'EMPTY' then 'Attempted collection: bag empty' when 'NOT_OUT' then 'Attempted collection: bag not out' else 'Attempted collection: no access' end, case when outcome <> 'COLLECTED' then 1 end, price, 1, 0),
        (3, 'extra', 'Extra', case when extra > 0 then 1 end, extra, case when prepaid and pu = 1 then 1 else 0 end, 0),
        (4, 'block', case block when 1 then 'Collection in advance' else 'Collections in advance' end, case when prepaid and outcome = 'COLLECTED' and used = 1 then block end, price, 0, block),
        (5, 'block', case block when 1 then 'Collection in advance' else 'Collections in advance' end, case when prepaid and outcome = 'COLLECTED' and used % block = 0 then block end, price, 0, block)
      ) line (ord, kind, description, quantity, price, counts, taken) where quantity is not null`,
    `drop table w_charged`,
    `create temp table w_invoices as
      select row_number() over (order by max(w), n) as num, n, account, max(w) as w, max(at) as at, sum(amount)::integer as amount, bool_or(advance) as advance,
        (max(at) at time zone 'Australia/Sydney')::date as day, jsonb_agg(jsonb_build_object('day', service_day, 'description', description, 'quantity', quantity, 'price', price, 'amount', amount) order by sid, ord) as lines
      from w_lines group by n, account having case when bool_or(advance) then sum(amount) > 0 else sum(counts) = max(block) end`,
    `create unique index on w_invoices (n, account)`,
    `alter table w_invoices add column type text, add column taken_off integer, add column paid integer, add column paid_on date, add column excess integer, add column bounced boolean, add column customer_id uuid`,
    // Most pay within three weeks, some late, some in part; one in a hundred invoices was adjusted before, three in a thousand payments came back and were made again.
    `update w_invoices set customer_id = w_people.customer_id,
        type = case when luck < 600 then 'EFT' when luck < 850 then 'CARD' when luck < 930 then 'CASH' when luck < 980 then 'CHEQUE' else 'DUMP_VOUCHER' end,
        taken_off = case when amount > 1000 and w < ${last - 1} and ${permille('num', 73)} < 10 then 500 else 0 end,
        paid_on = case when ${permille('num', 71)} >= case when w >= ${last - 2} then 600 when w >= ${last - 8} then 60 else 12 end and day + 1 + (${permille('num', 72)} % 20)::integer < pg_temp.present()::date then day + 2 + (${permille('num', 72)} % 20)::integer - 1 end
      from w_people, (select num as of_num, ${permille('num', 77)} as luck from w_invoices) lucky where w_people.n = w_invoices.n and of_num = num`,
    `update w_invoices set
        paid = case when paid_on is null then 0 when ${permille('num', 76)} < 5 then (amount - taken_off) / 2 else amount - taken_off end,
        bounced = coalesce(type = 'EFT' and ${permille('num', 75)} < 5 and paid_on + 14 < pg_temp.present()::date, false),
        excess = case when paid_on is not null and ${permille('num', 74)} < 5 and not (type = 'EFT' and ${permille('num', 75)} < 5 and paid_on + 14 < pg_temp.present()::date) and ${permille('num', 76)} >= 5 then 1000 else 0 end`,
    `analyze w_invoices`,
    `insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs, document, created_at, created_by, amount_cents, gst_cents, allocated_cents, exported_cents, paid_day, sent_at,
        first_remind_at, second_remind_at, version)
      select ${invoiceID}, 'invoice', num, customer_id, day, day + 7, amount, ${gst('amount')}, true, refs,
        jsonb_build_object('kind', 'invoice', 'invoiceKind', 'sale', 'number', 'INV-' || lpad(num::text, 6, '0'), 'issueDate', day, 'dueDate', day + 7, 'gstRegistered', true, 'firm', firm,
          'buyer', jsonb_build_object('name', full_name, 'address', customers.address || E'\\n' || suburbs.label || ' NSW ' || postcode, 'email', email, 'refId', customers.ref_number::text, 'paymentReference', reference),
          'lines', lines, 'amount', amount, 'gst', ${gst('amount')}, 'account', jsonb_build_object('before', 0, 'creditUsed', 0, 'now', -amount), 'runs', refs, 'notes', '', 'bank', bank, 'payUrl', null),
        at, (select user_id from users where role = 'ADMIN' order by email limit 1), amount - taken_off, ${gst('amount - taken_off')}, paid, case when w < ${last - 1} then amount - taken_off else 0 end,
        case when paid = amount - taken_off then paid_on + case when bounced then 10 else 0 end end, case when w < ${last - 1} or num % 20 > 0 then at + interval '1 hour' end,
        case when paid < amount - taken_off and w < ${last - 3} then at + interval '15 days' end, case when paid < amount - taken_off and w < ${last - 4} then at + interval '22 days' end, 2
      from w_invoices join customers using (customer_id) join users on user_id = customer_id join suburbs using (suburb_id)
        join (select n, pg_temp.reference(10001 + n) as reference from w_people) referred using (n) join (select w, jsonb_build_array('R' || lpad(min(ref_number)::text, 5, '0')) as refs from w_weeks join runs on y = year_number and m = month_number and nth = week_number group by w) ran using (w), w_firm order by num`,
    // Each week is exported to Xero two weeks later, with what was adjusted by then.
    `insert into xero_exports (export_id, from_day, to_day, account_code, tax_type, tax_type_without_gst, documents, amount_cents, created_at)
      select ${v7("at + interval '14 days'", 0x720, 'w')}, from_day, to_day, '200', 'GST on Income', 'BAS Excluded', documents, total, at + interval '14 days'
      from (select w, max(at) as at, min(day) as from_day, max(day) as to_day, count(*) filter (where amount > taken_off) as documents, sum(amount - taken_off) as total from w_invoices where w < ${last - 1} group by w) exported`,
    `insert into xero_documents (document_id, export_id, invoice_id, issue_day, due_day, amount_cents, has_gst, sequence)
      select ${v7("at + interval '14 days'", 0x721, 'num')}, ${v7("last_at + interval '14 days'", 0x720, 'w')}, ${invoiceID}, day, day + 7, amount - taken_off, true, place
      from (select *, max(at) over (partition by w) as last_at, row_number() over (partition by w order by num) - 1 as place from w_invoices where w < ${last - 1}) exported where amount > taken_off`,
    `insert into billing_lines (line_id, customer_id, assignment_id, run_order_id, invoice_id, kind, description, quantity, price_cents, amount_cents, counts, prepaid, service_day, generation, sequence, created_at)
      select ${v7('w_lines.at', 0x711, 'sid * 8 + ord')}, w_people.customer_id, case when kind <> 'block' then job_id end, run_id, case when num is not null then ${v7('w_invoices.at', 0x710, 'num')} end, kind, description, quantity, w_lines.price, w_lines.amount, counts, taken,
        service_day, 0, ord, w_lines.at
      from w_lines join (select sid, job_id, run_id from w_stops) stops using (sid) join w_people using (n) left join w_invoices on w_invoices.n = w_lines.n and w_invoices.account = w_lines.account order by w_lines.w, sid, ord`,
    `create temp table w_prepaid as select n, sum(taken) as prepaid_left from w_lines group by n`,
    `drop table w_lines`,
  ]
}

/** The customer's number and its check digit, for bank transfers. */
export const REFERENCE = `create function pg_temp.reference(number bigint) returns text language sql immutable as $$
  select number || ((10 - sum(case when at % 2 = 1 then case when digit > 4 then 2 * digit - 9 else 2 * digit end else digit end) % 10) % 10)::text
  from (select at, substr(reverse(number::text), at, 1)::integer as digit from generate_series(1, length(number::text)) at) digits $$`
