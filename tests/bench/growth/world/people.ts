import { COMMON_NAME, FIRST, NAMES, oneOfText, STREETS } from '../../customers/make-customers.ts'
import { mixOf, type Size, stopsOfRun } from './size.ts'
import { instantOf, permille, TODAY, v7 } from './texts.ts'

/** The calendar, and everybody: suburbs, packages, admins, drivers, customers. */
export function people(size: Size): string[] {
  const mix = mixOf(size)
  const suburbs = Math.max(40, Math.round(size.customers / 250 / 4) * 4)
  const ends = {
    fortnightly: mix.fortnightly,
    cancelled: mix.fortnightly + mix.cancelled,
    blocked: mix.fortnightly + mix.cancelled + mix.blocked,
    joined: mix.fortnightly + mix.cancelled + mix.blocked + mix.joined,
    second: mix.fortnightly + mix.cancelled + mix.blocked + mix.joined + mix.secondMonthly,
  }
  return [
    // Every Monday with its week, and the collection weeks of the world numbered from 0; the last is being driven.
    `create temp table w_mondays as
      select monday, extract(year from monday)::integer as y, extract(month from monday)::integer as m,
        ((extract(day from monday)::integer - 1) / 7 + 1) as nth
      from (select generate_series(date_trunc('week', ${TODAY} - ${size.weeks * 8 + 40})::date, (${TODAY} + 400), '7 days')::date as monday) mondays`,
    `create temp table w_weeks as
      select (${size.weeks} - row_number() over (order by monday desc))::integer as w, monday, y, m, nth,
        ${instantOf('monday - 6', '10:00')} as planned_at, ${instantOf('monday + 7', '9:00')} as completed_at,
        to_char(monday, 'MMDD') between '1221' and '1231' or to_char(monday, 'MMDD') between '0101' and '0109' as holidays
      from w_mondays where nth <= 4 and monday <= ${TODAY} order by monday desc limit ${size.weeks}`,
    `create unique index on w_weeks (w)`,
    `create temp table w_next as select * from w_mondays where nth <= 4 and monday > (select max(monday) from w_weeks) order by monday limit 1`,
    `insert into calendar_settings (calendar_setting_id, year_number, month_number, week_number, from_day, to_day)
      select ${v7("'2020-01-01'::timestamptz", 0x100, 'row_number() over (order by monday)')}, y, m, nth, monday, monday + 6 from w_mondays
      where y >= (select min(y) from w_weeks)`,
    `insert into suburbs (suburb_id, label, post_code, state, week_number, created_at)
      select ${v7("'2020-01-02'::timestamptz", 0x101, 'n')}, ${oneOfText(['Gum', 'Wattle', 'Kings', 'Queens', 'Frog', 'Eagle'], 'n')} || ${oneOfText(['ford', ' Hills', ' Park', 'ton', ' Vale'], 'n / 6')} || ' ' || n,
        (2000 + n)::text, 'NSW', 1 + n % 4, '2020-01-02' from generate_series(0, ${suburbs - 1}) n`,
    `insert into products (product_id, name, service_type, is_public, features, payment_scheme, collection_scheme, price_cents, created_at)
      select ${v7("'2020-01-03'::timestamptz", 0x102, 'n')}, (array['Garden bag monthly', 'Garden bag second-monthly', 'Garden bag fortnightly'])[1 + n], 'GARDEN_BAG', true,
        '["One bag, exchanged at the kerb"]', 'POSTPAID', (array['MONTHLY', 'SECOND_MONTHLY', 'FORTNIGHTLY'])[1 + n], 2500, '2020-01-03' from generate_series(0, 2) n`,
    `insert into users (user_id, role, first_name, last_name, full_name, email, created_at)
      select ${v7("'2020-01-04'::timestamptz", 0x103, 'n')}, 'ADMIN', 'Olive', 'Office ' || n, 'Olive Office ' || n, 'olive.' || n || '@growth.example', '2020-01-04' from generate_series(0, 7) n`,
    `create temp table w_drivers as
      select n as d, ${v7("'2020-01-05'::timestamptz", 0x104, 'n')} as driver_id, 'Dan' as first_name, 'Driver ' || n as last_name, 'Dan Driver ' || n as full_name, n % 4 = 3 as contractor
      from generate_series(0, ${size.drivers - 1}) n`,
    `insert into users (user_id, role, first_name, last_name, full_name, email, created_at)
      select driver_id, 'DRIVER', first_name, last_name, full_name, 'dan.' || d || '@growth.example', '2020-01-05' from w_drivers`,
    `insert into drivers (driver_id, mobile_phone, address, employment_type, employment_start_date, pay_rate_cents, pay_percentage_bp, week_numbers, abn, gst_registered, rcti_agreed_on, created_at)
      select driver_id, '+614' || lpad((d * 7919)::text, 8, '0'), (1 + d) || ' Depot Street, Sydney NSW 2000', case when contractor then 'CONTRACTOR' else 'EMPLOYEE' end, '2020-01-06', 400, 5000, '[1, 2, 3, 4, 5]',
        case when contractor then '51824753556' end, contractor, case when contractor then '2020-01-06'::date end, '2020-01-05' from w_drivers`,
    // k numbers the customers of one week; each hundred of them is mixed alike.
    `create temp table w_people as
      select n, wk, k, class, parity, least(first_w, last_w) as starts, last_w as ends, first_w < 0 as old,
        case when class = 'F' then 'FORTNIGHTLY' when parity is null then 'MONTHLY' else 'SECOND_MONTHLY' end as scheme,
        ${permille('n', 11)} < 80 as prepaid, case when ${permille('n', 12)} < 600 then 3 else 1 end as block, 2200 + 100 * (${permille('n', 13)} % 9) as price,
        (wk - 1) + 4 * (k % ${suburbs / 4}) as suburb
      from (
        select n, wk, k, class, case when class = 'S' or class = 'C' and k % 2 = 1 and ${mix.secondMonthly} > 0 then (k / 100) % 2 end as parity,
          case class when 'J' then (${permille('n', 1)} * (${size.weeks} - 2) / 1000 + 1)::integer else -1 end as first_w,
          case class when 'C' then (${permille('n', 2)} * (${size.weeks} - 2) / 1000 + 1)::integer when 'B' then (${size.weeks} - 2 - ${permille('n', 3)} % 12)::integer else ${size.weeks} end as last_w
        from (
          select n, (1 + n % 4)::integer as wk, (n / 4)::integer as k,
            case when (n / 4) % 100 < ${ends.fortnightly} then 'F' when (n / 4) % 100 < ${ends.cancelled} then 'C' when (n / 4) % 100 < ${ends.blocked} then 'B'
              when (n / 4) % 100 < ${ends.joined} then 'J' when (n / 4) % 100 < ${ends.second} then 'S' else 'M' end as class
          from generate_series(0, ${size.customers - 1}::bigint) n) classed) dated`,
    `alter table w_people add column created timestamptz, add column customer_id uuid, add column first_name text, add column last_name text, add column due_monday date`,
    `update w_people set
        created = case when old then (select min(planned_at) from w_weeks) - interval '1 day' - ${permille('n', 4)} * interval '11 hours'
          else (select monday from w_weeks where w = starts) - interval '10 days' + ${permille('n', 4)} * interval '1 minute' end,
        first_name = ${oneOfText(FIRST, 'n::integer * 7')},
        last_name = case when n % 50 = 7 then '${COMMON_NAME}' else ${oneOfText(NAMES, 'n::integer / 3')} || case when n % 3 = 0 then '-' || substr(md5(n::text), 1, 5) else '' end end`,
    // The next Monday in which each is due: of the weeks that fit, the first that isn't over.
    `update w_people set customer_id = ${v7('created', 0x300, 'n')}, due_monday = (
        select min(monday) from w_mondays mondays where mondays.monday >= (select max(monday) from w_weeks) and nth <= 4
          and (nth = wk or class = 'F' and abs(nth - wk) = 2) and (parity is null or (y * 12 + m) % 2 = parity))`,
    // The week to be planned next has one run's customers in every world; what else a large firm has in it is one cycle on.
    `update w_people set due_monday = (
        select min(monday) from w_mondays mondays where mondays.monday > w_people.due_monday and nth <= 4
          and (nth = wk or class = 'F' and abs(nth - wk) = 2) and (parity is null or (y * 12 + m) % 2 = parity))
      from (select n, row_number() over (order by k, wk) as place from w_people where due_monday = (select monday from w_next) and class in ('F', 'J', 'S', 'M')) due
      where due.n = w_people.n and place > ${stopsOfRun(size)}`,
    `create unique index on w_people (n)`,
    `analyze w_people`,
    `insert into users (user_id, role, first_name, last_name, full_name, email, created_at)
      select customer_id, 'CUSTOMER', first_name, last_name, first_name || ' ' || last_name, case when n % 10 < 8 then lower(first_name) || '.' || n || '@mail.example' end, created from w_people order by created`,
    `insert into customers (customer_id, ref_number, company, address, suburb_id, state, postcode, home_phone, mobile_phone, status, status_reason, canceled_at, start_date, account_type, invoice_type,
        product_id, service_type, collection_scheme, payment_scheme, amount_cents, features, notes, admin_notes, week_number, run_number, stop_order, due_year, due_month, due_week, created_at)
      select customer_id, 10001 + n, case when n % 17 = 0 then 'Garden Care ' || n || ' Pty Ltd' end, (1 + n % 240) || ' ' || ${oneOfText(STREETS, '(n::integer / 240)')},
        ${v7("'2020-01-02'::timestamptz", 0x101, 'suburb')}, 'NSW', (2000 + suburb)::text, case when n % 3 = 0 then '+612' || lpad((n * 7919 % 100000000)::text, 8, '0') end,
        '+614' || lpad((n * 104729 % 100000000)::text, 8, '0'), case class when 'C' then 'CANCELED' when 'B' then 'BLOCKED' else 'ACTIVE' end,
        case class when 'C' then 'Moved away' when 'B' then 'Has not paid' end, case class when 'C' then (select monday + interval '3 days' from w_weeks where w = ends) end,
        created::date, case when n % 17 = 0 then 'BUSINESS' else 'PERSONAL' end, case when block = 3 then '1A' else '1C' end,
        ${v7("'2020-01-03'::timestamptz", 0x102, "case scheme when 'MONTHLY' then 0 when 'SECOND_MONTHLY' then 1 else 2 end")}, 'GARDEN_BAG', scheme, case when prepaid then 'PREPAID' else 'POSTPAID' end, price,
        '["One bag, exchanged at the kerb"]', 'Leaves by the gate', case when n % 4 = 0 then 'Side gate, mind the dog' end, wk, 1 + k % ${size.driversOfRun}, k, y, m, case when class = 'F' then nth end, created
      from w_people join w_mondays on monday = due_monday order by w_people.created`,
    `update customers set due_year = null, due_month = null, due_week = null where status = 'CANCELED'`,
  ]
}
