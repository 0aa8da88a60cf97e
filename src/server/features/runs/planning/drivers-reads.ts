import { and, count, desc, eq, gte, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import type { CalendarRow } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { DriverChoice } from '#domain/runs.ts'
import type { Queryable } from '../../../db/database.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'

export type Driver = DriverChoice & { name: string }

/** A driver's round longer ago than this is not used as a proposal. */
const LONG_AGO_DAYS = 400

/** Every driver who may be assigned a stop. */
export async function driversToChoose(db: Queryable): Promise<Driver[]> {
  return db
    .select({
      driverID: drivers.driverID,
      name: users.fullName,
      weekNumbers: drivers.weekNumbers,
      employmentStartDate: drivers.employmentStartDate,
      employmentEndDate: drivers.employmentEndDate,
    })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(isNull(users.disabledAt))
}

/** runNumber -> the driver of that round in the last week of this number; of several the one with most stops. */
export async function lastDrivers(db: Queryable, week: CalendarRow): Promise<Map<number, string>> {
  const rows = await db
    .select({ runNumber: jobs.runNumber, driverID: jobs.driverID })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(
      and(
        eq(runs.weekNumber, week.weekNumber),
        ne(runs.status, 'draft'),
        lte(runs.fromDate, week.from),
        gte(runs.fromDate, addDays(week.from, -LONG_AGO_DAYS)),
        isNotNull(jobs.driverID),
      ),
    )
    .groupBy(jobs.runNumber, jobs.driverID, runs.fromDate, runs.sequenceNumber)
    .orderBy(jobs.runNumber, desc(runs.fromDate), desc(runs.sequenceNumber), desc(count()), jobs.driverID)
  const last = new Map<number, string>()
  for (const { runNumber, driverID } of rows) if (driverID && !last.has(runNumber)) last.set(runNumber, driverID)
  return last
}
