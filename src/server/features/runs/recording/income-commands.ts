import { and, ne, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { among } from '../../../db/among.ts'
import { nextNumbers } from '../../../db/counters.ts'
import type { Queryable } from '../../../db/database.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { incomes } from '../../../db/tables/events.ts'
import { incomeFollowing, payRatesOf } from './income-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'

/**
 * One income per stop with an outcome, updated with its corrections (domain.md 8); none without one. It belongs to the
 * driver who recorded the outcome; for a record made by the office, to the stop's driver. A paid one stays as it is.
 */
export async function incomesFollow(
  tx: Queryable,
  run: Pick<RunRow, 'status'>,
  stops: readonly StopRow[],
  now: Date,
): Promise<void> {
  if (stops.length === 0) return
  const kept = new Map(
    (
      await tx
        .select()
        .from(incomes)
        .where(
          among(
            incomes.jobID,
            stops.map(({ assignmentID }) => assignmentID),
          ),
        )
    ).map((income) => [income.jobID, income]),
  )
  const pay = await payRatesOf(
    tx,
    stops.flatMap(({ recordedBy, driverID }) => [recordedBy, driverID]),
  )
  const status = run.status === 'active' || run.status === 'draft' ? 'pending' : 'payable'
  const none: string[] = []
  const changed: Changed[] = []
  const fresh: Omit<typeof incomes.$inferInsert, 'refNumber'>[] = []
  for (const stop of stops) {
    const before = kept.get(stop.assignmentID)
    const income = incomeFollowing(stop, before, pay)
    if (income === null) {
      none.push(stop.assignmentID)
      continue
    }
    const row = { ...income, status } as const
    // Most records after an outcome, such as its photos, do not change the pay.
    if (before?.status === 'paid' || (before && isSame(before, row))) continue
    if (before) changed.push({ incomeID: before.incomeID, ...row })
    else
      fresh.push({ ...row, incomeID: newID(), jobID: stop.assignmentID, runOrderID: stop.runOrderID, createdAt: now })
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
  if (none.length > 0) await tx.delete(incomes).where(and(among(incomes.jobID, none), ne(incomes.status, 'paid')))
}

type Said = Pick<
  typeof incomes.$inferSelect,
  'driverID' | 'status' | 'pu' | 'amount' | 'payRate' | 'payPercentage' | 'formula'
>
type Changed = Said & { incomeID: string }

const isSame = (before: Said, row: Said) =>
  (Object.keys(row) as (keyof Said)[]).every((name) => before[name] === row[name])

/** All of them in one statement: a week's corrections arrive in one batch, while the run is locked. */
async function changeIncomes(tx: Queryable, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  await tx.execute(sql`
    update ${incomes} set
      driver_id = said."driverID", status = said.status, pu = said.pu, amount_cents = said.amount, pay_rate_cents = said."payRate",
      pay_percentage_bp = said."payPercentage", formula = said.formula, version = ${incomes}.version + 1
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as said(
      "incomeID" uuid, "driverID" uuid, status text, pu integer, amount integer, "payRate" integer, "payPercentage" integer, formula text)
    where ${incomes}.income_id = said."incomeID"`)
}
