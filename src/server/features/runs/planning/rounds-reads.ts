import { and, count, desc, eq, isNotNull } from 'drizzle-orm'
import { isOfDepot } from '#domain/depots.ts'
import { proposeDriver } from '#domain/runs.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { type Driver, lastDrivers } from './drivers-reads.ts'
import { onTheRun, type RunRow } from '../core/runs-reads.ts'

/**
 * The driver for a stop added to a round: the round's driver in this run, else as for a new run; null: none is known.
 */
export async function roundDriver(
  db: Queryable,
  run: RunRow,
  runNumber: number,
  staff: readonly Driver[],
): Promise<Driver | null> {
  const [most] = await db
    .select({ driverID: jobs.driverID })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, run.runOrderID), eq(jobs.runNumber, runNumber), isNotNull(jobs.driverID), onTheRun))
    .groupBy(jobs.driverID)
    .orderBy(desc(count()), jobs.driverID)
    .limit(1)
  const week = {
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
    to: run.toDate,
  }
  // A driver of another depot is lent by hand, and not proposed.
  const drivers = staff.filter(({ depotID }) => isOfDepot(run.depotID, depotID))
  const lastDriverID = most ? null : ((await lastDrivers(db, week, [runNumber], drivers)).get(runNumber) ?? null)
  const driverID = most?.driverID ?? proposeDriver({ runNumber, week, named: [], lastDriverID, drivers })
  return staff.find((driver) => driver.driverID === driverID) ?? null
}
