import { type Size } from './size.ts'
import { instantOf, permille, v7 } from './texts.ts'

/** Of a driver's stops in the week being driven, those that are done. */
const DONE_PERCENT = 60

/**
 * Runs and stops of all weeks. Skipped collections (more of them over the holidays) are no stops; of the others some were
 * shifted or removed, and the drivers brought all kinds of outcomes.
 */
export function runs(size: Size): string[] {
  const last = size.weeks - 1
  const doneOfDriver = Math.floor((size.stopsOfDriver * DONE_PERCENT) / 100)
  return [
    `create temp table w_wanted as
      select w, n, k, wk, ${permille('w::bigint * 1000000 + n', 21)} < case when w = ${last} then 0 when holidays then 150 else 30 end as skipped
      from w_weeks join w_people on (nth = wk or class = 'F' and abs(nth - wk) = 2) and (parity is null or (y * 12 + m) % 2 = parity) and w > starts and w < ends`,
    `create temp table w_places as
      select w, n, row_number() over (partition by w order by k, wk) - 1 as place, count(*) over (partition by w) as places from w_wanted where not skipped`,
    `create temp table w_stops as
      select stop.*, case when state in ('shifted', 'cancelled') or state = 'planned' then null
          when luck < 885 then 'COLLECTED' when luck < 915 then 'EMPTY' when luck < 960 then 'NOT_OUT' when luck < 975 then 'NO_ACCESS' when luck < 980 then 'OVERWEIGHT'
          when luck < 985 then 'CONTAMINATED' when luck < 990 then 'UNSAFE' when luck < 995 then 'CUSTOMER_CANCELLED' else 'OTHER' end as outcome,
        case when w = ${last} then pg_temp.present() - (${doneOfDriver + 1} - pos) * interval '5 minutes'
          else ${instantOf(`monday + (pos * 5 / ${2 * size.stopsOfDriver})::integer % 5`, '6:30')} + pos % 50 * interval '9 minutes' end as done_at,
        ${v7('planned_at', 0x500, 'w * 1000 + seq')} as run_id, ${v7('planned_at', 0x600, 'sid')} as job_id
      from (
        select *, place - ceil(d * places / ${size.drivers}.0)::integer as pos, (d / ${size.driversOfRun} + 1)::integer as seq, ${permille('sid', 31)} as luck,
          case when w = ${last} then case when place - ceil(d * places / ${size.drivers}.0)::integer < ${doneOfDriver} then 'done' else 'planned' end
            when ${permille('sid', 32)} < case when holidays then 40 else 20 end then 'shifted' when ${permille('sid', 33)} < 5 then 'cancelled' else 'completed' end as state
        from (select w, n, place, places, w::bigint * 1000000 + place as sid, (place * ${size.drivers} / places)::integer as d from w_places) placed join w_weeks using (w)) stop`,
    `drop table w_places`,
    `alter table w_stops add column pu integer, add column extra integer, add column amount integer, add column device integer, add column photos integer, add column corrected boolean, add column noted boolean`,
    `update w_stops set
        pu = case when outcome = 'COLLECTED' then case when ${permille('sid', 41)} < 850 then 1 when ${permille('sid', 41)} < 970 then 2 else 3 end else 0 end,
        extra = case when outcome = 'COLLECTED' and ${permille('sid', 42)} < 30 then 500 + 250 * (${permille('sid', 43)} % 7)::integer else 0 end,
        amount = price, device = w / 78,
        photos = case when outcome is null then 0 when ${permille('sid', 44)} < 320 then 1 when ${permille('sid', 44)} < 360 then 2 else 0 end,
        corrected = outcome is not null and ${permille('sid', 45)} < 100, noted = outcome is not null and ${permille('sid', 46)} < 350
      from w_people where w_people.n = w_stops.n`,
    `create unique index on w_stops (sid)`,
    `analyze w_stops`,
    `insert into runs (run_order_id, ref_number, status, year_number, month_number, week_number, sequence_number, from_day, to_day, created_at, activated_at, done_at, completed_at, archived_at, billing, version)
      select run_id, row_number() over (order by w, seq), case when w = ${last} then 'active' when w < ${last - 12} then 'archived' else 'completed' end, y, m, nth, seq, monday, monday + 6, planned_at,
        planned_at + interval '1 day', case when w < ${last} then completed_at - interval '2 days' end, case when w < ${last} then completed_at end, case when w < ${last - 12} then completed_at + interval '40 days' end,
        case when w < ${last} then 'invoiced' end, 5
      from (select distinct w, seq, run_id from w_stops) made join w_weeks using (w)`,
    `insert into jobs (assignment_id, run_order_id, customer_id, captured_customer_name, address, suburb, postcode, mobile_phone, service_type, amount_cents, admin_notes, run_number, stop_order, driver_id,
        captured_driver_name, state, outcome, empty_pickup, pu, extra_amount_cents, driver_notes, photo_ids, done_at, recorded_by, outcome_event_id, reason, shifted_year, shifted_month, shifted_week,
        customer_cancelled_at, created_at, version)
      select job_id, run_id, customers.customer_id, users.full_name, customers.address, suburbs.label, customers.postcode, customers.mobile_phone, 'GARDEN_BAG', amount, customers.admin_notes,
        1 + d % ${size.driversOfRun}, pos, driver_id, w_drivers.full_name, w_stops.state, outcome, coalesce(outcome = 'EMPTY', false), pu, extra,
        case when noted then 'Gate was open, bag at the side.' end,
        case photos when 0 then '[]' when 1 then jsonb_build_array(${v7('done_at', 0x701, 'sid * 8')}) else jsonb_build_array(${v7('done_at', 0x701, 'sid * 8')}, ${v7('done_at', 0x701, 'sid * 8 + 1')}) end,
        case when outcome is not null then done_at end, case when outcome is not null then driver_id end, case when outcome is not null then ${v7('done_at', 0x700, 'sid * 8 + 2')} end,
        case w_stops.state when 'shifted' then 'Customer said no pickup' when 'cancelled' then 'Twice on the list' end, case w_stops.state when 'shifted' then y + m / 12 end,
        case w_stops.state when 'shifted' then 1 + m % 12 end, case w_stops.state when 'shifted' then nth end,
        case when w = ${last} and w_stops.state = 'planned' and ${permille('sid', 47)} < 5 then monday::timestamptz end, planned_at, case when outcome is null then 2 else 3 + photos end
      from w_stops join w_people using (n) join customers using (customer_id) join users on users.user_id = customers.customer_id join suburbs using (suburb_id) join w_drivers using (d) order by sid`,
    `insert into job_drivers (assignment_id, driver_id, since) select job_id, driver_id, planned_at from w_stops join w_drivers using (d) order by sid`,
    // A week's stops that a "no pickup" kept off the run, and those it took off; and what was said for weeks to come.
    `insert into no_pickups (no_pickup_id, ref_number, customer_id, year_number, month_number, week_number, reason, late, assignment_id, created_by, created_at)
      select ${v7('at', 0x900, 'row_number() over (order by at, n, monday)')}, row_number() over (order by at, n, monday), customer_id, y, m, nth, case when n % 3 = 0 then 'On holidays' end, false, job_id,
        case when n % 5 > 0 then customer_id else (select user_id from users where role = 'ADMIN' order by email limit 1) end, at
      from (
        select n, y, m, nth, monday, null::uuid as job_id, planned_at - (n % 9) * interval '7 hours' as at from w_wanted join w_weeks using (w) where skipped
        union all select n, y, m, nth, monday, job_id, planned_at + interval '2 days' from w_stops where state = 'shifted'
        union all select n, y, m, nth, due_monday, null, pg_temp.present() - (n % 30) * interval '11 hours' from w_people join w_mondays on monday = due_monday
          where class <> 'C' and due_monday > (select monday from w_next) and ${permille('n', 51)} < 20) said join w_people using (n)`,
    `drop table w_wanted`,
    `alter table w_stops drop column planned_at, drop column completed_at, drop column holidays, drop column y, drop column m, drop column nth, drop column monday`,
  ]
}
