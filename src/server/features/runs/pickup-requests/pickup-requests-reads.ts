import { and, count, eq, type SQL } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { jobs, pickupRequests, runs } from '../../../db/tables/runs.ts'
import { calendarSettings } from '../../../db/tables/settings.ts'
import { users } from '../../../db/tables/users.ts'
import { sameWeek } from '../../../db/same-week.ts'
import type { RunRow } from '../core/runs-reads.ts'

export type PickupRequestRow = typeof pickupRequests.$inferSelect

export interface PickupRequestShown extends PickupRequestRow {
  refNumber: number
  customer: string
  suburb: string
  /** Null: the calendar no longer contains the week. */
  week: { from: string; to: string } | null
  run: RunRow | null
}

export async function pickupRequestsPage(
  db: Queryable,
  { where, orderBy, limit, offset }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ rows: PickupRequestShown[]; total: number }> {
  const rows = await db
    .select({
      request: pickupRequests,
      refNumber: customers.refNumber,
      customer: users.fullName,
      suburb: suburbs.label,
      week: { from: calendarSettings.from, to: calendarSettings.to },
      run: runs,
    })
    .from(pickupRequests)
    .innerJoin(customers, eq(customers.customerID, pickupRequests.customerID))
    .innerJoin(users, eq(users.userID, pickupRequests.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .leftJoin(calendarSettings, sameWeek(calendarSettings, pickupRequests))
    .leftJoin(jobs, eq(jobs.assignmentID, pickupRequests.assignmentID))
    .leftJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(pickupRequests)
    .innerJoin(customers, eq(customers.customerID, pickupRequests.customerID))
    .innerJoin(users, eq(users.userID, pickupRequests.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(where)
  return { rows: rows.map(({ request, ...beside }) => ({ ...request, ...beside })), total: counted!.total }
}

export async function pickupRequestByID(db: Queryable, pickupRequestID: string): Promise<PickupRequestShown | null> {
  const { rows } = await pickupRequestsPage(db, {
    where: eq(pickupRequests.pickupRequestID, pickupRequestID),
    orderBy: [],
    limit: 1,
    offset: 0,
  })
  return rows[0] ?? null
}

export interface KnownStop {
  assignmentID: string
  run: RunRow
  isOnTheRun: boolean
}

/** The customer's stops in the runs of that week, including shifted and removed ones. */
export async function stopsInWeek(db: Queryable, customerID: string, week: WeekRef): Promise<KnownStop[]> {
  const rows = await db
    .select({ assignmentID: jobs.assignmentID, state: jobs.state, run: runs })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(eq(jobs.customerID, customerID), sameWeek(runs, week)))
  return rows.map(({ assignmentID, state, run }) => ({
    assignmentID,
    run,
    isOnTheRun: state !== 'shifted' && state !== 'cancelled',
  }))
}
