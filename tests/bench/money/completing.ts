import path from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import type { OpenDatabase, Queryable } from '#server/db/database.ts'
import { invoices } from '#server/db/tables/invoices.ts'
import { jobs, runs } from '#server/db/tables/runs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { complete } from '#server/features/runs/lifecycle/state-commands.ts'
import { generate } from '#server/features/runs/planning/generate-commands.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { AUTHOR, CONFIRMING, DRIVERS, makeFixture, WEEK } from '../generate/fixture.ts'
import { compared, type Figure, interleaved, seconds } from '../support/figures.ts'
import { completeRowByRow } from './row-by-row.ts'

const STOPS = 2_000
const AIM = 0.25

export const COMPLETING_METHOD = `Completing: a run of ${STOPS} stops of as many customers, each collected, with an invoice each (one collection in an account): stops, pointers, incomes, billing lines, invoices with gapless numbers and accounts in one serialisable transaction of the server’s own functions, in this process, rolled back afterwards. Beside it: each stop completed and billed separately, by the same functions and in one transaction too.`

export async function completing(name: string, rounds: number, url?: string): Promise<Figure> {
  const folder = newFolder()
  const open = await makeFixture({ url, dataDir: path.join(folder, 'd') }, STOPS)
  try {
    const runOrderID = await collected(open)
    const ours = (tx: Queryable) => complete(tx, AUTHOR, runOrderID, 'refuse', CONFIRMING, null)
    const rival = (tx: Queryable) => completeRowByRow(tx, runOrderID)
    await timed(open, ours)
    const pairs = await interleaved(
      rounds,
      () => timed(open, ours),
      () => timed(open, rival),
    )
    return compared(`Run of ${STOPS} stops completed with invoices, ${name}`, pairs, seconds, AIM)
  } finally {
    await open.close()
    removeFolder(folder)
  }
}

/** An active run with an outcome at each stop. */
export async function collected({ db }: OpenDatabase): Promise<string> {
  await db.execute(sql`update customers set invoice_type = '1C'`)
  await inTransaction(db, (tx) => generate(tx, AUTHOR, { ...WEEK, drivers: DRIVERS }))
  const [run] = await db.select({ runOrderID: runs.runOrderID }).from(runs)
  await db.update(runs).set({ status: 'active', activatedAt: AUTHOR.now }).where(eq(runs.runOrderID, run!.runOrderID))
  await db.update(jobs).set({ state: 'done', outcome: 'COLLECTED', pu: 1, doneAt: AUTHOR.now })
  await db.execute(sql`
    insert into incomes (income_id, ref_number, job_id, run_order_id, driver_id, kind, status, pu, amount_cents, pay_rate_cents, pay_percentage_bp, formula, earned_at, created_at)
    select gen_random_uuid(), row_number() over (), assignment_id, run_order_id, driver_id, 'stop', 'pending', 1, 400, 400, 5000, '1 bag × $4.00', now(), now() from jobs`)
  await db.execute(sql`analyze`)
  return run!.runOrderID
}

class RolledBack extends Error {}

/** What was written is append-only, so each round is rolled back. @returns ms until the commit */
async function timed({ db }: OpenDatabase, work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let took = 0
  let made = 0
  await inTransaction(db, async (tx) => {
    await work(tx)
    took = performance.now() - began
    const [counted] = await tx.select({ made: count() }).from(invoices)
    made = counted?.made ?? 0
    throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  if (made !== STOPS) throw new Error(`${made} invoices were made, not ${STOPS}.`)
  return took
}
