import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { runProgress } from '#contract/v1/progress.ts'
import { SILENCE_MS, unsentForRun } from '#domain/device-state.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { devices } from '../../db/tables/events.ts'
import { jobDrivers, jobs, runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { presentWatchedDevice } from './devices-present.ts'
import { holesLeft } from './devices-reads.ts'
import { silentDrivers } from './silent-reads.ts'

type WatchedDevice = AnswerOf<typeof runProgress>['drivers'][number]['phones'][number]

/** Phones of these drivers, and of drivers who had a stop of the run before and still hold records. */
export async function watchedDevices(
  db: Queryable,
  runOrderID: string,
  driverIDs: readonly string[],
  now: Date,
): Promise<WatchedDevice[]> {
  // The driver is looked up for each phone: a merge with the users would read all of them up to the last driver.
  const driver = db
    .select({ name: users.fullName })
    .from(users)
    .where(eq(users.userID, devices.userID))
    .limit(1)
    .as('driver')
  const rows = await db
    .select({ device: devices, driverName: driver.name, holes: holesLeft })
    .from(devices)
    .innerJoinLateral(driver, sql`true`)
    .where(or(among(devices.userID, driverIDs), and(holdsRecords, hadAStop(runOrderID))))
    .orderBy(asc(devices.userID), sql`${devices.lastSeenAt} desc`, asc(devices.deviceID))
  const longAgo = rows.some(({ device }) => now.getTime() - device.lastSeenAt.getTime() >= SILENCE_MS)
  const silent = new Set(longAgo ? await silentDrivers(db, now) : [])
  return rows.map((row) => presentWatchedDevice(row, silent, now))
}

/** Phones of the run's current and former drivers with unsent records that can be the run's, by their last report. */
export async function devicesHolding(db: Queryable, runOrderID: string): Promise<number> {
  const rows = await db
    .select({
      unsent: devices.unsent,
      lastSeenAt: devices.lastSeenAt,
      oldestUnsentAt: devices.oldestUnsentAt,
      activatedAt: runs.activatedAt,
    })
    .from(devices)
    .innerJoin(runs, eq(runs.runOrderID, runOrderID))
    .where(and(holdsRecords, hadAStop(runOrderID)))
  const told = (at: Date | null) => at?.toISOString() ?? null
  return rows.filter(
    ({ unsent, lastSeenAt, oldestUnsentAt, activatedAt }) =>
      unsentForRun(
        { unsent, lastSeenAt: lastSeenAt.toISOString(), oldestUnsentAt: told(oldestUnsentAt) },
        told(activatedAt),
      ) !== 'none',
  ).length
}

const holdsRecords = and(isNull(devices.wipedAt), sql`${devices.unsent} > 0`)

function hadAStop(runOrderID: string): SQL {
  return sql`exists (select 1 from ${jobDrivers} join ${jobs} on ${jobs.assignmentID} = ${jobDrivers.assignmentID}
    where ${jobs.runOrderID} = ${runOrderID} and ${jobDrivers.driverID} = ${devices.userID})`
}
