import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { compareWeeks } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { isOfDepot } from '#domain/depots.ts'
import { judgeForRun } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { runs } from '../../../db/tables/runs.ts'
import { writeAudit } from '../../../http/audit.ts'
import { calendarWeek, highestMonthOf } from '../../calendar/public.ts'
import { businessToday } from '../../settings/public.ts'
import { lockRun, type RunRow } from '../core/runs-reads.ts'
import { type Candidate, candidatesByID, dueCustomer, openStops } from './due-reads.ts'
import { driversOfRounds } from './due-plan.ts'
import { joinRun } from './join-commands.ts'
import { withStop } from './run-plan.ts'

/** Adds these customers to the drafts in which they are due, after something that kept them out has ended. */
export async function takeUpInDrafts(tx: Queryable, customerIDs: readonly string[], now: Date): Promise<void> {
  const drafts = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(runs)
    .where(and(eq(runs.status, 'draft'), gte(runs.toDate, await businessToday(tx, now))))
    // A depot's own draft before the firm's.
    .orderBy(asc(runs.fromDate), sql`${runs.depotID} nulls last`, asc(runs.runOrderID))
  for (const { runOrderID } of drafts) {
    const run = await lockRun(tx, runOrderID)
    const joining = run.status === 'draft' ? await dueWithoutStop(tx, run, customerIDs) : []
    if (joining.length === 0) continue
    const rounds = joining.map(({ runNumber }) => runNumber)
    const joiners = joining.map((customer) => ({ customer }))
    await joinRun(tx, run, joiners, await driversOfRounds(tx, run, rounds), now)
    await tx
      .update(runs)
      .set({ version: run.version + 1 })
      .where(eq(runs.runOrderID, runOrderID))
    await writeAudit(tx, {
      actorID: null,
      requestID: null,
      at: now,
      action: 'run.add',
      subjectKind: 'run',
      subjectID: runOrderID,
      after: { stops: joining.length },
    })
  }
}

/** The customers among these whom a run of that week would take, and who have no stop in it. */
async function dueWithoutStop(db: Queryable, run: RunRow, customerIDs: readonly string[]): Promise<Candidate[]> {
  const row = await calendarWeek(db, run.yearNumber, run.monthNumber, run.weekNumber)
  if (row === null) return []
  const there = await withStop(db, row, customerIDs)
  const open = await openStops(db, customerIDs)
  const highest = await highestMonthOf(db)
  return [...(await candidatesByID(db, row, customerIDs)).values()].filter((customer) => {
    const { customerID, depotID } = customer
    if (!isOfDepot(run.depotID, depotID)) return false
    return judgeForRun(dueCustomer(customer), row, open.get(customerID) ?? [], there.has(customerID), highest).taken
  })
}

/** The active runs that would have taken these customers; of several of one week the depot's own, and the first. */
export async function missingFromActiveRuns(
  db: Queryable,
  customerIDs: readonly string[],
  today: Day,
): Promise<{ customerID: string; runOrderID: string }[]> {
  if (customerIDs.length === 0) return []
  const active = await db
    .select()
    .from(runs)
    .where(and(eq(runs.status, 'active'), gte(runs.toDate, today)))
    .orderBy(asc(runs.fromDate), sql`${runs.depotID} nulls last`, asc(runs.sequenceNumber))
  const isSame = (one: RunRow, other: RunRow) => compareWeeks(one, other) === 0 && one.depotID === other.depotID
  const first = active.filter((run, at) => active.findIndex((other) => isSame(other, run)) === at)
  const isSameWeek = (one: RunRow, other: RunRow) => compareWeeks(one, other) === 0
  const missing: { customerID: string; run: RunRow }[] = []
  for (const run of first)
    for (const { customerID } of await dueWithoutStop(db, run, customerIDs))
      if (!missing.some((other) => other.customerID === customerID && isSameWeek(other.run, run)))
        missing.push({ customerID, run })
  return missing.map(({ customerID, run: { runOrderID } }) => ({ customerID, runOrderID }))
}
