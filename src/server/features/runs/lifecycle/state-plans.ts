import { and, asc, eq, isNotNull, type SQL } from 'drizzle-orm'
import { NOT_REACHED } from '#domain/run-figures.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers } from '../../../db/tables/customers.ts'
import { incomes } from '../../../db/tables/events.ts'
import { jobs, noPickups } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { type Candidate, candidatesByID } from '../planning/due-reads.ts'
import { onTheRun, type RunRow } from '../core/runs-reads.ts'
import { skippedBecause } from '../shifting/skip-commands.ts'
import { type PlannedShift, planShifts } from '../shifting/shift-plan.ts'

/** What activating or completing a run does to its stops. Preview and command use the same plan. */

export interface ActivationPlan {
  readonly staying: readonly StopRow[]
  readonly undriven: readonly StopRow[]
  /** The stops of customers with a no pickup. */
  readonly shifts: readonly PlannedShift[]
  /** The stops of customers on hold, which leave the run; what they are due for stays. */
  readonly held: readonly StopRow[]
}

export async function activationPlan(db: Queryable, run: RunRow): Promise<ActivationPlan> {
  const stops = await stopsOf(db, run)
  const refusals = await noPickupsOf(db, run)
  const onHold = await heldAmong(
    db,
    stops.map(({ customerID }) => customerID),
  )
  const held = stops.filter(({ customerID }) => !refusals.has(customerID) && onHold.has(customerID))
  const staying = stops.filter(({ customerID }) => !refusals.has(customerID) && !onHold.has(customerID))
  const leaving = stops.flatMap((stop) => {
    const reason = refusals.get(stop.customerID)
    return reason === undefined ? [] : [{ stop, reason: skippedBecause(reason) }]
  })
  return {
    staying,
    undriven: staying.filter(({ driverID }) => driverID === null),
    shifts: await planShifts(db, run, leaving, null),
    held,
  }
}

/** Which of these customers are on hold. */
export async function heldAmong(db: Queryable, customerIDs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(and(isNotNull(customers.heldSince), among(customers.customerID, customerIDs)))
  return new Set(rows.map(({ customerID }) => customerID))
}

export interface CompletionPlan {
  /** Stops with an outcome, which are locked. */
  readonly happened: readonly StopRow[]
  /** The remaining stops, when they are to be shifted. */
  readonly shifts: readonly PlannedShift[]
  /** The customers of all its stops, as they were before. */
  readonly customers: ReadonlyMap<string, Candidate>
}

export async function completionPlan(db: Queryable, run: RunRow): Promise<CompletionPlan> {
  const stops = await stopsOf(db, run)
  const open = stops
    .filter(({ outcome }) => outcome === null)
    .map((stop) => ({ stop, reason: stop.customerCancelledAt ? skippedBecause(null) : NOT_REACHED }))
  const customers = await candidatesByID(
    db,
    run,
    stops.map(({ customerID }) => customerID),
  )
  return {
    happened: stops.filter(({ outcome }) => outcome !== null),
    shifts: await planShifts(db, run, open, null, customers),
    customers,
  }
}

/** The incomes that completing the run fixes. */
export const becomePayable = (runOrderID: string): SQL | undefined =>
  and(eq(incomes.runOrderID, runOrderID), eq(incomes.status, 'pending'))

function stopsOf(db: Queryable, run: RunRow): Promise<StopRow[]> {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), onTheRun))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder))
}

/** customerID -> the reason of the no pickup. */
async function noPickupsOf(db: Queryable, run: RunRow): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ customerID: noPickups.customerID, reason: noPickups.reason })
    .from(noPickups)
    .where(sameWeek(noPickups, run))
  return new Map(rows.map(({ customerID, reason }) => [customerID, reason]))
}
