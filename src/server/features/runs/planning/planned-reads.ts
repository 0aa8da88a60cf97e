import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { compareWeeks, highestMonths, type CalendarRow, type WeekRef } from '#domain/calendar.ts'
import type { Day } from '#domain/dates.ts'
import { type DueCustomer, type OpenStop, weeksAhead } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { dueCustomer } from './due-reads.ts'
import { onTheRun } from '../core/runs-reads.ts'

/** A customer with all data that determines the weeks they will be collected in. */
export interface PlannedCustomer {
  customerID: string
  customer: DueCustomer
  noPickups: WeekRef[]
  /** Open ones. */
  requests: WeekRef[]
  /** The customer's stops in draft and active runs. */
  jobs: OpenStop[]
}

/** @param where of `customers`; all of them when left out */
export async function plannedCustomers(db: Queryable, where?: SQL): Promise<PlannedCustomer[]> {
  const rows = await db
    .select({ customer: customers, suburbWeek: suburbs.weekNumber })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(and(isNull(customers.hiddenAt), where))
  const customerIDs = db.select({ customerID: customers.customerID }).from(customers).where(where)
  const weekOf = ({ yearNumber, monthNumber, weekNumber }: typeof noPickups | typeof pickupRequests | typeof runs) => ({
    yearNumber,
    monthNumber,
    weekNumber,
  })
  const noPickupRows = await db
    .select({ customerID: noPickups.customerID, ...weekOf(noPickups) })
    .from(noPickups)
    .where(inArray(noPickups.customerID, customerIDs))
  const asked = await db
    .select({ customerID: pickupRequests.customerID, ...weekOf(pickupRequests) })
    .from(pickupRequests)
    .where(and(inArray(pickupRequests.customerID, customerIDs), isNull(pickupRequests.assignmentID)))
  const open = await db
    .select({ customerID: jobs.customerID, outcome: jobs.outcome, ...weekOf(runs) })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(inArray(jobs.customerID, customerIDs), inArray(runs.status, ['draft', 'active']), onTheRun))
  const [noOf, requestsOf, stopsOf] = [
    byKey(noPickupRows, customerIDOf),
    byKey(asked, customerIDOf),
    byKey(open, customerIDOf),
  ]
  return rows.map(({ customer, suburbWeek }) => ({
    customerID: customer.customerID,
    customer: dueCustomer({ ...customer, suburbWeek, hasRequest: false }),
    noPickups: noOf.get(customer.customerID) ?? [],
    requests: requestsOf.get(customer.customerID) ?? [],
    jobs: stopsOf.get(customer.customerID) ?? [],
  }))
}

const customerIDOf = ({ customerID }: { customerID: string }) => customerID

/** How many customers each of these weeks will currently collect, by its name (`weekName`). */
export async function plannedCounts(
  db: Queryable,
  weeks: readonly WeekRef[],
  calendar: readonly CalendarRow[],
  today: Day,
): Promise<Map<string, number>> {
  const counts = new Map(weeks.map((week) => [weekName(week), 0]))
  const last = [...weeks].sort(compareWeeks).at(-1)
  if (!last) return counts
  const coming = calendar.filter((row) => row.to >= today && compareWeeks(row, last) <= 0).sort(compareWeeks)
  const highest = highestMonths(calendar)
  for (const { customer, ...known } of await plannedCustomers(db, eq(customers.status, 'ACTIVE'))) {
    for (const { row } of weeksAhead(customer, coming, highest, known)) {
      const before = counts.get(weekName(row))
      if (before !== undefined) counts.set(weekName(row), before + 1)
    }
  }
  return counts
}

export const weekName = ({ yearNumber, monthNumber, weekNumber }: WeekRef) =>
  `${yearNumber}-${monthNumber}-${weekNumber}`
