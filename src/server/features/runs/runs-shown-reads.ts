import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { recordDone } from '#contract/v1/done.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getRun } from '#contract/v1/runs.ts'
import { byKey } from '#domain/by-key.ts'
import type { Warning } from '#domain/warnings.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { events } from '../../db/tables/events.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { jobs } from '../../db/tables/runs.ts'
import { Refused } from '../../http/refused.ts'
import { readAttemptFee } from './core/attempt-fee-reads.ts'
import { eventsShown } from './core/events-reads.ts'
import { stopsShown } from './core/stops-reads.ts'
import { presentDriverRun, presentRun } from './runs-present.ts'
import { countRuns, onTheRun, runByID, runOfDriver, runsOfDriver, shownToDriver } from './core/runs-reads.ts'

type DriverRun = NonNullable<AnswerOf<typeof recordDone>['run']>

/** The whole run for the office, including shifted and removed stops, each with its events. */
export async function runShown(
  db: Queryable,
  runOrderID: string,
  warnings: Warning[] = [],
): Promise<AnswerOf<typeof getRun>> {
  const row = await runByID(db, runOrderID)
  if (!row) throw new Refused('not_found')
  const [run] = await countRuns(db, [row])
  const stops = await stopsShown(db, eq(jobs.runOrderID, runOrderID))
  const ofRun = db.select({ assignmentID: jobs.assignmentID }).from(jobs).where(eq(jobs.runOrderID, runOrderID))
  const eventRows = await eventsShown(db, inArray(events.jobID, ofRun))
  return presentRun(run!, stops, eventRows, {
    warnings,
    invoices: await invoicesOf(db, runOrderID),
    attemptFee: await readAttemptFee(db, row),
  })
}

/** The invoices with a collection of the run, those of several runs included. */
const invoicesOf = async (db: Queryable, runOrderID: string): Promise<{ invoiceID: string }[]> => {
  const rows = await db
    .selectDistinct({ invoiceID: billingLines.invoiceID })
    .from(billingLines)
    .where(and(eq(billingLines.runOrderID, runOrderID), isNotNull(billingLines.invoiceID)))
    .orderBy(billingLines.invoiceID)
  return rows.map(({ invoiceID }) => ({ invoiceID: invoiceID! }))
}

/**
 * The same for one driver with only their own stops and events. Another driver's run, a draft, and a run that left the
 * driver's list (`staysOnDevices`) answer 404.
 */
export async function runShownTo(
  db: Queryable,
  runOrderID: string,
  driverID: string,
  now: Date,
): Promise<AnswerOf<typeof getRun>> {
  const run = await runOfDriver(db, runOrderID, driverID, now)
  if (!run) throw new Refused('not_found')
  const stops = await stopsShown(db, stopsOfDriver(driverID, runOrderID))
  const eventRows = await eventsShown(
    db,
    and(
      eq(events.actorID, driverID),
      among(
        events.jobID,
        stops.map(({ assignmentID }) => assignmentID),
      ),
    ),
  )
  return presentRun({ ...run, trrNotes: null }, stops, eventRows, { warnings: [], invoices: [] })
}

/** A run for a driver's device; null when it is not in the driver's list. */
export async function driverRunShown(
  db: Queryable,
  runOrderID: string,
  driverID: string,
  now: Date,
): Promise<DriverRun | null> {
  const run = await runOfDriver(db, runOrderID, driverID, now)
  return run && presentDriverRun(run, await stopsShown(db, stopsOfDriver(driverID, runOrderID)))
}

/** The whole run in the device's format, for an admin who records for a driver. */
export async function officeRunShown(db: Queryable, runOrderID: string): Promise<DriverRun | null> {
  const row = await runByID(db, runOrderID)
  if (!row) return null
  const [run] = await countRuns(db, [row])
  return presentDriverRun(run!, await stopsShown(db, and(eq(jobs.runOrderID, runOrderID), onTheRun)))
}

export async function driverRunsShown(
  db: Queryable,
  driverID: string,
  now: Date,
  where: SQL | undefined,
): Promise<DriverRun[]> {
  const ownRuns = await runsOfDriver(db, driverID, now, where)
  if (ownRuns.length === 0) return []
  const ids = ownRuns.map(({ runOrderID }) => runOrderID)
  const stops = byKey(
    await stopsShown(db, and(inArray(jobs.runOrderID, ids), eq(jobs.driverID, driverID), shownToDriver)),
    ({ runOrderID }) => runOrderID,
  )
  return ownRuns.map((run) => presentDriverRun(run, stops.get(run.runOrderID) ?? []))
}

const stopsOfDriver = (driverID: string, runOrderID: string) =>
  and(eq(jobs.runOrderID, runOrderID), eq(jobs.driverID, driverID), shownToDriver)
