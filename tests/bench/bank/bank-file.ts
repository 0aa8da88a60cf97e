import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { commBankFile, type SampleLine } from '#domain/bank-sample.ts'
import { addDays } from '#domain/dates.ts'
import { paymentReference } from '#domain/identifiers.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { importFile } from '#server/features/bank/import-commands.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { AUTHOR, makeFixture } from '../generate/fixture.ts'
import { alone, type Figure, median, millis, seconds } from '../support/figures.ts'

const CUSTOMERS = 12_500
const INVOICES_EACH = 8
const LINES = 5_000
const EARLIER = 20_000
const AIM_MS = 5_000
/** ms. However long a file is, it must not block the server for longer than this. */
const LONGEST = 200

export const BANK_METHOD = `A CommBank file of ${LINES.toLocaleString('en')} lines, 92 in 100 with a reference and the amount of one invoice, the others a name, nothing, or money out; ${CUSTOMERS.toLocaleString('en')} customers with ${(CUSTOMERS * INVOICES_EACH).toLocaleString('en')} open invoices and ${EARLIER.toLocaleString('en')} payments of before. By the server’s own function in this process: read, matched, stored and posted in its usual short transactions.`

export async function bankFile(name: string, rounds: number, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const open = await makeFixture({ url, dataDir: path.join(folder, 'd') })
  try {
    await owing(open)
    let round = 0
    const measured = await alone(Math.min(rounds, INVOICES_EACH), () => imported(open, round++))
    const took = median(measured.map(({ ms }) => ms))
    const waited = median(measured.map(({ blocked }) => blocked))
    const alike = { rival: '', ratio: null }
    return [
      {
        ...alike,
        what: `Bank file of ${LINES} lines against ${CUSTOMERS * INVOICES_EACH} open invoices, ${name}`,
        ours: seconds(took),
        goal: { says: `at most ${seconds(AIM_MS)}`, met: took <= AIM_MS },
      },
      {
        ...alike,
        what: `… the longest time without an answer of the server meanwhile, ${name}`,
        ours: millis(waited),
        goal: { says: `at most ${millis(LONGEST)}`, met: waited <= LONGEST },
      },
    ]
  } finally {
    await open.close()
    removeFolder(folder)
  }
}

/** The n-th invoice of a customer has an amount of its own. */
const amountOf = (slot: number) => 2_500 + slot * 100

async function owing({ db, pool }: OpenDatabase): Promise<void> {
  await db.execute(sql`
    update users set last_name = name, full_name = 'Anna ' || name
    from (
      select user_id as id, (array['Smith', 'Nguyen', 'Jones', 'Papadopoulos', 'Chen', 'Kowalski', 'Featherstone'])[1 + n % 7] || ' Mara' || n % 97 as name
      from (select user_id, row_number() over ()::integer as n from users where role = 'CUSTOMER') numbered
    ) named
    where users.user_id = named.id`)
  await db.execute(sql`
    insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs,
      created_at, amount_cents, gst_cents, allocated_cents, sent_at)
    select gen_random_uuid(), 'invoice', row_number() over (order by slot, ref_number), customer_id, '2026-06-01'::date + slot, '2026-06-08'::date + slot,
      2500 + slot * 100, 227, true, '[]', now(), 2500 + slot * 100, 227, 0, now()
    from customers cross join generate_series(0, ${INVOICES_EACH - 1}::integer) slot`)
  await db.execute(sql`
    insert into customer_accounts (customer_id, owing_cents)
    select customer_id, sum(amount_cents) from invoices group by customer_id`)
  await earlier(db)
  await pool.query('vacuum analyze')
}

/** Payments, allocations and bank lines of the months before: on empty tables the planner expects to stay there. */
async function earlier(db: OpenDatabase['db']): Promise<void> {
  await db.execute(sql`
    insert into bank_files (bank_file_id, name, sha256, account, layout, lines, unreadable, created_at, created_by, ended_at)
    values (${AUTHOR.actor.userID}::uuid, 'earlier.csv', '', '', 'commbank', ${EARLIER}, 0, now(), ${AUTHOR.actor.userID}::uuid, now())`)
  await db.execute(sql`
    insert into invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs,
      created_at, amount_cents, gst_cents, allocated_cents, paid_day, sent_at)
    select gen_random_uuid(), 'invoice', 1000000 + n, customer_id, '2026-01-01', '2026-01-08', 2500, 227, true, '[]', now(), 2500, 227, 2500, '2026-01-20', now()
    from (select customer_id, row_number() over () as n from customers cross join generate_series(1, 2)) paid limit ${EARLIER}`)
  await db.execute(sql`
    insert into transactions (transaction_id, ref_number, customer_id, type, purpose, amount_cents, payment_type, paid_day, sequence, created_at)
    select invoice_id, number - 900000, customer_id, 'CUSTOMER_INBOUND', 'payment', 2500, 'EFT', paid_day, 0, now() from invoices where paid_day is not null`)
  await db.execute(sql`insert into counters (name, value) values ('transaction', 200000)`)
  await db.execute(sql`
    insert into allocations (allocation_id, transaction_id, invoice_id, amount_cents, effective_day, sequence, created_at)
    select invoice_id, invoice_id, invoice_id, 2500, paid_day, 0, now() from invoices where paid_day is not null`)
  await db.execute(sql`
    insert into bank_lines (bank_line_id, bank_file_id, line, identity, account, booked_day, amount_cents, text, type, candidates, perhaps_known,
      created_at, state, transaction_ids, decided_at)
    select invoice_id, ${AUTHOR.actor.userID}::uuid, 1, invoice_id::text, '', paid_day, 2500, 'Earlier', '', '[]', false, now(), 'posted', jsonb_build_array(invoice_id), now()
    from invoices where paid_day is not null`)
}

/** The file of one round: each pays its own invoices. @returns ms in all, and the longest the event loop stood */
async function imported(open: OpenDatabase, round: number): Promise<{ ms: number; blocked: number }> {
  const lines = Array.from({ length: LINES }, (_, at): SampleLine => {
    const day = addDays('2026-10-01', (at + round) % 28)
    const refId = String(10_001 + ((at * 2 + round) % CUSTOMERS))
    const kind = at % 100
    if (kind < 92) return { day, amount: amountOf(round), text: `Fast Transfer From A B ${paymentReference(refId)}` }
    if (kind < 96) return { day, amount: amountOf(round), text: `Direct Credit FEATHERSTONE MARA${at % 97}` }
    if (kind < 98) return { day, amount: 1_111 + at, text: `Deposit branch ${at}` }
    return { day, amount: -4_000 - at, text: `Wages ${at} ${round}` }
  })
  const bytes = Buffer.from(commBankFile(lines, 100_000_00 + round))
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const began = performance.now()
  const clock = { now: () => AUTHOR.now, wait: () => Promise.resolve() }
  const { result } = await importFile(clock, { ...AUTHOR, database: open.db }, bytes, { name: `round ${round}.csv` })
  const ms = performance.now() - began
  loop.disable()
  const expected = (LINES * 92) / 100
  if (result?.posted !== expected) throw new Error(`${result?.posted} of ${expected} lines were posted`)
  console.error(`round ${round + 1}: ${Math.round(ms)} ms, blocked ${Math.round(loop.max / 1e6)} ms`)
  return { ms, blocked: loop.max / 1e6 }
}
