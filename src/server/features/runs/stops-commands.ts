import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { jobDrivers, jobs, pickupRequests } from '../../db/tables/runs.ts'
import type { Candidate } from './due-reads.ts'
import type { Driver } from './drivers-reads.ts'
import type { JobRow } from './jobs-reads.ts'
import type { RunRow } from './runs-reads.ts'

/** A stop to be: the customer as he is now, where it stands in its round, and who drives. */
export interface NewStop {
  customer: Candidate
  stopOrder: number
  driver: Driver | null
  /** A stop that was shifted here keeps what the office had written on it. */
  from?: Pick<JobRow, 'amount' | 'adminNotes'>
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const ROWS_PER_STATEMENT = 1000

export async function addStops(tx: Queryable, run: RunRow, stops: readonly NewStop[], now: Date): Promise<void> {
  const rows = stops.map(({ customer, stopOrder, driver, from }) => ({
    assignmentID: newID(),
    runOrderID: run.runOrderID,
    customerID: customer.customerID,
    capturedCustomerName: customer.fullName,
    address: customer.address,
    suburb: customer.suburb,
    postcode: customer.postcode,
    mobilePhone: customer.mobilePhone,
    serviceType: customer.serviceType,
    amount: from?.amount ?? customer.amount,
    adminNotes: from ? from.adminNotes : customer.adminNotes,
    runNumber: customer.runNumber,
    stopOrder,
    driverID: driver?.driverID ?? null,
    capturedDriverName: driver?.name ?? null,
    state: 'planned' as const,
    createdAt: now,
  }))
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await tx.insert(jobs).values(rows.slice(at, at + ROWS_PER_STATEMENT))
  }
  await rememberDrivers(tx, rows, now)
  const asked = rows.filter((_, at) => stops[at]?.customer.hasRequest)
  for (const { assignmentID, customerID } of asked) await takeRequest(tx, run, customerID, assignmentID)
}

async function takeRequest(tx: Queryable, week: WeekRef, customerID: string, assignmentID: string): Promise<void> {
  await tx
    .update(pickupRequests)
    .set({ assignmentID })
    .where(
      and(
        eq(pickupRequests.customerID, customerID),
        eq(pickupRequests.yearNumber, week.yearNumber),
        eq(pickupRequests.monthNumber, week.monthNumber),
        eq(pickupRequests.weekNumber, week.weekNumber),
        isNull(pickupRequests.assignmentID),
      ),
    )
}

/** A driver may upload a photo of any stop he ever had, so who had it is kept. */
async function rememberDrivers(tx: Queryable, stops: readonly { assignmentID: string; driverID: string | null }[], since: Date): Promise<void> {
  const rows = stops.flatMap(({ assignmentID, driverID }) => (driverID === null ? [] : [{ assignmentID, driverID, since }]))
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await tx.insert(jobDrivers).values(rows.slice(at, at + ROWS_PER_STATEMENT)).onConflictDoNothing()
  }
}

export async function giveTo(tx: Queryable, driver: Driver | null, assignmentIDs: readonly string[], now: Date): Promise<void> {
  if (assignmentIDs.length === 0) return
  await changeStops(tx, assignmentIDs, { driverID: driver?.driverID ?? null, capturedDriverName: driver?.name ?? null })
  if (driver) await rememberDrivers(tx, assignmentIDs.map((assignmentID) => ({ assignmentID, driverID: driver.driverID })), now)
}

/** Every change is a new version: phones never go back to an older one. */
export async function changeStops(tx: Queryable, assignmentIDs: readonly string[], change: Partial<typeof jobs.$inferInsert>): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx.update(jobs).set({ ...change, version: sql`${jobs.version} + 1` }).where(inArray(jobs.assignmentID, [...assignmentIDs]))
}

/** The place behind the last one of its round. */
export async function lastPlace(tx: Queryable, runOrderID: string, runNumber: number): Promise<number> {
  const [last] = await tx
    .select({ stopOrder: jobs.stopOrder })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), eq(jobs.runNumber, runNumber)))
    .orderBy(desc(jobs.stopOrder))
    .limit(1)
  return last?.stopOrder ?? 0
}
