import { asc, eq } from 'drizzle-orm'
import { compareWeeks } from '#domain/calendar.ts'
import { judgeForRun } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { runs } from '../../../db/tables/runs.ts'
import { highestMonthOf } from '../../calendar/public.ts'
import { candidatesByID, dueCustomer, openStops } from '../planning/due-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'
import { addToDraft } from './shift-commands.ts'

/**
 * Adds a customer again to each draft of a later week that would now include them. Their shifted stop was done after
 * all, or is on its run again, and its copy or the next due stop had been removed from a draft. The caller has set the
 * pointer and locked the run.
 */
export async function rejoinDrafts(tx: Queryable, run: RunRow, stop: StopRow, now: Date): Promise<void> {
  const drafts = await tx
    .select()
    .from(runs)
    .where(eq(runs.status, 'draft'))
    .orderBy(asc(runs.yearNumber), asc(runs.monthNumber), asc(runs.weekNumber))
  const highest = await highestMonthOf(tx)
  for (const { yearNumber, monthNumber, weekNumber, fromDate: from, toDate: to } of drafts.filter(
    (draft) => compareWeeks(draft, run) > 0,
  )) {
    const week = { yearNumber, monthNumber, weekNumber, from, to }
    const customer = (await candidatesByID(tx, week, [stop.customerID])).get(stop.customerID)
    const open = (await openStops(tx, [stop.customerID])).get(stop.customerID) ?? []
    if (customer && judgeForRun(dueCustomer(customer), week, open, false, highest).taken)
      await addToDraft(tx, run, [stop], week, now)
  }
}
