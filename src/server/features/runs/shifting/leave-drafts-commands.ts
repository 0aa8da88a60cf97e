import { and, eq, ne, notExists } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { type DueCustomer, isDue, onceOpenStopsAreMet } from '#domain/due.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { jobs, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { type Author, recordChanges } from '../../../http/changes.ts'
import { highestMonthOf } from '../../calendar/public.ts'
import { dueCustomer, openStops } from '../planning/due-reads.ts'
import { onTheRun, type RunRow } from '../core/runs-reads.ts'
import type { PlannedShift } from './shift-plan.ts'

/**
 * Removes stops from drafts that assumed the shifted stop to be collected. Such a draft contains the customer for the
 * next due week after that; if the shift moves that week later, the customer would be collected twice. A stop that the
 * office added out of turn, or for a pickup request, stays. The pointers have not moved yet; the caller has locked the
 * run.
 */
export async function leaveDrafts(
  tx: Queryable,
  author: Author,
  run: RunRow,
  planned: readonly PlannedShift[],
): Promise<void> {
  const shiftOf = new Map(planned.map((shift) => [shift.stop.customerID, shift]))
  const ahead = (await stopsInDrafts(tx, run, [...shiftOf.keys()])).filter(({ week }) => compareWeeks(week, run) > 0)
  if (ahead.length === 0) return
  const open = await openStops(
    tx,
    ahead.map(({ customerID }) => customerID),
  )
  const highest = await highestMonthOf(tx)
  const leaving = ahead.filter(({ customerID, week }) => {
    const shift = shiftOf.get(customerID)
    if (!shift?.customer || !shift.to || !shift.pointer || compareWeeks(week, shift.to) === 0) return false
    const others = (open.get(customerID) ?? []).filter(({ assignmentID }) => assignmentID !== shift.stop.assignmentID)
    const before: DueCustomer = { ...dueCustomer(shift.customer), hasRequest: false }
    const after: DueCustomer = { ...before, due: shift.pointer.due, shiftedTo: shift.pointer.shiftedTo }
    const wasDue = onceOpenStopsAreMet(before, [...others, { ...weekOf(run), outcome: null }], week, highest)
    const isStill = onceOpenStopsAreMet(after, [...others, { ...shift.to, outcome: null }], week, highest)
    return isDue(wasDue, week).due && !isDue(isStill, week).due
  })
  await forgetStops(
    tx,
    leaving.map(({ assignmentID }) => assignmentID),
  )
  const drafts = [...byKey(leaving, ({ runOrderID }) => runOrderID)]
  await recordChanges(
    tx,
    author,
    drafts.map(([subjectID, stops]) => ({
      action: 'run.update',
      subjectKind: 'run',
      subjectID,
      after: { remove: stops.map(({ assignmentID }) => assignmentID) },
    })),
  )
}

/** The stops that fulfil a pickup request are left out. */
async function stopsInDrafts(tx: Queryable, run: RunRow, customerIDs: readonly string[]) {
  const request = tx
    .select({ requestedStop: pickupRequests.assignmentID })
    .from(pickupRequests)
    .where(eq(pickupRequests.assignmentID, jobs.assignmentID))
  const rows = await tx
    .select({ assignmentID: jobs.assignmentID, customerID: jobs.customerID, runOrderID: jobs.runOrderID, run: runs })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        eq(runs.status, 'draft'),
        ne(runs.runOrderID, run.runOrderID),
        among(jobs.customerID, customerIDs),
        onTheRun,
        notExists(request),
      ),
    )
  return rows.map(({ run: { fromDate: from, toDate: to, ...draft }, ...stop }) => ({
    ...stop,
    week: { ...weekOf(draft), from, to },
  }))
}

const weekOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef): WeekRef => ({ yearNumber, monthNumber, weekNumber })
