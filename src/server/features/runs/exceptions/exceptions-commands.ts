import { and, eq } from 'drizzle-orm'
import { compareWeeks } from '#domain/calendar.ts'
import { afterShiftUndone } from '#domain/cycle.ts'
import type { Queryable } from '../../../db/database.ts'
import { uniqueViolation } from '../../../db/errors.ts'
import { forgetStops } from '../core/forget-stops-commands.ts'
import { touchStops } from '../core/touch-stops-commands.ts'
import { events, incomes } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import { type EventRow, recordedEvent } from '../core/events-reads.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import { stopByID, type StopRow } from '../core/stops-reads.ts'
import { followRecords } from '../recording/follow-commands.ts'
import { movePointers, setPointers } from '../shifting/pointers-commands.ts'
import { rejoinDrafts } from '../shifting/rejoin-drafts-commands.ts'
import { draftOf, fieldWorkDone, lockRun, onTheRun, type RunRow } from '../core/runs-reads.ts'

/**
 * The office's decision on a record that no longer fitted the plan (domain.md 5). Repeating a decision has no effect; a
 * different one is refused.
 */

type Decision = 'accept' | 'dismiss'

/**
 * The record counts: the stop is folded again with it, and income and totals follow. A completed or archived run keeps
 * its status.
 */
export async function accept(tx: Queryable, author: Author, eventID: string, reason: string | null): Promise<void> {
  const event = await undecided(tx, eventID, 'accept')
  if (!event) return
  const stop = event.jobID === null ? null : await stopByID(tx, event.jobID)
  if (!stop || !recordedEvent(event))
    throw new Refused('wrong_state', { message: 'This record can’t be accepted: the stop or its type is unknown.' })
  const run = await lockRun(tx, stop.runOrderID)
  if (run.status === 'draft')
    throw new Refused('wrong_state', { message: 'This record can be accepted once its run is active.' })
  await decide(tx, author, event, 'accept', reason, true)
  if (!event.counts) await refold(tx, author, run, stop)
}

/** The record does not count: it stays stored, with the reason. */
export async function dismiss(tx: Queryable, author: Author, eventID: string, reason: string | null): Promise<void> {
  const event = await undecided(tx, eventID, 'dismiss')
  if (!event) return
  if (!reason) refuseField('reason', 'Enter a reason')
  const stop = event.counts && event.jobID !== null ? await stopByID(tx, event.jobID) : null
  const run = stop && (await lockRun(tx, stop.runOrderID))
  await decide(tx, author, event, 'dismiss', reason, false)
  if (stop && run) await refold(tx, author, run, stop)
}

/** Null when the same decision was made before. */
async function undecided(tx: Queryable, eventID: string, decision: Decision): Promise<EventRow | null> {
  const [event] = await tx.select().from(events).where(eq(events.eventID, eventID)).for('update')
  if (!event || event.decision === null) throw new Refused('not_found')
  if (event.decision === 'open') return event
  if (event.decision !== decision) throw new Refused('already_decided')
  return null
}

async function decide(
  tx: Queryable,
  author: Author,
  event: EventRow,
  decision: Decision,
  reason: string | null,
  counts: boolean,
): Promise<void> {
  await tx
    .update(events)
    .set({ decision, counts, decidedBy: author.actor.userID, decidedAt: author.now, decisionReason: reason })
    .where(eq(events.eventID, event.eventID))
  await touchStops(tx, event.jobID === null ? [] : [event.jobID])
  await recordChange(tx, author, {
    action: `exception.${decision}`,
    subjectKind: 'event',
    subjectID: event.eventID,
    after: { code: event.code, reason },
  })
}

async function refold(tx: Queryable, author: Author, run: RunRow, before: StopRow): Promise<void> {
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  const [after] = await followed(tx, run, before, author.now)
  if (!after) return
  if (run.status !== 'active' && before.outcome !== null && after.outcome === null) {
    throw new Refused('wrong_state', { message: 'This run is completed, so the stop needs an outcome.' })
  }
  await refuseWhenPaid(tx, before, after)
  const isBack = before.state !== 'done' && before.state !== 'completed' && after.outcome !== null
  if (isBack) await takeBack(tx, run, before)
  if (run.status !== 'active') await movePointers(tx, run, [after])
  if (isBack && before.state === 'shifted') await rejoinDrafts(tx, run, after, author.now)
  await tx
    .update(runs)
    .set({ version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
}

async function followed(tx: Queryable, run: RunRow, stop: StopRow, now: Date): Promise<StopRow[]> {
  try {
    return await followRecords(tx, run, [stop.assignmentID], now)
  } catch (error) {
    if (uniqueViolation(error) === undefined) throw error
    throw new Refused('wrong_state', {
      message: 'The customer has another stop in this run. Dismiss this record, or remove that stop first.',
    })
  }
}

/** Refuses a change of what was paid to the driver: paid money is corrected manually. */
async function refuseWhenPaid(tx: Queryable, before: StopRow, after: StopRow): Promise<void> {
  const same = (['outcome', 'pu', 'extraAmount', 'recordedBy'] as const).every(
    (field) => before[field] === after[field],
  )
  if (same) return
  const [paid] = await tx
    .select()
    .from(incomes)
    .where(and(eq(incomes.jobID, before.assignmentID), eq(incomes.status, 'paid')))
  if (paid) throw new Refused('wrong_state', { message: 'The driver has already been paid for this stop.' })
}

/**
 * A stop that was shifted or removed was done after all: its planned copy in a draft is deleted, and the customer is
 * due as if the stop had never been shifted, so that completing it moves the pointer from its own period
 * (domain.md 4, Complete).
 */
async function takeBack(tx: Queryable, run: RunRow, stop: StopRow): Promise<void> {
  await tx
    .update(jobs)
    .set({ reason: null, shiftedYear: null, shiftedMonth: null, shiftedWeek: null })
    .where(eq(jobs.assignmentID, stop.assignmentID))
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
  const draft = await draftOf(tx, target)
  if (!draft) return
  await lockRun(tx, draft.runOrderID)
  const copies = await tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(
      and(eq(jobs.runOrderID, draft.runOrderID), eq(jobs.customerID, customerID), eq(jobs.state, 'planned'), onTheRun),
    )
  await forgetStops(
    tx,
    copies.map(({ assignmentID }) => assignmentID),
  )
}
