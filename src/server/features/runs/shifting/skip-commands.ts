import { and, eq } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { jobs, noPickups, runs } from '../../../db/tables/runs.ts'
import type { Author } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { businessToday } from '../../settings/public.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import { fieldWorkDone, lockRunsOf, onTheRun, type RunRow } from '../core/runs-reads.ts'
import { changeStops, giveTo, lastPlace } from '../core/stops-commands.ts'
import { stopByID, type StopRow } from '../core/stops-reads.ts'
import { stopsInWeek } from '../pickup-requests/pickup-requests-reads.ts'
import { driversToChoose } from '../planning/drivers-reads.ts'
import { candidatesByID } from '../planning/due-reads.ts'
import { roundDriver } from '../planning/rounds-reads.ts'
import { rejoinDrafts } from './rejoin-drafts-commands.ts'
import { carryOut } from './shift-commands.ts'
import { planShifts } from './shift-plan.ts'
import { dueAsBefore, unshift } from './unshift-commands.ts'

/**
 * A no pickup takes the customer's stop off its run: in a draft when the run is activated, in an active run at once.
 * Withdrawing it puts the stop back (domain.md 4, No pickup).
 */

/** The stored reason of a skipped stop. @param reason the customer's own words */
export const skippedBecause = (reason: string | null): string => (reason ? `No pickup: ${reason}` : 'No pickup')

/** Stores, with each no pickup of the run's week, which of these stops it took off. */
export async function noteSkipped(tx: Queryable, week: WeekRef, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(noPickups)
    .set({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(
      and(
        among(jobs.assignmentID, assignmentIDs),
        eq(noPickups.customerID, jobs.customerID),
        sameWeek(noPickups, week),
      ),
    )
}

/**
 * Takes an open stop off an active run; the driver sees it struck through after the next sync. The caller has locked
 * the run.
 */
export async function skipStop(
  tx: Queryable,
  author: Author,
  run: RunRow,
  stop: StopRow,
  reason: string | null,
): Promise<void> {
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  await carryOut(tx, run, await planShifts(tx, run, [{ stop, reason: skippedBecause(reason) }], null), author)
  await changeStops(tx, [stop.assignmentID], { customerCancelledAt: author.now })
  await noteSkipped(tx, run, [stop.assignmentID])
  await changed(tx, run, wasDone, author.now)
}

/** The customer gave another reason for the same week. */
export async function renameSkip(tx: Queryable, assignmentID: string, reason: string | null): Promise<void> {
  await lockRunsOf(tx, null, [assignmentID])
  const stop = await stopByID(tx, assignmentID)
  if (stop?.state === 'shifted') await changeStops(tx, [assignmentID], { reason: skippedBecause(reason) })
}

/**
 * Puts a skipped stop back at the end of its round, and the customer's pointer where it was. Refused once the run is
 * completed or its week has ended, because no driver would come. Nothing is put back if the driver collected after all,
 * or the customer is no longer served.
 */
export async function unskipStop(tx: Queryable, author: Author, assignmentID: string): Promise<void> {
  const [run] = (await lockRunsOf(tx, null, [assignmentID])).values()
  const stop = await stopByID(tx, assignmentID)
  if (!run || stop?.state !== 'shifted') return
  if (run.status !== 'active')
    throw new Refused('wrong_state', { message: 'The run of this week is already completed.' })
  if ((await businessToday(tx, author.now)) > run.toDate) throw new Refused('week_over')
  const customer = (await candidatesByID(tx, run, [stop.customerID])).get(stop.customerID)
  if (customer?.status !== 'ACTIVE') return
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  // The office may have put the customer on a further run of the week meanwhile.
  const there = await stopsInWeek(tx, stop.customerID, run)
  if (there.some(({ isOnTheRun }) => isOnTheRun)) await dueAsBefore(tx, run, stop)
  else await toRoundsEnd(tx, run, stop, author.now)
  await rejoinDrafts(tx, run, stop, author.now)
  await changed(tx, run, wasDone, author.now)
}

async function toRoundsEnd(tx: Queryable, run: RunRow, stop: StopRow, now: Date): Promise<void> {
  const { assignmentID, runNumber, driverID } = stop
  const ofRound = await tx
    .selectDistinct({ driverID: jobs.driverID })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), eq(jobs.runNumber, runNumber), onTheRun))
  // The stop had no driver in the draft, or its round has another one since.
  const driver =
    driverID !== null && ofRound.some((one) => one.driverID === driverID)
      ? null
      : await roundDriver(tx, run, runNumber, await driversToChoose(tx))
  const stopOrder = (await lastPlace(tx, run.runOrderID, runNumber)) + 1
  await changeStops(tx, [assignmentID], { state: 'planned', customerCancelledAt: null, stopOrder })
  await unshift(tx, run, stop)
  if (driver) await giveTo(tx, driver, [assignmentID], now)
}

async function changed(tx: Queryable, run: RunRow, wasDone: boolean, now: Date): Promise<void> {
  await tx
    .update(runs)
    .set({ version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, now)
}
