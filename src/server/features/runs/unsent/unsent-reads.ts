import type { AnswerOf } from '#contract/endpoint.ts'
import type { importUnsent } from '#contract/v1/unsent.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { clockOffset } from '#domain/clock.ts'
import { isID } from '#domain/identifiers.ts'
import type { Queryable } from '../../../db/database.ts'
import { devices } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'

/** Null: no such user, or not a driver. */
export async function driverOfFile(
  db: Queryable,
  userID: string,
): Promise<{ driverID: string; fullName: string } | null> {
  const [driver] = await db
    .select({ driverID: users.userID, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.userID, userID), eq(users.role, 'DRIVER')))
  return driver ?? null
}

interface Exported {
  deviceID: string
  userID: string
  exportedAt: Date
}

/**
 * The offset of the phone's clock, ms. A file may be imported days later, so it can't be measured: it is that of the
 * phone's last contact, or 0 if there was none. The file was certainly written before now.
 */
export async function offsetOfFile(
  db: Queryable,
  { deviceID, userID, exportedAt }: Exported,
  now: Date,
): Promise<number> {
  const [device] = await db
    .select({ clockOffset: devices.clockOffset })
    .from(devices)
    .where(and(eq(devices.deviceID, deviceID), eq(devices.userID, userID)))
  return Math.min(device?.clockOffset ?? 0, clockOffset(exportedAt, now))
}

export async function stopsNamed(
  db: Queryable,
  assignmentIDs: readonly string[],
): Promise<Map<string, NonNullable<AnswerOf<typeof importUnsent>['results'][number]['stop']>>> {
  const ids = [...new Set(assignmentIDs)].filter(isID)
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      assignmentID: jobs.assignmentID,
      customer: jobs.capturedCustomerName,
      address: jobs.address,
      suburb: jobs.suburb,
      serviceType: jobs.serviceType,
    })
    .from(jobs)
    .where(inArray(jobs.assignmentID, ids))
  return new Map(rows.map(({ assignmentID, ...stop }) => [assignmentID, stop]))
}
