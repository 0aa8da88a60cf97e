import { and, eq, sql } from 'drizzle-orm'
import { compareWeeks, type HighestMonthOf, type WeekRef } from '#domain/calendar.ts'
import { afterNoPickup, afterShift, type DuePointer, isOnRequest, shiftDefault } from '#domain/cycle.ts'
import { isDue } from '#domain/due.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { businessToday, calendarWeek, highestMonthOf } from '../settings/settings-reads.ts'
import { driversToChoose } from './drivers-reads.ts'
import { candidatesByID, dueCustomer } from './due-reads.ts'
import { noteFieldWork } from './field-work-commands.ts'
import type { JobRow } from './jobs-reads.ts'
import { roundDriver } from './rounds-reads.ts'
import { requireJobAction } from './runs-policy.ts'
import { draftOf, fieldWorkDone, lockRun, onTheRun, type RunRow } from './runs-reads.ts'
import { addStops, changeStops, lastPlace } from './stops-commands.ts'

export interface ShiftWish {
  runOrderID: string
  assignmentID: string
  to?: WeekRef | undefined
  reason?: string | null | undefined
}

/** The office shifts one stop. Twice is once. */
export async function shift(tx: Queryable, author: Author, wish: ShiftWish): Promise<void> {
  const run = await lockRun(tx, wish.runOrderID)
  const [job] = await tx.select().from(jobs).where(and(eq(jobs.assignmentID, wish.assignmentID), eq(jobs.runOrderID, run.runOrderID)))
  if (!job) throw new Refused('not_found')
  if (job.state === 'shifted') return
  requireJobAction(run, job, 'shift')
  if (wish.to) await requireTarget(tx, run, wish.to, await businessToday(tx, author.now))
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  await shiftOut(tx, run, job, { to: wish.to ?? null, reason: wish.reason ?? null, now: author.now, highestMonthOf: await highestMonthOf(tx) })
  await tx.update(runs).set({ version: run.version + 1 }).where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
  await recordChange(tx, author, { action: 'job.shift', subjectKind: 'job', subjectID: job.assignmentID, after: { to: wish.to ?? 'next period', reason: wish.reason } })
}

export interface Shift {
  /** Null: his next period (a fortnightly customer's next fortnight), same week. */
  to: WeekRef | null
  reason: string | null
  now: Date
  highestMonthOf: HighestMonthOf
}

/**
 * Shifts one stop without an outcome (domain.md 4, Shift): it stays in its run's history, the customer's pointer moves, and the
 * target week's draft gets the stop when there is one. The caller has locked the run.
 */
export async function shiftOut(tx: Queryable, run: RunRow, job: JobRow, { to, reason, now, highestMonthOf }: Shift): Promise<void> {
  const customer = (await candidatesByID(tx, run, [job.customerID])).get(job.customerID)
  // Hidden since: there is nobody left to move.
  if (!customer) return changeStops(tx, [job.assignmentID], { state: 'shifted', reason })
  const cycle = dueCustomer(customer)
  const target = to ?? shiftDefault(cycle, run, highestMonthOf)
  await changeStops(tx, [job.assignmentID], {
    state: 'shifted',
    reason,
    shiftedYear: target.yearNumber,
    shiftedMonth: target.monthNumber,
    shiftedWeek: target.weekNumber,
  })
  // Who is collected on request has no pointer: the week itself is kept as named.
  const named = to ?? (isOnRequest(cycle.collectionScheme) ? target : null)
  await movePointer(tx, job.customerID, to ? afterShift(cycle, to) : afterNoPickup(cycle, run, highestMonthOf), named)
  await addToDraft(tx, job, target, now)
}

/** The customer's next due period, and the week the office named for him, if any. */
export async function movePointer(tx: Queryable, customerID: string, due: DuePointer | null, shiftedTo: WeekRef | null): Promise<void> {
  await tx
    .update(customers)
    .set({
      dueYear: due?.yearNumber ?? null,
      dueMonth: due?.monthNumber ?? null,
      dueWeek: due?.weekNumber ?? null,
      shiftedYear: shiftedTo?.yearNumber ?? null,
      shiftedMonth: shiftedTo?.monthNumber ?? null,
      shiftedWeek: shiftedTo?.weekNumber ?? null,
      version: sql`${customers.version} + 1`,
    })
    .where(eq(customers.customerID, customerID))
}

async function addToDraft(tx: Queryable, job: JobRow, target: WeekRef, now: Date): Promise<void> {
  const draft = await draftOf(tx, target)
  if (!draft || draft.runOrderID === job.runOrderID) return
  const week = { ...target, from: draft.fromDate, to: draft.toDate }
  const customer = (await candidatesByID(tx, target, [job.customerID])).get(job.customerID)
  if (!customer || !isDue(dueCustomer(customer), week).due) return
  const [there] = await tx
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, draft.runOrderID), eq(jobs.customerID, job.customerID), onTheRun))
  if (there) return
  const staff = await driversToChoose(tx)
  const driver = await roundDriver(tx, draft, customer.runNumber, staff)
  const stopOrder = (await lastPlace(tx, draft.runOrderID, customer.runNumber)) + 1
  await addStops(tx, draft, [{ customer, stopOrder, driver, from: job }], now)
}

/** A named week must be in the calendar, not over, and another one than the run's. */
export async function requireTarget(tx: Queryable, run: RunRow, to: WeekRef, today: string): Promise<void> {
  const week = await calendarWeek(tx, to.yearNumber, to.monthNumber, to.weekNumber)
  const reason = !week
    ? `Week ${to.weekNumber} of ${to.monthNumber}/${to.yearNumber} is not in the calendar.`
    : compareWeeks(week, run) === 0
      ? 'The stop is in this week already.'
      : week.to < today
        ? 'This week has ended.'
        : null
  if (reason) throw new Refused('cannot_generate_pickup', { reason })
}
