import { and, eq, isNull, ne, notExists, type SQL, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { chargeOfStop } from '#domain/charges.ts'
import { dayOf } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { namesOf } from '../../../db/names-of.ts'
import { billingLines } from '../../../db/tables/invoices.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { incomes } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { gstPayable, supplier } from '../../incomes/public.ts'
import { settingsInForce } from '../../settings/public.ts'
import { attemptFeeOf, storedAttemptFee } from './attempt-fee-reads.ts'
import { onTheRun } from './runs-reads.ts'

/** What completing their runs bills for those of the stops whose run is active; null: nothing is recorded there. */
export const chargesToCome = (tx: Queryable, stopIDs: readonly string[]): Promise<(Cents | null)[]> =>
  chargesWhere(tx, among(jobs.assignmentID, stopIDs))

/** The same for all stops of a customer, as a sum. */
export async function chargesToComeOf(tx: Queryable, customerID: string): Promise<Cents> {
  const charges = await chargesWhere(tx, and(eq(jobs.customerID, customerID), onTheRun))
  return charges.reduce<Cents>((all, charge) => all + (charge ?? 0), 0)
}

async function chargesWhere(tx: Queryable, which: SQL | undefined): Promise<(Cents | null)[]> {
  const open = await tx
    .select({ stop: jobs, run: runs, fee: storedAttemptFee })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(which, eq(runs.status, 'active')))
  return open.map(({ stop, run, fee }) => chargeOfStop({ ...stop, skipped: false }, attemptFeeOf(run, fee)))
}

/** What those of the stops whose run is not active are billed for, on an invoice or waiting for one. */
export async function chargedAt(tx: Queryable, stopIDs: readonly string[]): Promise<Cents> {
  const later = alias(billingLines, 'later')
  const [charged] = await tx
    .select({ amount: sum(billingLines.amount).mapWith(Number) })
    .from(billingLines)
    .innerJoin(jobs, eq(jobs.assignmentID, billingLines.assignmentID))
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        among(billingLines.assignmentID, stopIDs),
        ne(runs.status, 'active'),
        // Waived with its invoice, and billed again.
        notExists(
          tx
            .select({ one: sql`1` })
            .from(later)
            .where(eq(later.replaces, billingLines.lineID)),
        ),
      ),
    )
  return charged?.amount ?? 0
}

/** What of these stops waits for an invoice, by stop; those without are left out. */
export async function unbilledAt(tx: Queryable, stopIDs: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const waiting = await tx
    .select({ stopID: billingLines.assignmentID, amount: sum(billingLines.amount).mapWith(Number) })
    .from(billingLines)
    .where(and(among(billingLines.assignmentID, stopIDs), isNull(billingLines.invoiceID)))
    .groupBy(billingLines.assignmentID)
  return new Map(waiting.map(({ stopID, amount }) => [stopID!, amount]))
}

/** What each driver earns for these stops. */
export async function earnedAt(tx: Queryable, stopIDs: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const earned = await tx
    .select({ driverID: incomes.driverID, amount: sum(incomes.amount).mapWith(Number) })
    .from(incomes)
    .where(among(incomes.jobID, stopIDs))
    .groupBy(incomes.driverID)
  return new Map(earned.map(({ driverID, amount }) => [driverID, amount]))
}

/**
 * The GST that each driver gets on top of pay, if it were paid today: none where the firm doesn't write the driver's tax
 * invoices.
 */
export async function gstOnPayOf(
  db: Queryable,
  driverIDs: readonly string[],
  now: Date,
): Promise<(driverID: string, amount: Cents) => Cents> {
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const rows = await db
    .select({ driverID: drivers.driverID, supplier })
    .from(drivers)
    .where(among(drivers.driverID, driverIDs))
  const suppliers = new Map(rows.map((row) => [row.driverID, row.supplier]))
  return (driverID, amount) => {
    const driver = suppliers.get(driverID)
    return driver === undefined ? 0 : Math.sign(amount) * gstPayable(settings, driver, Math.abs(amount), today)
  }
}

/** What each driver earned before and earns afterwards, with the driver's name. */
export async function earnedBeside(
  tx: Queryable,
  before: ReadonlyMap<string, Cents>,
  after: ReadonlyMap<string, Cents>,
): Promise<{ driverID: string; driver: string; before: Cents; after: Cents }[]> {
  const driverIDs = [...new Set([...before.keys(), ...after.keys()])]
  const names = await namesOf(tx, driverIDs)
  return driverIDs.map((driverID) => ({
    driverID,
    driver: names.get(driverID) ?? '',
    before: before.get(driverID) ?? 0,
    after: after.get(driverID) ?? 0,
  }))
}
