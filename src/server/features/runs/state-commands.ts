import { and, asc, eq, sql } from 'drizzle-orm'
import { onceMet } from '#domain/due.ts'
import { type RunTransition, transition, TRANSITION_TARGET } from '#domain/runs.ts'
import type { Queryable } from '../../db/database.ts'
import { forgetStops } from '../../db/forget-stops.ts'
import { incomes } from '../../db/tables/events.ts'
import { jobs, noPickups, runs } from '../../db/tables/runs.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { highestMonthOf } from '../settings/settings-reads.ts'
import { candidatesByID, dueCustomer } from './due-reads.ts'
import type { JobRow } from './jobs-reads.ts'
import { requireRunAction } from './runs-policy.ts'
import { lockRun, onTheRun, type RunRow } from './runs-reads.ts'
import { movePointer, shiftOut } from './shift-commands.ts'
import { changeStops } from './stops-commands.ts'

/** A run from draft to archive (domain.md 4). Called again in its target state each changes nothing. */

/** Who said "no pickup" leaves the run for his next period; then the drivers see it. */
export async function activate(tx: Queryable, author: Author, runOrderID: string, ifMatch: number | null): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'activate', ifMatch)
  if (!run) return
  const stops = await stopsOf(tx, run)
  const refusals = await noPickupsOf(tx, run)
  const staying = stops.filter(({ customerID }) => !refusals.has(customerID))
  const undriven = staying.filter(({ driverID }) => driverID === null).length
  if (undriven > 0) throw new Refused('driver_missing', { count: undriven })
  const highest = await highestMonthOf(tx)
  for (const job of stops) {
    if (!refusals.has(job.customerID)) continue
    const said = refusals.get(job.customerID)
    await shiftOut(tx, run, job, { to: null, reason: said ? `No pickup: ${said}` : 'No pickup', now: author.now, highestMonthOf: highest })
  }
  await enter(tx, author, run, 'activate', { activatedAt: author.now })
}

/** Done stops are locked, the customers' pointers move, incomes become payable. */
export async function complete(tx: Queryable, author: Author, runOrderID: string, outstanding: 'refuse' | 'shift', ifMatch: number | null): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'complete', ifMatch)
  if (!run) return
  const stops = await stopsOf(tx, run)
  const open = stops.filter(({ outcome }) => outcome === null)
  if (open.length > 0 && outstanding === 'refuse') throw new Refused('outcome_missing', { count: open.length })
  const highest = await highestMonthOf(tx)
  for (const job of open) {
    await shiftOut(tx, run, job, { to: null, reason: job.customerCancelledAt ? 'No pickup' : 'Not reached', now: author.now, highestMonthOf: highest })
  }
  const happened = stops.filter(({ outcome }) => outcome !== null)
  await changeStops(tx, happened.map(({ assignmentID }) => assignmentID), { state: 'completed' })
  await movePointers(tx, run, happened)
  await tx
    .update(incomes)
    .set({ status: 'payable', version: sql`${incomes.version} + 1` })
    .where(and(eq(incomes.runOrderID, runOrderID), eq(incomes.status, 'pending')))
  // Invoices of these stops (domain.md 6) are issued here, in this transaction, so that a completed run is a billed one.
  await enter(tx, author, run, 'complete', { completedAt: author.now, doneAt: run.doneAt ?? author.now })
}

export async function archive(tx: Queryable, author: Author, runOrderID: string, ifMatch: number | null): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'archive', ifMatch)
  if (run) await enter(tx, author, run, 'archive', { archivedAt: author.now })
}

/** Only a draft: it was nobody's work yet. */
export async function removeDraft(tx: Queryable, author: Author, runOrderID: string, ifMatch: number | null): Promise<void> {
  const run = await lockRun(tx, runOrderID)
  requireRunAction(run, 'delete')
  requireVersion(ifMatch, run.version)
  const stops = await tx.select({ assignmentID: jobs.assignmentID }).from(jobs).where(eq(jobs.runOrderID, runOrderID))
  await forgetStops(tx, stops.map(({ assignmentID }) => assignmentID))
  await tx.delete(runs).where(eq(runs.runOrderID, runOrderID))
  await recordChange(tx, author, { action: 'run.delete', subjectKind: 'run', subjectID: runOrderID, before: { status: run.status, stops: stops.length } })
}

/** Each customer's pointer after his outcome; the week the office had named is used up. */
export async function movePointers(tx: Queryable, run: RunRow, happened: readonly Pick<JobRow, 'customerID' | 'outcome'>[]): Promise<void> {
  const highest = await highestMonthOf(tx)
  const customers = await candidatesByID(tx, run, happened.map(({ customerID }) => customerID))
  for (const { customerID, outcome } of happened) {
    const customer = customers.get(customerID)
    if (!customer || outcome === null) continue
    const { due, shiftedTo } = onceMet(dueCustomer(customer), run, outcome, highest)
    await movePointer(tx, customerID, due, shiftedTo)
  }
}

/** Null when the run is in the target state already: the first answer may have been lost on its way. */
async function lockedFor(tx: Queryable, runOrderID: string, action: RunTransition, ifMatch: number | null): Promise<RunRow | null> {
  const run = await lockRun(tx, runOrderID)
  const step = transition(run.status, action)
  if (step === 'wrong_state') throw new Refused('wrong_state')
  if (step === 'already') return null
  requireVersion(ifMatch, run.version)
  return run
}

async function enter(tx: Queryable, author: Author, run: RunRow, action: RunTransition, change: Partial<RunRow>): Promise<void> {
  const status = TRANSITION_TARGET[action]
  await tx.update(runs).set({ ...change, status, version: run.version + 1 }).where(eq(runs.runOrderID, run.runOrderID))
  await recordChange(tx, author, { action: `run.${action}`, subjectKind: 'run', subjectID: run.runOrderID, before: { status: run.status }, after: { status } })
}

function stopsOf(tx: Queryable, run: RunRow): Promise<JobRow[]> {
  return tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), onTheRun))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder))
}

/** customerID -> what he gave as reason. */
async function noPickupsOf(tx: Queryable, run: RunRow): Promise<Map<string, string | null>> {
  const rows = await tx
    .select({ customerID: noPickups.customerID, reason: noPickups.reason })
    .from(noPickups)
    .where(and(eq(noPickups.yearNumber, run.yearNumber), eq(noPickups.monthNumber, run.monthNumber), eq(noPickups.weekNumber, run.weekNumber)))
  return new Map(rows.map(({ customerID, reason }) => [customerID, reason]))
}
