import { asc, eq, gte, and } from 'drizzle-orm'
import { judgeForRun } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { runs } from '../../../db/tables/runs.ts'
import { writeAudit } from '../../../http/audit.ts'
import { calendarWeek, highestMonthOf } from '../../calendar/public.ts'
import { businessToday } from '../../settings/public.ts'
import { lockRun } from '../core/runs-reads.ts'
import { candidatesByID, dueCustomer, openStops } from './due-reads.ts'
import { driversOfRounds } from './due-plan.ts'
import { joinRun } from './join-commands.ts'
import { withStop } from './run-plan.ts'

/** Adds these customers to the drafts in which they are due, after something that kept them out has ended. */
export async function takeUpInDrafts(tx: Queryable, customerIDs: readonly string[], now: Date): Promise<void> {
  const drafts = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(runs)
    .where(and(eq(runs.status, 'draft'), gte(runs.toDate, await businessToday(tx, now))))
    .orderBy(asc(runs.fromDate), asc(runs.runOrderID))
  const highest = await highestMonthOf(tx)
  for (const { runOrderID } of drafts) {
    const run = await lockRun(tx, runOrderID)
    const week = await calendarWeek(tx, run.yearNumber, run.monthNumber, run.weekNumber)
    if (run.status !== 'draft' || week === null) continue
    const there = await withStop(tx, week, customerIDs)
    const open = await openStops(tx, customerIDs)
    const joining = [...(await candidatesByID(tx, week, customerIDs)).values()].filter(
      (customer) =>
        judgeForRun(
          dueCustomer(customer),
          week,
          open.get(customer.customerID) ?? [],
          there.has(customer.customerID),
          highest,
        ).taken,
    )
    if (joining.length === 0) continue
    const rounds = joining.map(({ runNumber }) => runNumber)
    const joiners = joining.map((customer) => ({ customer }))
    await joinRun(tx, run, joiners, await driversOfRounds(tx, run, rounds), now)
    await tx
      .update(runs)
      .set({ version: run.version + 1 })
      .where(eq(runs.runOrderID, runOrderID))
    await writeAudit(tx, {
      ...{ actorID: null, requestID: null, at: now },
      ...{ action: 'run.add', subjectKind: 'run', subjectID: runOrderID, after: { stops: joining.length } },
    })
  }
}
