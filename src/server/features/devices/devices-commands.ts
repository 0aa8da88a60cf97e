import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { devices } from '../../db/tables/events.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'

/** The office takes a phone back, whoever uses it. A phone that is revoked already stays as it is. */
export function revokePhone(tx: Queryable, author: Author, deviceID: string, reason: string | null): Promise<void> {
  return change(tx, author, { deviceID, reason, action: 'device.revoke', fields: { revokedAt: author.now, revokedBy: author.actor.userID, wipedAt: null } })
}

/** It turned up again: it may be used as before. */
export function allowPhone(tx: Queryable, author: Author, deviceID: string, reason: string | null): Promise<void> {
  return change(tx, author, { deviceID, reason, action: 'device.allow', fields: { revokedAt: null, revokedBy: null, wipedAt: null } })
}

interface Change {
  readonly deviceID: string
  readonly reason: string | null
  readonly action: 'device.revoke' | 'device.allow'
  readonly fields: Pick<typeof devices.$inferInsert, 'revokedAt' | 'revokedBy' | 'wipedAt'>
}

async function change(tx: Queryable, author: Author, { deviceID, reason, action, fields }: Change): Promise<void> {
  const rows = await tx.select({ userID: devices.userID, revokedAt: devices.revokedAt }).from(devices).where(eq(devices.deviceID, deviceID)).for('update')
  if (rows.length === 0) throw new Refused('not_found')
  const revoke = action === 'device.revoke'
  if (rows.every(({ revokedAt }) => (revokedAt !== null) === revoke)) return
  await tx.update(devices).set(fields).where(eq(devices.deviceID, deviceID))
  await recordChange(tx, author, { action, subjectKind: 'device', subjectID: deviceID, after: { drivers: rows.map(({ userID }) => userID), reason } })
}
