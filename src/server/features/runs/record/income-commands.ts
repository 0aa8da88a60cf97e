import { and, eq, ne, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { incomeOf } from '#domain/income.ts'
import { readSetting } from '#domain/settings.ts'
import { among } from '../../../db/among.ts'
import { nextNumbers } from '../../../db/counters.ts'
import type { Queryable } from '../../../db/database.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { settingValues } from '../../../db/setting-values.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { incomes } from '../../../db/tables/events.ts'
import type { JobRow } from '../jobs-reads.ts'
import type { RunRow } from '../runs-reads.ts'

interface Rates {
  payRate: number
  payPercentage: number
}

/**
 * One income per stop with an outcome, following its corrections (domain.md 8); none without one. It belongs to who recorded the
 * outcome; what the office recorded in a driver's place, to the stop's driver. A paid one stays as it is.
 */
export async function incomesFollow(tx: Queryable, run: Pick<RunRow, 'status'>, stops: readonly JobRow[], now: Date): Promise<void> {
  if (stops.length === 0) return
  const emptyAsBags = readSetting(await settingValues(tx), 'pay.emptyAsBags')
  const kept = new Map(
    (await tx.select().from(incomes).where(among(incomes.jobID, stops.map(({ assignmentID }) => assignmentID)))).map((income) => [income.jobID, income]),
  )
  const rates = await ratesOf(tx, stops.flatMap(({ recordedBy, driverID }) => [recordedBy, driverID]))
  const status = run.status === 'active' || run.status === 'draft' ? 'pending' : 'payable'
  const none: string[] = []
  const fresh: Omit<typeof incomes.$inferInsert, 'refNumber'>[] = []
  for (const job of stops) {
    const before = kept.get(job.assignmentID)
    const driverID = [job.recordedBy, job.driverID].find((id) => id !== null && rates.has(id)) ?? null
    if (job.outcome === null || driverID === null) {
      none.push(job.assignmentID)
      continue
    }
    // The rates of the day he did it: a raise in mid-week does not change what is done.
    const { payRate, payPercentage } = before?.driverID === driverID ? before : rates.get(driverID)!
    const { pu, amount, formula } = incomeOf({
      serviceType: job.serviceType,
      outcome: job.outcome,
      pu: job.pu,
      amount: job.amount,
      extraAmount: job.extraAmount,
      payRate,
      payPercentage,
      emptyAsBags,
    })
    const row = { driverID, status, pu, amount, payRate, payPercentage, formula } as const
    if (before?.status === 'paid') continue
    if (before) await tx.update(incomes).set({ ...row, version: sql`${incomes.version} + 1` }).where(eq(incomes.incomeID, before.incomeID))
    else fresh.push({ ...row, incomeID: newID(), jobID: job.assignmentID, runOrderID: job.runOrderID, createdAt: now })
  }
  if (fresh.length > 0) {
    // A day's stops arrive in one batch: two statements for all of them.
    const number = await nextNumbers(tx, 'income', 1, fresh.length)
    await insertRows(tx, incomes, fresh.map((income, at) => ({ ...income, refNumber: number + at })))
  }
  if (none.length > 0) await tx.delete(incomes).where(and(among(incomes.jobID, none), ne(incomes.status, 'paid')))
}

async function ratesOf(tx: Queryable, userIDs: readonly (string | null)[]): Promise<Map<string, Rates>> {
  const ids = [...new Set(userIDs.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ driverID: drivers.driverID, payRate: drivers.payRate, payPercentage: drivers.payPercentage })
    .from(drivers)
    .where(among(drivers.driverID, ids))
  return new Map(rows.map(({ driverID, ...rates }) => [driverID, rates]))
}
