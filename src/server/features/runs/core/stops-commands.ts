import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { WeekRef } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { updateRows } from '../../../db/update-rows.ts'
import { jobDrivers, jobs, pickupRequests } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { pricesByID } from '../../prices/public.ts'
import type { StopRow } from './stops-reads.ts'
import type { RunRow } from './runs-reads.ts'

/** What a stop copies of its customer. */
interface CustomerOfStop extends Pick<
  StopRow,
  | 'customerID'
  | 'address'
  | 'suburb'
  | 'postcode'
  | 'mobilePhone'
  | 'serviceType'
  | 'amount'
  | 'adminNotes'
  | 'runNumber'
> {
  fullName: string
  hasRequest: boolean
}

interface DriverOfStop {
  driverID: string
  name: string
}

/** A stop to be created, with the customer's current data. */
export interface NewStop {
  customer: CustomerOfStop
  stopOrder: number
  driver: DriverOfStop | null
  /** A stop that was shifted here keeps the office's entries. */
  from?: Pick<StopRow, 'amount' | 'amountTyped' | 'adminNotes'>
}

/** One statement of each kind for any number of stops. Each costs what its customer pays on the week's first day. */
export async function addStops(tx: Queryable, run: RunRow, stops: readonly NewStop[], now: Date): Promise<void> {
  const prices = await pricesByID(
    tx,
    stops.map(({ customer }) => customer.customerID),
    run.fromDate,
  )
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
    amount: from?.amountTyped ? from.amount : (prices.get(customer.customerID) ?? customer.amount),
    amountTyped: from?.amountTyped ?? false,
    adminNotes: from ? from.adminNotes : customer.adminNotes,
    runNumber: customer.runNumber,
    stopOrder,
    driverID: driver?.driverID ?? null,
    capturedDriverName: driver?.name ?? null,
    state: 'planned' as const,
    createdAt: now,
  }))
  await insertRows(tx, jobs, rows)
  await rememberDrivers(
    tx,
    rows.map(({ assignmentID }) => assignmentID),
    now,
  )
  await takeRequests(
    tx,
    run,
    rows.filter((_, at) => stops[at]?.customer.hasRequest).map(({ assignmentID }) => assignmentID),
  )
}

/** Marks the open requests of these stops' customers for this week as fulfilled. */
async function takeRequests(tx: Queryable, week: WeekRef, assignmentIDs: readonly string[]): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(pickupRequests)
    .set({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(
      and(
        among(jobs.assignmentID, assignmentIDs),
        eq(pickupRequests.customerID, jobs.customerID),
        sameWeek(pickupRequests, week),
        isNull(pickupRequests.assignmentID),
      ),
    )
  // The driver reads the request's note in addition to the customer's permanent notes.
  await tx
    .update(jobs)
    .set({ adminNotes: sql`concat_ws(chr(10), nullif(${jobs.adminNotes}, ''), ${pickupRequests.notes})` })
    .from(pickupRequests)
    .where(
      and(
        among(jobs.assignmentID, assignmentIDs),
        eq(pickupRequests.assignmentID, jobs.assignmentID),
        isNotNull(pickupRequests.notes),
      ),
    )
}

/**
 * Stores previous drivers, because a driver may upload a photo of any stop they ever had. A driver who gets the stop
 * again has the time of the new assignment.
 */
export async function rememberDrivers(tx: Queryable, assignmentIDs: readonly string[], since: Date): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx.execute(sql`
    insert into ${jobDrivers} (${sql.identifier(jobDrivers.assignmentID.name)}, ${sql.identifier(jobDrivers.driverID.name)}, ${sql.identifier(jobDrivers.since.name)})
    select ${jobs.assignmentID}, ${jobs.driverID}, ${since.toISOString()}::timestamptz from ${jobs}
    where ${among(jobs.assignmentID, assignmentIDs)} and ${jobs.driverID} is not null
    on conflict (${sql.identifier(jobDrivers.assignmentID.name)}, ${sql.identifier(jobDrivers.driverID.name)}) do update set ${sql.identifier(jobDrivers.since.name)} = excluded.since`)
}

export async function giveTo(
  tx: Queryable,
  driver: DriverOfStop | null,
  assignmentIDs: readonly string[],
  now: Date,
): Promise<void> {
  if (assignmentIDs.length === 0) return
  await changeStops(tx, assignmentIDs, { driverID: driver?.driverID ?? null, capturedDriverName: driver?.name ?? null })
  await rememberDrivers(tx, assignmentIDs, now)
}

/** Every change increases the version, so that devices never go back to an older one. */
export async function changeStops(
  tx: Queryable,
  assignmentIDs: readonly string[],
  change: Partial<typeof jobs.$inferInsert>,
): Promise<void> {
  if (assignmentIDs.length === 0) return
  await tx
    .update(jobs)
    .set({ ...change, version: sql`${jobs.version} + 1` })
    .where(among(jobs.assignmentID, assignmentIDs))
}

/** Sets the stops' positions; a stop that does not move keeps its version. @returns whether one moved */
export async function movePlaces(
  tx: Queryable,
  places: readonly { stop: Pick<StopRow, 'assignmentID' | 'stopOrder' | 'version'>; stopOrder: number }[],
): Promise<boolean> {
  const moved = places.filter(({ stop, stopOrder }) => stop.stopOrder !== stopOrder)
  await updateRows(
    tx,
    jobs,
    jobs.assignmentID,
    moved.map(({ stop, stopOrder }) => ({
      assignmentID: stop.assignmentID,
      stopOrder,
      version: stop.version + 1,
    })),
  )
  return moved.length > 0
}

export async function lastPlace(tx: Queryable, runOrderID: string, runNumber: number): Promise<number> {
  const [last] = await tx
    .select({ stopOrder: jobs.stopOrder })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), eq(jobs.runNumber, runNumber)))
    .orderBy(desc(jobs.stopOrder))
    .limit(1)
  return last?.stopOrder ?? 0
}
