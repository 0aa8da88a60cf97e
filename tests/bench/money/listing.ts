import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open-database.ts'
import { ADMIN, adminToken, askAt, newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { startProduct } from '../../support/browser/product.ts'
import { quietLog } from '../../support/quiet-log.ts'
import { CONNECTIONS, type Load, load } from '../customers/load.ts'
import { COMMON_NAME, CUSTOMERS, customerID, makeManyCustomers } from '../customers/make-customers.ts'
import { type Figure, median, millis } from '../support/figures.ts'

const INVOICES = 1_000_000
const FOR_MS = 5_000
const P99_MS = 100

const LINES = [
  { what: 'first page', query: '' },
  { what: 'a number (INV-054321)', query: '&keyword=INV-054321' },
  { what: `a name (${COMMON_NAME})`, query: `&keyword=${COMMON_NAME}` },
  { what: 'overdue by 1 to 30 days', query: '&age=1-30' },
]

export const LISTING_METHOD = `Invoices: the production server in a process of its own on PostgreSQL, ${INVOICES.toLocaleString('en')} invoices of ${CUSTOMERS.toLocaleString('en')} customers over five years, one in fifty open; 25 a page with exact totals and the ageing; ${CONNECTIONS} connections that ask again as soon as they are answered, ${FOR_MS / 1_000} s a line, while another admin changes one customer after the other.`

/** The office's list of a million invoices, with what is owed by age. */
export async function listing(url: string, rounds: number): Promise<Figure[]> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  try {
    await makeManyCustomers({ url, dataDir })
    await makeInvoices(url, dataDir)
    const measured = await underLoad(url, dataDir, rounds)
    return LINES.map(({ what }, at) => {
      const p99 = median(measured.map((round) => round[at]!.p99))
      return {
        what: `${INVOICES.toLocaleString('en')} invoices, PostgreSQL: ${what}, p99`,
        ours: millis(p99),
        rival: '',
        ratio: null,
        goal: { says: `at most ${millis(P99_MS)}`, met: p99 <= P99_MS },
      }
    })
  } finally {
    removeFolder(folder)
  }
}

async function makeInvoices(url: string, dataDir: string): Promise<void> {
  const open = await openDatabase({ url, dataDir, log: quietLog })
  try {
    await open.db.execute(sql`
      insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs,
        created_at, amount_cents, gst_cents, allocated_cents, paid_day, sent_at)
      select gen_random_uuid(), 'invoice', n, ('01990000-0000-7300-8000-' || lpad(to_hex(n % ${CUSTOMERS}::integer), 12, '0'))::uuid, day, day + 7, 2500, 227, true, '[]',
        day, 2500, 227, case when n % 50 = 0 then 0 else 2500 end, case when n % 50 = 0 then null else day + 5 end, day
      from (select n, (now() - (${INVOICES}::integer - n) * interval '158 seconds')::date as day from generate_series(1, ${INVOICES}::integer) n) made`)
    await open.pool.query('vacuum analyze')
  } finally {
    await open.close()
  }
}

async function underLoad(url: string, dataDir: string, rounds: number): Promise<Load[][]> {
  const env = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    SECRET_KEY: 'a secret key for the bench, long enough',
  }
  const product = await startProduct({ dataDir, env })
  try {
    const token = await adminToken(askAt(product.origin))
    const written = Array.from({ length: 500 }, (_, at) => customerID((at * 199) % CUSTOMERS))
    const measured: Load[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const loads: Load[] = []
      for (const { query } of LINES)
        loads.push(await load({ origin: product.origin, token }, `/v1/invoices?perPage=25${query}`, FOR_MS, written))
      measured.push(loads)
      console.error(`round ${round + 1} of ${rounds}: ${JSON.stringify(loads)}`)
    }
    return measured
  } finally {
    await product.stop()
  }
}
