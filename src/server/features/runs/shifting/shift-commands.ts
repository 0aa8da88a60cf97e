import { and, asc, eq } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { staysDue } from '#domain/cycle.ts'
import { isDue } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { among } from '../../../db/among.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { updateRows } from '../../../db/update-rows.ts'
import { type Author, recordChanges } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { requireVersion } from '../../../http/serve.ts'
import { businessToday } from '../../settings/public.ts'
import { type Candidate, candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { joinRun } from '../planning/join-commands.ts'
import { leaveDrafts } from './leave-drafts-commands.ts'
import { setPointers } from './pointers-commands.ts'
import { driversOfRounds } from '../planning/due-plan.ts'
import { requireStopAction } from '../core/runs-policy.ts'
import { draftsOf, fieldWorkDone, lockRun, onTheRun, runFor, type RunRow } from '../core/runs-reads.ts'
import { type PlannedShift, planShifts, requireTarget } from './shift-plan.ts'

interface Wish {
  to?: WeekRef | undefined
  reason?: string | null | undefined
}

/** Shifts one stop. Idempotent. */
export async function shift(
  tx: Queryable,
  author: Author,
  wish: Wish & { runOrderID: string; assignmentID: string },
): Promise<void> {
  const run = await lockRun(tx, wish.runOrderID)
  const stops = await stopsNamed(tx, run, [wish.assignmentID])
  if (stops.length === 0) throw new Refused('not_found')
  await shiftStops(tx, author, run, stops, wish, null)
}

/** Shifts many stops, all or none; one that is shifted already stays as it is. */
export async function shiftMany(
  tx: Queryable,
  author: Author,
  wish: Wish & { runOrderID: string; assignmentIDs: readonly string[] },
  ifMatch: number | null,
): Promise<void> {
  const run = await lockRun(tx, wish.runOrderID)
  const assignmentIDs = [...new Set(wish.assignmentIDs)]
  const stops = await stopsNamed(tx, run, assignmentIDs)
  if (stops.length < assignmentIDs.length) refuseField('assignmentIDs', 'This stop isn’t on this run')
  await shiftStops(tx, author, run, stops, wish, ifMatch)
}

async function shiftStops(
  tx: Queryable,
  author: Author,
  run: RunRow,
  stops: readonly StopRow[],
  { to, reason }: Wish,
  ifMatch: number | null,
): Promise<void> {
  const open = stops.filter(({ state }) => state !== 'shifted')
  // This is checked before the version: it may be a retry of a call whose answer was lost.
  if (open.length === 0) return
  for (const stop of open) requireStopAction(run, stop, 'shift')
  requireVersion(ifMatch, run.version)
  if (to) await requireTarget(tx, run, to, await businessToday(tx, author.now))
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  await carryOut(
    tx,
    run,
    await planShifts(
      tx,
      run,
      open.map((stop) => ({ stop, reason: reason ?? null })),
      to ?? null,
    ),
    author,
  )
  await tx
    .update(runs)
    .set({ version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
  await recordChanges(
    tx,
    author,
    open.map(({ assignmentID }) => ({
      action: 'job.shift',
      subjectKind: 'job',
      subjectID: assignmentID,
      after: { to: to ?? 'next collection', reason },
    })),
  )
}

function stopsNamed(tx: Queryable, run: RunRow, assignmentIDs: readonly string[]): Promise<StopRow[]> {
  return tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), among(jobs.assignmentID, assignmentIDs)))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder))
}

/**
 * Shifts stops without an outcome (domain.md 4, Shift). They stay in their run's history, the customers' pointers move,
 * a draft of the target week gets them, and a draft that assumed them to be collected loses the customer. The caller
 * has locked the run and planned in the same transaction.
 */
export async function carryOut(
  tx: Queryable,
  run: RunRow,
  planned: readonly PlannedShift[],
  author: Author,
): Promise<void> {
  const rows = planned.map(({ stop, reason, to }) => ({
    assignmentID: stop.assignmentID,
    state: 'shifted' as const,
    reason,
    shiftedYear: to?.yearNumber ?? null,
    shiftedMonth: to?.monthNumber ?? null,
    shiftedWeek: to?.weekNumber ?? null,
    version: stop.version + 1,
  }))
  await leaveDrafts(tx, author, run, planned)
  await updateRows(tx, jobs, jobs.assignmentID, rows)
  await setPointers(
    tx,
    planned.flatMap(({ pointer }) => pointer ?? []),
  )
  await joinDrafts(tx, run, planned, author.now)
}

/**
 * After some outcomes a customer stays due next period (domain.md 4, Complete): a draft of that week, made before the
 * outcome was known, gets the customer now. The pointer has moved already; which week it is does not depend on it.
 */
export async function bringBack(
  tx: Queryable,
  run: RunRow,
  happened: readonly StopRow[],
  customers: ReadonlyMap<string, Candidate>,
  now: Date,
): Promise<void> {
  const again = happened.filter(({ outcome }) => outcome !== null && staysDue(outcome))
  await joinDrafts(
    tx,
    run,
    await planShifts(
      tx,
      run,
      again.map((stop) => ({ stop, reason: null })),
      null,
      customers,
    ),
    now,
  )
}

async function joinDrafts(tx: Queryable, run: RunRow, planned: readonly PlannedShift[], now: Date): Promise<void> {
  const moved = planned.flatMap(({ stop, to }) => (to ? [{ stop, to }] : []))
  for (const group of byKey(moved, ({ to }) => `${to.yearNumber} ${to.monthNumber} ${to.weekNumber}`).values()) {
    await addToDraft(
      tx,
      run,
      group.map(({ stop }) => stop),
      group[0]!.to,
      now,
    )
  }
}

/** Adds the customers who are due in that week and have no stop in it, beside their neighbours. */
export async function addToDraft(
  tx: Queryable,
  run: RunRow,
  moved: readonly StopRow[],
  target: WeekRef,
  now: Date,
): Promise<void> {
  const drafts = await draftsOf(tx, target)
  if (drafts.length === 0) return
  const customerIDs = moved.map(({ customerID }) => customerID)
  const customers = await candidatesByID(tx, target, customerIDs)
  const onThem = await tx
    .select({ customerID: jobs.customerID })
    .from(jobs)
    .where(
      and(
        among(
          jobs.runOrderID,
          drafts.map(({ runOrderID }) => runOrderID),
        ),
        among(jobs.customerID, customerIDs),
        onTheRun,
      ),
    )
  const there = new Set(onThem.map(({ customerID }) => customerID))
  const joining = moved.flatMap((stop) => {
    const customer = customers.get(stop.customerID)
    const draft = customer && runFor(drafts, customer.depotID)
    if (!draft || draft.runOrderID === run.runOrderID || there.has(stop.customerID)) return []
    const week = { ...target, from: draft.fromDate, to: draft.toDate }
    return isDue(dueCustomer(customer), week).due ? [{ draft, customer, from: stop }] : []
  })
  for (const joiners of byKey(joining, ({ draft }) => draft.runOrderID).values()) {
    const { draft } = joiners[0]!
    const rounds = joiners.map(({ customer }) => customer.runNumber)
    await joinRun(tx, draft, joiners, await driversOfRounds(tx, draft, rounds), now)
  }
}
