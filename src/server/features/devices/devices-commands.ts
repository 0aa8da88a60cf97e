import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { devices } from '../../db/tables/events.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { driverOf } from '../../http/depots.ts'
import { Refused } from '../../http/refused.ts'
import { holesLeft } from './devices-reads.ts'

/** Revokes a phone for all its users. One that is revoked already stays as it is. */
export function markRevoked(tx: Queryable, author: Author, deviceID: string, reason: string | null): Promise<void> {
  return change(tx, author, {
    deviceID,
    reason,
    action: 'device.revoke',
    fields: { revokedAt: author.now, revokedBy: author.actor.userID, wipedAt: null },
  })
}

/** Allows a phone that was found again. */
export function markAllowed(tx: Queryable, author: Author, deviceID: string, reason: string | null): Promise<void> {
  return change(tx, author, {
    deviceID,
    reason,
    action: 'device.allow',
    fields: { revokedAt: null, revokedBy: null, wipedAt: null },
  })
}

interface Change {
  readonly deviceID: string
  readonly reason: string | null
  readonly action: 'device.revoke' | 'device.allow'
  readonly fields: Pick<typeof devices.$inferInsert, 'revokedAt' | 'revokedBy' | 'wipedAt'>
}

async function change(tx: Queryable, author: Author, { deviceID, reason, action, fields }: Change): Promise<void> {
  const rows = await tx
    .select({ userID: devices.userID, revokedAt: devices.revokedAt })
    .from(devices)
    .where(eq(devices.deviceID, deviceID))
    .for('update')
  if (rows.length === 0) throw new Refused('not_found')
  const revoke = action === 'device.revoke'
  if (rows.every(({ revokedAt }) => (revokedAt !== null) === revoke)) return
  await tx.update(devices).set(fields).where(eq(devices.deviceID, deviceID))
  await recordChange(tx, author, {
    action,
    subjectKind: 'device',
    subjectID: deviceID,
    after: { drivers: rows.map(({ userID }) => userID), reason },
  })
}

interface Settlement {
  readonly reason: string | null
  /** Undefined: of every depot. */
  readonly depotID: string | undefined
  /** Undefined: every driver of the depot who uses the phone. */
  readonly driverID: string | undefined
  /** The numbers that were shown; undefined: those missing now. */
  readonly seen: readonly number[] | undefined
}

/**
 * Settles records that the phone counted and that never arrived: their numbers are no longer reported to the office.
 * The phone is still asked for them (`reconcile.holes`), because it may have one.
 */
export async function settleMissing(
  tx: Queryable,
  author: Author,
  deviceID: string,
  { reason, depotID, driverID, seen }: Settlement,
): Promise<void> {
  const ofDriver = driverID === undefined ? undefined : eq(devices.userID, driverID.toLowerCase())
  const rows = await tx
    .select({ userID: devices.userID, holes: holesLeft })
    .from(devices)
    .where(and(eq(devices.deviceID, deviceID), ofDriver, driverOf(devices.userID, depotID)))
    .for('update')
  if (rows.length === 0) throw new Refused('not_found')
  const settled = rows.flatMap(({ userID, holes }) =>
    holes === null || holes.length === 0 ? [] : [{ driver: userID, numbers: holes }],
  )
  if (settled.length === 0)
    throw new Refused('wrong_state', { message: 'Nothing is missing from this phone any more.' })
  const shown = new Set(seen)
  if (seen !== undefined && settled.some(({ numbers }) => numbers.some((number) => !shown.has(number))))
    throw new Refused('wrong_state', { message: 'More records are missing now. Please check the list again.' })
  for (const { driver, numbers } of settled) {
    await tx
      .update(devices)
      .set({ settled: sql`${devices.settled} || ${sql.param(numbers, devices.settled)}::integer[]` })
      .where(and(eq(devices.deviceID, deviceID), eq(devices.userID, driver)))
  }
  await recordChange(tx, author, {
    action: 'device.settle',
    subjectKind: 'device',
    subjectID: deviceID,
    after: { settled, reason },
  })
}
