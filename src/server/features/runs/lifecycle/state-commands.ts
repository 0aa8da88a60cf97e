import { eq, sql } from 'drizzle-orm'
import { type RunTransition, transition, TRANSITION_TARGET } from '#domain/runs.ts'
import type { Queryable } from '../../../db/database.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { incomes } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { requireVersion } from '../../../http/serve.ts'
import { readAttemptFee } from '../core/attempt-fee-reads.ts'
import { openExceptions } from '../exceptions/exceptions-reads.ts'
import { openContradictions } from '../recording/contradiction-commands.ts'
import { billStops } from '../../invoices/public.ts'
import { movePointers } from '../shifting/pointers-commands.ts'
import { requireDrivers, requireRunAction } from '../core/runs-policy.ts'
import { lockRun, type RunRow } from '../core/runs-reads.ts'
import { bringBack, carryOut } from '../shifting/shift-commands.ts'
import { confirmPickups, type ConfirmationNeeds } from './confirmation-mails-commands.ts'
import { noteSkipped } from '../shifting/skip-commands.ts'
import { activationPlan, becomePayable, completionPlan } from './state-plans.ts'
import { priceStops } from './price-stops-commands.ts'
import { changeStops } from '../core/stops-commands.ts'

/** Why the stop of a customer who doesn't pay left its run. */
const ON_HOLD = 'On hold until overdue invoices are paid'

/**
 * The state transitions of a run from draft to archive (domain.md 4). Called again in its target state, each changes
 * nothing.
 */

/** Shows the run to the drivers. Customers with a no pickup leave it for their next period first. */
export async function activate(
  tx: Queryable,
  author: Author,
  runOrderID: string,
  ifMatch: number | null,
): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'activate', ifMatch)
  if (!run) return
  const plan = await activationPlan(tx, run)
  requireDrivers(plan)
  await carryOut(tx, run, plan.shifts, author)
  await noteSkipped(
    tx,
    run,
    plan.shifts.map(({ stop }) => stop.assignmentID),
  )
  await priceStops(tx, run, plan.staying)
  await changeStops(
    tx,
    plan.held.map(({ assignmentID }) => assignmentID),
    { state: 'cancelled', reason: ON_HOLD },
  )
  await enter(tx, author, run, 'activate', { activatedAt: author.now })
}

/** Locks and bills the stops with an outcome, moves the customers' pointers, and makes incomes payable. */
export async function complete(
  tx: Queryable,
  author: Author,
  runOrderID: string,
  outstanding: 'refuse' | 'shift',
  deps: ConfirmationNeeds,
  ifMatch: number | null,
): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'complete', ifMatch)
  if (!run) return
  const { shifts, happened, customers } = await completionPlan(tx, run)
  const contradicting = await openContradictions(tx, runOrderID)
  if (contradicting > 0) throw new Refused('records_contradict', { count: contradicting })
  if (shifts.length > 0 && outstanding === 'refuse') throw new Refused('outcome_missing', { count: shifts.length })
  await carryOut(tx, run, shifts, author)
  await changeStops(
    tx,
    happened.map(({ assignmentID }) => assignmentID),
    { state: 'completed' },
  )
  await movePointers(tx, run, happened, customers)
  await bringBack(tx, run, happened, customers, author.now)
  await tx
    .update(incomes)
    .set({ status: 'payable', version: sql`${incomes.version} + 1` })
    .where(becomePayable(runOrderID))
  const attemptFee = await readAttemptFee(tx, run)
  await enter(tx, author, run, 'complete', {
    completedAt: author.now,
    doneAt: run.doneAt ?? author.now,
    attemptFee,
    billing: 'invoiced',
  })
  // This is called late, because every issuer of an invoice waits for the row with the next number.
  const issued = await billStops(tx, { userID: author.actor.userID, now: author.now }, happened, attemptFee)
  await confirmPickups(tx, deps, author, { stops: happened, issued })
}

/** Throws while exceptions are open. A record that arrives later is judged as for a completed run. */
export async function archive(
  tx: Queryable,
  author: Author,
  runOrderID: string,
  ifMatch: number | null,
): Promise<void> {
  const run = await lockedFor(tx, runOrderID, 'archive', ifMatch)
  if (!run) return
  // Storing a record also locks the run, so none can arrive between the count and the archive.
  const open = await openExceptions(tx, runOrderID)
  if (open > 0) throw new Refused('exceptions_open', { count: open })
  await enter(tx, author, run, 'archive', { archivedAt: author.now })
}

/** Only a draft can be deleted, because it has no recorded work. */
export async function removeDraft(
  tx: Queryable,
  author: Author,
  runOrderID: string,
  ifMatch: number | null,
): Promise<void> {
  const run = await lockRun(tx, runOrderID)
  requireRunAction(run, 'delete')
  requireVersion(ifMatch, run.version)
  const stops = await tx.select({ assignmentID: jobs.assignmentID }).from(jobs).where(eq(jobs.runOrderID, runOrderID))
  await forgetStops(
    tx,
    stops.map(({ assignmentID }) => assignmentID),
  )
  await tx.delete(runs).where(eq(runs.runOrderID, runOrderID))
  await recordChange(tx, author, {
    action: 'run.delete',
    subjectKind: 'run',
    subjectID: runOrderID,
    before: { status: run.status, stops: stops.length },
  })
}

/** Null when the run is in the target state already, as after a retry of a call whose answer was lost. */
async function lockedFor(
  tx: Queryable,
  runOrderID: string,
  action: RunTransition,
  ifMatch: number | null,
): Promise<RunRow | null> {
  const run = await lockRun(tx, runOrderID)
  const step = transition(run.status, action)
  if (step === 'wrong_state') throw new Refused('wrong_state')
  if (step === 'already') return null
  requireVersion(ifMatch, run.version)
  return run
}

async function enter(
  tx: Queryable,
  author: Author,
  run: RunRow,
  action: RunTransition,
  change: Partial<RunRow>,
): Promise<void> {
  const status = TRANSITION_TARGET[action]
  await tx
    .update(runs)
    .set({ ...change, status, version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await recordChange(tx, author, {
    action: `run.${action}`,
    subjectKind: 'run',
    subjectID: run.runOrderID,
    before: { status: run.status },
    after: { status },
  })
}
