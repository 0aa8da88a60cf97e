import type { Size } from './size.ts'
import { instantOf, money, v7 } from './texts.ts'

/**
 * The drivers' incomes, and a payment each fortnight: a pay statement, or the tax invoice that the firm writes for its
 * contractors. The last weeks are still to be paid.
 */
export function pay({ weeks }: Size): string[] {
  const last = weeks - 1
  const paid = (w: string) => `(2 * (${w} / 2) + 1 < ${last - 2})`
  const paidAt = instantOf('monday + 9', '11:00')
  return [
    // The rows of every ledger, drivers' and customers': they are numbered together, by time, once all are here.
    `create temp table w_entries (id uuid, at timestamptz, kind integer, key bigint, customer_id uuid, driver_id uuid, type text, purpose text, amount bigint, payment_type text, paid_day date, notes text, reverses uuid, linked_to uuid, invoice bigint, allocated bigint)`,
    `create temp table w_incomes as
      select sid, d, w, w / 2 as fortnight, pu, done_at, 400 * pu + (extra + 1) / 2 as amount,
        pu || case pu when 1 then ' bag' else ' bags' end || ' × $4.00' || case when extra > 0 then ' + 50% of ' || ${money('extra')} else '' end as formula
      from w_stops where outcome is not null`,
    `create temp table w_pays as
      select d, fortnight, driver_id, contractor, first_day, last_day, at, ${v7('at', 0x880, 'fortnight * 1000 + d')} as id, subtotal, case when contractor then (subtotal + 5) / 10 else 0 end as added
      from (
        select d, fortnight, min(monday) as first_day, max(monday) + 6 as last_day, max(${paidAt}) as at, sum(amount) as subtotal
        from w_incomes join w_weeks using (w) where ${paid('w')} group by d, fortnight having sum(amount) > 0) earned join w_drivers using (d)`,
    `create unique index on w_pays (d, fortnight)`,
    `insert into incomes (income_id, ref_number, kind, job_id, run_order_id, driver_id, status, pu, amount_cents, pay_rate_cents, pay_percentage_bp, formula, earned_at, transaction_id, created_at, version)
      select ${v7('incomes.done_at', 0x702, 'incomes.sid')}, row_number() over (order by incomes.sid), 'stop', job_id, run_id, w_drivers.driver_id,
        case when w_pays.id is not null then 'paid' when incomes.w = ${last} then 'pending' else 'payable' end, incomes.pu, incomes.amount, 400, 5000, formula, incomes.done_at, w_pays.id, incomes.done_at + interval '3 minutes', 1
      from w_incomes incomes join w_stops using (sid) join w_drivers on w_drivers.d = incomes.d left join w_pays on w_pays.d = incomes.d and w_pays.fortnight = incomes.fortnight order by incomes.sid`,
    `insert into w_entries (id, at, kind, key, driver_id, type, purpose, amount, payment_type, paid_day)
      select id, at, 9, fortnight * 1000 + d, driver_id, 'DRIVER_OUTBOUND', 'pay', subtotal + added, 'EFT', last_day + 3 from w_pays`,
  ]
}

/** Written once the ledger's rows have their numbers. */
export const PAY_DOCUMENTS = `insert into driver_payments (transaction_id, driver_id, from_day, to_day, subtotal_cents, gst_cents, rcti_number, document)
  select id, pays.driver_id, first_day, last_day, subtotal, added, rcti, jsonb_build_object('kind', case when contractor then 'rcti' else 'driver-pay' end,
      'number', case when contractor then 'RCTI-' || lpad(rcti::text, 6, '0') else 'T' || lpad(ref_number::text, 6, '0') end, 'issueDate', last_day + 3, 'firm', (select firm from w_firm),
      'payee', jsonb_build_object('name', named.full_name, 'address', (1 + pays.d) || ' Depot Street, Sydney NSW 2000', 'abn', case when contractor then '51824753556' else '' end),
      'from', first_day, 'to', last_day, 'lines', lines, 'paid', jsonb_build_object('day', last_day + 3, 'method', 'Bank transfer', 'reference', 'T' || lpad(ref_number::text, 6, '0')))
    || case when contractor then jsonb_build_object('agreed', '2020-01-06', 'subtotal', subtotal, 'gst', added) else '{}' end || jsonb_build_object('total', subtotal + added)
  from (select *, case when contractor then row_number() over (partition by contractor order by at, d) end as rcti from w_pays) pays
    join transactions on transaction_id = id join (select d, full_name from w_drivers) named using (d)
    join (select incomes.d, fortnight, jsonb_agg(jsonb_build_object('day', incomes.done_at::date, 'description', captured_customer_name || ', ' || y || '-' || lpad(m::text, 2, '0') || '-W' || nth || '-1', 'formula', formula, 'amount', incomes.amount)) as lines
      from w_incomes incomes join (select sid, job_id from w_stops) stops using (sid) join jobs on assignment_id = job_id join w_weeks using (w) group by incomes.d, fortnight) listed using (d, fortnight)`
