import { and, eq } from 'drizzle-orm'
import { compareWeeks } from '#domain/calendar.ts'
import { afterShiftUndone } from '#domain/cycle.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { draftsOf, lockRun, onTheRun, type RunRow } from '../core/runs-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { setPointers } from './pointers-commands.ts'

/** Puts a shifted or removed stop on its run again. The caller has locked the run and sets the state. */
export async function unshift(tx: Queryable, run: RunRow, stop: StopRow): Promise<void> {
  await tx
    .update(jobs)
    .set({ reason: null, shiftedYear: null, shiftedMonth: null, shiftedWeek: null })
    .where(eq(jobs.assignmentID, stop.assignmentID))
  await dueAsBefore(tx, run, stop)
}

/**
 * Makes the customer due as if the stop had never been shifted, so that completing it moves the pointer from its own
 * period (domain.md 4, Complete). The stop's planned copy in a draft is deleted.
 */
export async function dueAsBefore(tx: Queryable, run: RunRow, stop: StopRow): Promise<void> {
  const { shiftedYear, shiftedMonth, shiftedWeek, customerID } = stop
  if (shiftedYear === null || shiftedMonth === null || shiftedWeek === null) return
  const target = { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek }
  const customer = (await candidatesByID(tx, target, [customerID])).get(customerID)
  if (customer) {
    const { shiftedTo, ...cycle } = dueCustomer(customer)
    // If the customer was shifted again from there, or the office named another period, that stays.
    const movedOn = shiftedTo && compareWeeks(shiftedTo, target) !== 0
    if (!movedOn) await setPointers(tx, [{ customer, due: afterShiftUndone(cycle, run, target), shiftedTo: null }])
  }
  for (const { runOrderID } of await draftsOf(tx, target)) {
    await lockRun(tx, runOrderID)
    const copies = await tx
      .select({ assignmentID: jobs.assignmentID })
      .from(jobs)
      .where(and(eq(jobs.runOrderID, runOrderID), eq(jobs.customerID, customerID), eq(jobs.state, 'planned'), onTheRun))
    await forgetStops(
      tx,
      copies.map(({ assignmentID }) => assignmentID),
    )
  }
}
