import { sql } from 'drizzle-orm'
import { refreshSearch } from '#server/features/search/customer-search-commands.ts'
import { type DatabaseSettings, openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { quietLog } from '../../support/quiet-log.ts'

export const CUSTOMERS = 100_000
const SUBURBS = 300
/** The name of one customer in 50. */
export const COMMON_NAME = 'Whitaker'
/** One customer's reference; a few people's phone numbers contain these digits too. */
export const RARE_REFERENCE = '54321'

/** Of the n-th customer. */
export const customerID = (n: number) => `01990000-0000-7300-8000-${n.toString(16).padStart(12, '0')}`

const id = (kind: string) => sql.raw(`('01990000-0000-7${kind}00-8000-' || lpad(to_hex(n), 12, '0'))::uuid`)
export const NAMES = [
  'Smith',
  'Nguyen',
  'Jones',
  'Brown',
  'Papadopoulos',
  'Williams',
  'Chen',
  'O’Brien',
  'Taylor',
  'Kowalski',
  'Martin',
  'Singh',
  'Walker',
  'Rossi',
  'Harris',
  'Haddad',
  'Clarke',
  'Murphy',
  'Wright',
]
export const FIRST = [
  'Anna',
  'Ben',
  'Chloe',
  'Dimitri',
  'Ella',
  'Finn',
  'Grace',
  'Hassan',
  'Isla',
  'Jack',
  'Karen',
  'Liam',
  'Mia',
  'Noah',
  'Olivia',
  'Priya',
  'Quentin',
  'Ruby',
  'Sam',
  'Tess',
]
export const STREETS = [
  'Banksia Street',
  'Wattle Road',
  'High Street',
  'Church Lane',
  'Railway Parade',
  'Ocean View Drive',
  'Station Street',
]
export const oneOfText = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${by}) % ${words.length}]`
const oneOf = (words: readonly string[], by: string) => sql.raw(oneOfText(words, by))

/**
 * A new database with a hundred thousand customers, like one filled over weeks: all different, most active, every third
 * with a company or a home phone.
 */
export async function makeManyCustomers(settings: Pick<DatabaseSettings, 'url' | 'dataDir'>): Promise<void> {
  const open = await openDatabase({ ...settings, log: quietLog })
  try {
    await migrate(open)
    await inTransaction(open.db, async (tx) => {
      await tx.execute(sql`
        insert into suburbs (suburb_id, label, post_code, state, week_number, created_at)
        select ${id('1')}, ${oneOf(['Gum', 'Wattle', 'Kings', 'Queens', 'Frog', 'Eagle'], 'n')} || ${oneOf(['ford', ' Hills', ' Park', 'ton', ' Vale'], 'n / 6')} || ' ' || n, (2000 + n)::text, 'NSW', 1 + n % 4, now()
        from generate_series(0, ${SUBURBS - 1}::integer) n`)
      await tx.execute(sql`
        insert into products (product_id, name, service_type, is_public, features, payment_scheme, collection_scheme, price_cents, created_at)
        select ${id('2')}, 'Garden bag ' || n, 'GARDEN_BAG', true, '["One bag, exchanged at the kerb"]', 'POSTPAID', 'MONTHLY', 2500, now() from generate_series(0, 2) n`)
      await tx.execute(sql`
        insert into users (user_id, role, first_name, last_name, full_name, email, created_at)
        select ${id('3')}, 'CUSTOMER', first, last, first || ' ' || last, case when n % 10 < 8 then lower(first) || '.' || n || '@mail.example' end, now()
        from (select n, ${oneOf(FIRST, 'n * 7')} as first, case when n % 50 = 7 then ${COMMON_NAME} else ${oneOf(NAMES, 'n / 3')} || case when n % 3 = 0 then '-' || substr(md5(n::text), 1, 5) else '' end end as last
              from generate_series(0, ${CUSTOMERS - 1}::integer) n) made`)
      await tx.execute(sql`
        insert into customers (customer_id, ref_number, company, address, suburb_id, state, postcode, home_phone, mobile_phone, status, canceled_at, start_date, account_type, invoice_type,
          product_id, service_type, collection_scheme, payment_scheme, amount_cents, features, notes, admin_notes, week_number, run_number, stop_order, due_year, due_month, created_at)
        select ${id('3')}, 10001 + n, case when n % 7 = 0 then 'Garden Care ' || n || ' Pty Ltd' end, (1 + n % 240) || ' ' || ${oneOf(STREETS, 'n / 240')},
          ('01990000-0000-7100-8000-' || lpad(to_hex(n % ${SUBURBS}), 12, '0'))::uuid, 'NSW', (2000 + n % ${SUBURBS})::text,
          case when n % 3 = 0 then '+612' || lpad((n * 7919 % 100000000)::text, 8, '0') end, '+614' || lpad((n::bigint * 104729 % 100000000)::text, 8, '0'),
          case n % 20 when 0 then 'CANCELED' when 1 then 'BLOCKED' else 'ACTIVE' end, case when n % 20 = 0 then now() end, '2024-01-01', 'PERSONAL', '1A',
          ('01990000-0000-7200-8000-' || lpad(to_hex(n % 3), 12, '0'))::uuid, 'GARDEN_BAG', 'MONTHLY', 'POSTPAID', 2500, '["One bag, exchanged at the kerb"]', 'Leaves by the gate',
          'Side gate, mind the dog', 1 + n % 4, 1 + n % 2, n % 60, extract(year from now())::integer, extract(month from now())::integer, now()
        from generate_series(0, ${CUSTOMERS - 1}::integer) n`)
      await refreshSearch(tx, sql`true`)
    })
    await open.pool.query('vacuum analyze')
    await open.maintain()
  } finally {
    await open.close()
  }
}
