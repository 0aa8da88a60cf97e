import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { type CalendarRow, highestMonths } from '#domain/calendar.ts'
import { nextCollection } from '#domain/customer-week.ts'
import { customerSchedule } from '#domain/schedules.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { calendarRows } from '../../calendar/public.ts'
import { businessToday } from '../../settings/public.ts'
import { DUE_COLUMNS, dueCustomer, isOpen, notHeldBack } from '../planning/due-reads.ts'

/**
 * The week in which each of these customers is collected next, as their own page says it: after what they skipped, and
 * what the office or the calendar moved meanwhile. Without those of whom no collection is planned.
 */
export async function nextCollections(
  db: Queryable,
  customerIDs: readonly string[],
  now: Date,
): Promise<Map<string, CalendarRow>> {
  if (customerIDs.length === 0) return new Map()
  const today = await businessToday(db, now)
  const calendar = await calendarRows(db)
  const highestMonthOf = highestMonths(calendar)
  const rows = await db
    .select({
      customerID: customers.customerID,
      status: customers.status,
      serviceType: customers.serviceType,
      startDate: customers.startDate,
      collectionScheme: customers.collectionScheme,
      weekNumber: customers.weekNumber,
      ...DUE_COLUMNS,
      suburbWeek: suburbs.weekNumber,
    })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(among(customers.customerID, customerIDs))
  const week = (table: typeof runs | typeof noPickups | typeof pickupRequests) => ({
    yearNumber: table.yearNumber,
    monthNumber: table.monthNumber,
    weekNumber: table.weekNumber,
  })
  const stops = await db
    .select({
      customerID: jobs.customerID,
      ...week(runs),
      from: runs.fromDate,
      to: runs.toDate,
      runStatus: runs.status,
      state: jobs.state,
      outcome: jobs.outcome,
      reason: jobs.reason,
      cancelledAt: jobs.customerCancelledAt,
    })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(among(jobs.customerID, customerIDs), or(gte(runs.toDate, today), isOpen), notHeldBack(jobs.customerID)))
    .orderBy(jobs.createdAt, jobs.assignmentID)
  const stopsOf = byKey(
    stops.map(({ runStatus, cancelledAt, ...stop }) => ({
      ...stop,
      isOpen: runStatus === 'draft' || runStatus === 'active',
      customerCancelled: cancelledAt !== null,
    })),
    ({ customerID }) => customerID,
  )
  const skipped = await db
    .select({ customerID: noPickups.customerID, ...week(noPickups), late: noPickups.late })
    .from(noPickups)
    .where(among(noPickups.customerID, customerIDs))
  const requests = await db
    .select({ customerID: pickupRequests.customerID, ...week(pickupRequests) })
    .from(pickupRequests)
    .where(and(among(pickupRequests.customerID, customerIDs), isNull(pickupRequests.assignmentID)))
  const skippedOf = byKey(skipped, ({ customerID }) => customerID)
  const requestsOf = byKey(requests, ({ customerID }) => customerID)
  const found = new Map<string, CalendarRow>()
  for (const { customerID, ...row } of rows) {
    const entries = customerSchedule({
      customer: dueCustomer({ ...row, hasRequest: false }),
      jobs: stopsOf.get(customerID) ?? [],
      noPickups: skippedOf.get(customerID) ?? [],
      requests: requestsOf.get(customerID) ?? [],
      calendar,
      highestMonthOf,
      today,
    })
    const next = nextCollection(
      entries.map((entry) => ({ ...entry, to: entry.row.to, outcome: entry.stop?.outcome })),
      today,
    )
    if (next !== null) found.set(customerID, next.row)
  }
  return found
}
