import { sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { type Earned, followIncome } from '#domain/income-rows.ts'
import { among } from '../../../db/among.ts'
import { nextNumbers } from '../../../db/counters.ts'
import type { Queryable } from '../../../db/database.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { incomes } from '../../../db/tables/events.ts'
import { incomeFollowing, incomesOf, payRatesOf } from './income-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'

/**
 * Keeps one income per stop with an outcome, and updates it with corrections (domain.md 8). It belongs to the driver
 * who recorded the outcome; for a record by the office, to the stop's driver. Once it is paid, corrections are further
 * signed incomes (domain.md 11, M20).
 */
export async function incomesFollow(
  tx: Queryable,
  run: Pick<RunRow, 'status'>,
  stops: readonly StopRow[],
  now: Date,
): Promise<void> {
  if (stops.length === 0) return
  const stored = await incomesOf(
    tx,
    stops.map(({ assignmentID }) => assignmentID),
  )
  const pay = await payRatesOf(
    tx,
    stops.flatMap(({ recordedBy, driverID }) => [recordedBy, driverID]),
  )
  const status = run.status === 'active' || run.status === 'draft' ? ('pending' as const) : ('payable' as const)
  const gone: string[] = []
  const changed: Changed[] = []
  const fresh: Omit<typeof incomes.$inferInsert, 'refNumber'>[] = []
  for (const stop of stops) {
    const { assignmentID: jobID, runOrderID } = stop
    const rows = stored.get(jobID) ?? []
    const doneAt = stop.doneAt ?? now
    const follow = followIncome(
      rows.map((row) => ({ ...row, isPaid: row.status === 'paid' })),
      incomeFollowing(stop, rows, pay),
    )
    gone.push(...follow.gone)
    for (const row of follow.changed) {
      const before = rows.find(({ incomeID }) => incomeID === row.incomeID)!
      const after = { ...row, status, earnedAt: before.kind === 'stop' ? doneAt : before.earnedAt }
      // Most records after an outcome, such as photos, do not change the pay.
      if (!isSame(before, after)) changed.push(after)
    }
    for (const row of follow.fresh)
      fresh.push({
        ...row,
        status,
        incomeID: newID(),
        jobID,
        runOrderID,
        // A correction after the payment belongs to its own day, because the range of the stop may be paid already.
        earnedAt: row.kind === 'stop' ? doneAt : now,
        createdAt: now,
      })
  }
  await changeIncomes(tx, changed)
  if (fresh.length > 0) {
    // A day's stops arrive in one batch: two statements for all of them.
    const number = await nextNumbers(tx, 'income', 1, fresh.length)
    await insertRows(
      tx,
      incomes,
      fresh.map((income, at) => ({ ...income, refNumber: number + at })),
    )
  }
  if (gone.length > 0) await tx.delete(incomes).where(among(incomes.incomeID, gone))
}

type IncomeFacts = Earned & Pick<typeof incomes.$inferSelect, 'status' | 'earnedAt'>
type Changed = IncomeFacts & { incomeID: string }

const isSame = (before: IncomeFacts, { earnedAt, ...row }: IncomeFacts) =>
  before.earnedAt.getTime() === earnedAt.getTime() &&
  (Object.keys(row) as (keyof typeof row)[]).every((name) => before[name] === row[name])

/** One statement for all, because the run is locked. */
async function changeIncomes(tx: Queryable, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update ${incomes} set
      driver_id = incoming."driverID", status = incoming.status, pu = incoming.pu, amount_cents = incoming.amount, pay_rate_cents = incoming."payRate",
      pay_percentage_bp = incoming."payPercentage", formula = incoming.formula, earned_at = incoming."earnedAt", version = ${incomes}.version + 1
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as incoming(
      "incomeID" uuid, "driverID" uuid, status text, pu integer, amount integer, "payRate" integer, "payPercentage" integer, formula text,
      "earnedAt" timestamptz)
    where ${incomes}.income_id = incoming."incomeID"`)
}
