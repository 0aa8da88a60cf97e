import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/database.ts'
import { type DatabaseSettings, openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { databaseMail } from '#server/adapters/mail/database-mail.ts'
import type { ConfirmationNeeds } from '#server/features/runs/lifecycle/confirmation-mails-commands.ts'
import { secretsOf } from '#server/secrets.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Author } from '#server/http/changes.ts'
import { quietLog } from '../../support/quiet-log.ts'

export const DUE = 10_000
/** Customers that are not due: blocked, of another week, due later, on request without a request. */
const OTHERS = 2_500
const ROUNDS = 20

export const WEEK = { yearNumber: 2026, monthNumber: 11, weekNumber: 2 }
const ADMIN = '01990000-0000-7900-8000-000000000000'
export const AUTHOR: Author = { actor: { userID: ADMIN }, requestID: 'bench', now: new Date('2026-11-06T00:00:00Z') }

/** The customers have no email: a completion confirms nothing. */
export const CONFIRMING: ConfirmationNeeds = {
  mail: databaseMail,
  config: {
    publicUrl: 'https://bench.example',
    pageSize: 20,
    allowRegister: false,
    allowReAssignDriver: false,
    pushTestOrigin: null,
    mapTiles: undefined,
    webhookHosts: [],
  },
  secrets: secretsOf('a secret key for the bench, long enough', []),
  payments: { kind: 'sandbox' } as ConfirmationNeeds['payments'],
}

const id = (kind: string, n = 'n') => sql.raw(`('01990000-0000-7${kind}00-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`)

/**
 * A new database with ten thousand customers, or so many, due in one week, in twenty rounds of as many drivers; every tenth has no
 * place in the round's order yet.
 */
export async function makeFixture(
  settings: Pick<DatabaseSettings, 'url' | 'dataDir'>,
  due = DUE,
): Promise<OpenDatabase> {
  const open = await openDatabase({ ...settings, log: quietLog })
  await migrate(open)
  await inTransaction(open.db, async (tx) => {
    await tx.execute(
      sql`insert into users (user_id, role, first_name, last_name, full_name, created_at) values (${ADMIN}::uuid, 'ADMIN', 'Office', 'Admin', 'Office Admin', now())`,
    )
    await tx.execute(sql`
      insert into calendar_settings (calendar_setting_id, year_number, month_number, week_number, from_day, to_day)
      values (${ADMIN}::uuid, ${WEEK.yearNumber}::integer, ${WEEK.monthNumber}::integer, ${WEEK.weekNumber}::integer, '2026-11-09', '2026-11-15')`)
    await tx.execute(sql`
      insert into suburbs (suburb_id, label, post_code, state, week_number, created_at)
      select ${id('1')}, 'Suburb ' || n, (2000 + n)::text, 'NSW', 2, now() from generate_series(0, 99) n`)
    await tx.execute(sql`
      insert into products (product_id, name, service_type, is_public, features, payment_scheme, collection_scheme, price_cents, created_at)
      select ${id('2')}, 'Garden bag', 'GARDEN_BAG', true, '[]', 'POSTPAID', 'MONTHLY', 2500, now() from generate_series(0, 0) n`)
    await tx.execute(sql`
      insert into users (user_id, role, first_name, last_name, full_name, created_at)
      select ${id('4')}, 'DRIVER', 'Dan', n::text, 'Dan ' || n, now() from generate_series(1, ${ROUNDS}::integer) n`)
    await tx.execute(sql`
      insert into drivers (driver_id, mobile_phone, employment_type, employment_start_date, pay_rate_cents, pay_percentage_bp, week_numbers, created_at)
      select ${id('4')}, '+61400000000', 'CONTRACTOR', '2025-01-01', 400, 5000, '[2]', now() from generate_series(1, ${ROUNDS}::integer) n`)
    await tx.execute(sql`
      insert into users (user_id, role, first_name, last_name, full_name, created_at)
      select ${id('3')}, 'CUSTOMER', 'Anna', n::text, 'Anna ' || n, now() from generate_series(1, ${due + OTHERS}::integer) n`)
    await tx.execute(sql`
      insert into customers (customer_id, ref_number, address, suburb_id, state, postcode, mobile_phone, status, start_date, account_type, invoice_type,
        product_id, service_type, collection_scheme, payment_scheme, amount_cents, features, admin_notes, week_number, run_number, stop_order, due_year, due_month, created_at)
      select ${id('3')}, 10000 + n, (1 + n % 240) || ' ' || (array['Banksia Street', 'Wattle Road', 'High Street', 'Church Lane', 'Ocean View Drive'])[1 + n / 240 % 5],
        ${id('1', 'n % 100')}, 'NSW', '2000', '+61400000000', case when not due and n % 4 = 0 then 'BLOCKED' else 'ACTIVE' end, '2024-01-01', 'PERSONAL', '1A',
        ${id('2', '0')}, 'GARDEN_BAG', case when not due and n % 4 = 1 then 'FLEXIBLE' else 'MONTHLY' end, 'POSTPAID', 2500, '["One bag, exchanged at the kerb"]', 'Side gate, mind the dog',
        case when not due and n % 4 = 2 then 3 else 2 end, 1 + n % ${ROUNDS}::integer, case when n % 10 = 0 then null else n / ${ROUNDS}::integer end,
        case when not due and n % 4 = 1 then null when not due and n % 4 = 3 then 2027 else 2026 end, case when not due and n % 4 = 1 then null else 11 end, now()
      from (select n, n <= ${due}::integer as due from generate_series(1, ${due + OTHERS}::integer) n) made`)
  })
  await open.pool.query('vacuum analyze')
  return open
}

/** The twenty drivers, one for each round. */
export const DRIVERS = Array.from({ length: ROUNDS }, (_, at) => ({
  runNumber: at + 1,
  driverID: `01990000-0000-7400-8000-${(at + 1).toString(16).padStart(12, '0')}`,
}))
