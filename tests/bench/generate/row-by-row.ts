import { and, eq, inArray } from 'drizzle-orm'
import { highestMonths } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { placeByNeighbours } from '#domain/neighbours.ts'
import { judgeForRun } from '#domain/run-plan.ts'
import { nextNumber } from '#server/db/counters.ts'
import type { Queryable } from '#server/db/database.ts'
import { customers } from '#server/db/tables/customers.ts'
import { jobs, runs } from '#server/db/tables/runs.ts'
import { driversToChoose } from '#server/features/runs/planning/drivers-reads.ts'
import { candidatesByID, dueCustomer } from '#server/features/runs/planning/due-reads.ts'
import { onTheRun } from '#server/features/runs/core/runs-reads.ts'
import { addStops } from '#server/features/runs/core/stops-commands.ts'
import { calendarWeek } from '#server/features/calendar/calendar-reads.ts'
import { AUTHOR, DRIVERS, WEEK } from './fixture.ts'

/** The same run by the same rules, each customer read, checked and written separately. @returns its stops */
export async function generateRowByRow(tx: Queryable): Promise<number> {
  const week = (await calendarWeek(tx, WEEK.yearNumber, WEEK.monthNumber, WEEK.weekNumber))!
  const staff = new Map((await driversToChoose(tx)).map((driver) => [driver.driverID, driver]))
  const highest = highestMonths([week])
  const taken = []
  for (const { customerID } of await tx
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(eq(customers.status, 'ACTIVE'))) {
    const customer = (await candidatesByID(tx, week, [customerID])).get(customerID)!
    const open = await tx
      .select({
        yearNumber: runs.yearNumber,
        monthNumber: runs.monthNumber,
        weekNumber: runs.weekNumber,
        outcome: jobs.outcome,
      })
      .from(jobs)
      .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
      .where(and(eq(jobs.customerID, customerID), inArray(runs.status, ['draft', 'active']), onTheRun))
    if (!judgeForRun(dueCustomer(customer), week, open, false, highest).taken) continue
    const { runNumber, stopOrder, suburb, address, refNumber } = customer
    taken.push({ customer, runNumber, stopOrder, suburb, address, refId: String(refNumber) })
  }
  const [run] = await tx
    .insert(runs)
    .values({
      runOrderID: newID(),
      refNumber: await nextNumber(tx, 'run', 1),
      status: 'draft',
      ...WEEK,
      sequenceNumber: 1,
      fromDate: week.from,
      toDate: week.to,
      createdAt: AUTHOR.now,
    })
    .returning()
  const places = new Map<number, number>()
  for (const { customer, runNumber } of placeByNeighbours(taken)) {
    const stopOrder = (places.get(runNumber) ?? 0) + 1
    places.set(runNumber, stopOrder)
    const driver = staff.get(DRIVERS.find((one) => one.runNumber === runNumber)!.driverID) ?? null
    await addStops(tx, run!, [{ customer, stopOrder, driver }], AUTHOR.now)
  }
  return taken.length
}
