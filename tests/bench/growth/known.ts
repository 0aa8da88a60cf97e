import type pg from 'pg'
import { dayOf } from '#domain/dates.ts'

/** What the calls of the bench name: the same kind of thing in each world, each with as much behind it. */
export interface Known {
  readonly today: string
  /** An active run, a driver with stops on it who has the session 0, and one of the driver's stops that is to be done. */
  readonly runOrderID: string
  readonly driverID: string
  readonly deviceID: string
  readonly openStops: readonly string[]
  /** Of the device. */
  readonly highestSeq: number
  /** The draft of the week to be planned next. */
  readonly draftID: string
  /** The run before it. */
  readonly lastRunID: string
  readonly payID: string
  /** Of the week to be planned next. */
  readonly next: { readonly yearNumber: number; readonly monthNumber: number; readonly weekNumber: number }
  /** A coming week without a run. */
  readonly idleWeek: { readonly calendarSettingID: string; readonly from: string; readonly to: string }
  /** A customer of six to eight collections with a session and a rare name, and the name. */
  readonly customerID: string
  readonly session: number
  readonly refNumber: number
  readonly word: string
  readonly invoiceID: string
  readonly transactionID: string
  readonly noPickupID: string
  readonly reminderID: string
  readonly caseID: string
  readonly mailID: string
  readonly photoID: string
  readonly checkoutID: string
}

const KNOWN = `
  with run as (select * from runs where status = 'active' order by sequence_number limit 1),
    driver as (select user_id from users where role = 'DRIVER' order by user_id limit 1),
    customer as (
      select customer_id, ref_number from customers join sessions on user_id = customer_id
      where status = 'ACTIVE' and collection_scheme = 'MONTHLY' and payment_scheme = 'POSTPAID' and invoice_type = '1C' and (select count(*) from jobs where jobs.customer_id = customers.customer_id) between 6 and 8
        and exists (select from invoices where invoices.customer_id = customers.customer_id and allocated_cents > 0)
      order by (select position('-' in last_name) from users where users.user_id = customer_id) = 0, ref_number limit 1)
  select $1::text as today, run_order_id as "runOrderID", (select user_id from driver) as "driverID",
    (select device_id from devices where user_id = (select user_id from driver) order by last_seen_at desc limit 1) as "deviceID",
    (select max(highest_seq) from devices where user_id = (select user_id from driver)) as "highestSeq",
    (select json_agg(assignment_id order by stop_order) from jobs where jobs.run_order_id = run.run_order_id and driver_id = (select user_id from driver) and state = 'planned') as "openStops",
    (select run_order_id from runs where status = 'completed' order by from_day desc, sequence_number limit 1) as "lastRunID",
    (select run_order_id from runs where status = 'draft' limit 1) as "draftID",
    (select transaction_id from driver_payments where driver_id = (select user_id from driver) order by to_day desc limit 1) as "payID",
    (select json_build_object('yearNumber', year_number, 'monthNumber', month_number, 'weekNumber', week_number) from calendar_settings where calendar_settings.from_day > run.from_day and week_number <= 4 order by calendar_settings.from_day limit 1) as next,
    (select json_build_object('calendarSettingID', calendar_setting_id, 'from', from_day, 'to', to_day) from calendar_settings where calendar_settings.from_day > run.from_day and week_number <= 4 order by calendar_settings.from_day offset 1 limit 1) as "idleWeek",
    customer_id as "customerID", customer.ref_number - 10001 as session, customer.ref_number as "refNumber", (select last_name from users where user_id = customer_id) as word,
    (select invoice_id from invoices where invoices.customer_id = customer.customer_id and allocated_cents > 0 order by number desc limit 1) as "invoiceID",
    (select transaction_id from transactions where transactions.customer_id = customer.customer_id and type = 'CUSTOMER_INBOUND' order by ref_number desc limit 1) as "transactionID",
    (select no_pickup_id from no_pickups order by ref_number desc limit 1) as "noPickupID", (select reminder_id from reminders order by run_at desc limit 1) as "reminderID",
    (select case_id from cases order by ref_number desc limit 1) as "caseID", (select mail_id from mails where attachment is not null order by created_at desc limit 1) as "mailID",
    (select photo_id from photos order by created_at desc limit 1) as "photoID", (select checkout_id from checkouts order by created_at desc limit 1) as "checkoutID"
  from run, customer`

/** What is there; null: no draft yet. */
export async function knownIn(pool: pg.Pool, now: Date): Promise<Omit<Known, 'draftID'> & { draftID: string | null }> {
  const { rows } = await pool.query<Known & { session: string }>({ text: KNOWN }, [dayOf(now, 'Australia/Sydney')])
  if (!rows[0]) throw new Error('The world lacks what the calls name.')
  return { ...rows[0], session: Number(rows[0].session) }
}
