import { and, eq, inArray, isNull, min, notInArray } from 'drizzle-orm'
import { highestMonths, type WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { plannedWeeks } from '#domain/due.ts'
import type { Queryable } from '../../db/database.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { dueCustomer } from '../runs/due-reads.ts'
import { businessToday, calendarRows } from '../settings/settings-reads.ts'
import type { CustomerRow } from './customers-reads.ts'

/**
 * `nextPickUp` of each (domain.md 10): the first day of the week of his job in a draft or active run, else of the first
 * week he is due in that has not ended. Null when he is not ACTIVE, on request without a request, or the calendar ends before.
 */
export async function nextPickUps(db: Queryable, rows: readonly CustomerRow[], now: Date): Promise<Map<string, Day>> {
  const active = rows.filter(({ status }) => status === 'ACTIVE')
  const found = new Map<string, Day>()
  if (active.length === 0) return found
  const customerIDs = active.map(({ customerID }) => customerID)
  const onRuns = await daysOfOpenJobs(db, customerIDs)
  const calendar = await calendarRows(db)
  const today = await businessToday(db, now)
  const coming = calendar.filter(({ to }) => to >= today)
  const highest = highestMonths(calendar)
  const skips = await weeksOf(db, noPickups, customerIDs)
  const requests = await weeksOf(db, pickupRequests, customerIDs)
  for (const row of active) {
    const { customerID } = row
    const known = { noPickups: skips.get(customerID) ?? [], requests: requests.get(customerID) ?? [] }
    const planned = () => plannedWeeks(dueCustomer({ ...row, hasRequest: false }), coming, today, highest, known).find(({ skipped }) => !skipped)?.row.from
    const day = onRuns.get(customerID) ?? planned()
    if (day !== undefined) found.set(customerID, day)
  }
  return found
}

async function daysOfOpenJobs(db: Queryable, customerIDs: string[]): Promise<Map<string, Day>> {
  const rows = await db
    .select({ customerID: jobs.customerID, from: min(runs.fromDate) })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(inArray(jobs.customerID, customerIDs), notInArray(jobs.state, ['shifted', 'cancelled']), inArray(runs.status, ['draft', 'active'])))
    .groupBy(jobs.customerID)
  return new Map(rows.flatMap(({ customerID, from }) => (from === null ? [] : [[customerID, from]])))
}

async function weeksOf(db: Queryable, table: typeof noPickups | typeof pickupRequests, customerIDs: string[]): Promise<Map<string, WeekRef[]>> {
  const open = 'assignmentID' in table ? isNull(table.assignmentID) : undefined
  const rows = await db
    .select({ customerID: table.customerID, yearNumber: table.yearNumber, monthNumber: table.monthNumber, weekNumber: table.weekNumber })
    .from(table)
    .where(and(inArray(table.customerID, customerIDs), open))
  const weeks = new Map<string, WeekRef[]>()
  for (const { customerID, ...week } of rows) weeks.set(customerID, [...(weeks.get(customerID) ?? []), week])
  return weeks
}
