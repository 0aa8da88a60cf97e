import { and, count, desc, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import type { DriverChoice } from '#domain/runs.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'

export type Driver = DriverChoice & { name: string; depotID: string | null }

/** A round longer ago than this proposes no driver. */
const LONG_AGO_DAYS = 400
/** Number of runs searched for the rounds at first; four times as many in each further step. */
const FIRST_LOOK = 4

export async function driversToChoose(db: Queryable): Promise<Driver[]> {
  return db
    .select({
      driverID: drivers.driverID,
      name: users.fullName,
      weekNumbers: drivers.weekNumbers,
      employmentStartDate: drivers.employmentStartDate,
      employmentEndDate: drivers.employmentEndDate,
      depotID: drivers.depotID,
    })
    .from(drivers)
    .innerJoin(users, eq(users.userID, drivers.driverID))
    .where(isNull(users.disabledAt))
}

/**
 * runNumber -> the driver of that round in the last week with this number; of several, the one with most stops. Runs
 * are read one by one, the latest first, because together they have a year's stops.
 * @param staff only these: another depot's round has the same number
 */
export async function lastDrivers(
  db: Queryable,
  week: CalendarRow,
  runNumbers: readonly number[],
  staff: readonly Driver[],
): Promise<Map<number, string>> {
  const driven = await db
    .select({ runOrderID: runs.runOrderID, fromDate: runs.fromDate, sequenceNumber: runs.sequenceNumber })
    .from(runs)
    .where(
      and(
        eq(runs.weekNumber, week.weekNumber),
        ne(runs.status, 'draft'),
        lte(runs.fromDate, week.from),
        gte(runs.fromDate, addDays(week.from, -LONG_AGO_DAYS)),
      ),
    )
    .orderBy(desc(runs.fromDate), desc(runs.sequenceNumber))
  const inOrder = [...byKey(driven, ({ fromDate, sequenceNumber }) => `${fromDate} ${sequenceNumber}`).values()]
  const wanted = new Set(runNumbers)
  const last = new Map<number, string>()
  for (let at = 0, some = FIRST_LOOK; at < inOrder.length && wanted.size > 0; at += some, some *= 4) {
    const looked = inOrder.slice(at, at + some)
    const stops = await roundsOf(db, looked.flat(), [...wanted], staff)
    for (const ids of looked.map((them) => new Set(them.map(({ runOrderID }) => runOrderID)))) {
      for (const [runNumber, driverID] of mostOf(stops.filter(({ runOrderID }) => ids.has(runOrderID))))
        if (wanted.delete(runNumber)) last.set(runNumber, driverID)
    }
  }
  return last
}

interface StopsOf {
  runOrderID: string
  runNumber: number
  driverID: string | null
  stops: number
}

/** The number of stops of each driver in each of these rounds of these runs. */
function roundsOf(
  db: Queryable,
  driven: readonly { runOrderID: string }[],
  runNumbers: readonly number[],
  staff: readonly Driver[],
): Promise<StopsOf[]> {
  return db
    .select({ runOrderID: jobs.runOrderID, runNumber: jobs.runNumber, driverID: jobs.driverID, stops: count() })
    .from(jobs)
    .where(
      and(
        among(
          jobs.runOrderID,
          driven.map(({ runOrderID }) => runOrderID),
        ),
        sql`${jobs.runNumber} = any(${sql.param([...runNumbers])}::integer[])`,
        among(
          jobs.driverID,
          staff.map(({ driverID }) => driverID),
        ),
      ),
    )
    .groupBy(jobs.runOrderID, jobs.runNumber, jobs.driverID)
}

/** runNumber -> the driver with most stops; of several the first by ID. */
function mostOf(counted: readonly StopsOf[]): Map<number, string> {
  const most = new Map<number, string>()
  for (const [runNumber, ofRound] of byKey(counted, (row) => row.runNumber)) {
    const stopsOf = new Map<string, number>()
    for (const { driverID, stops } of ofRound)
      if (driverID !== null) stopsOf.set(driverID, (stopsOf.get(driverID) ?? 0) + stops)
    const [best] = [...stopsOf].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    if (best) most.set(runNumber, best[0])
  }
  return most
}
