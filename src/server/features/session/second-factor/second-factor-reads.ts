import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { readSetting } from '#domain/settings.ts'
import type { Role } from '#domain/words.ts'
import type { Queryable } from '../../../db/database.ts'
import { settingValues } from '../../../db/setting-values.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../../../db/tables/sign-in.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export interface Factors {
  readonly totpSince: Date | null
  readonly recoveryCodesLeft: number
  readonly passkeys: readonly PasskeyRow[]
}

export async function factorsOf(db: Queryable, userID: string): Promise<Factors> {
  const [totp] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userID, userID))
  return {
    totpSince: totp?.confirmedAt ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(db, userID),
    passkeys: await passkeysOf(db, userID),
  }
}

/** Oldest first. */
export function passkeysOf(db: Queryable, userID: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userID, userID))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.passkeyID))
}

/** Null: none with that id, or another person's. */
export async function passkeyOf(db: Queryable, userID: string, passkeyID: string): Promise<PasskeyRow | null> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.passkeyID, passkeyID), eq(passkeys.userID, userID)))
  return row ?? null
}

export async function recoveryCodesLeft(db: Queryable, userID: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userID, userID), isNull(recoveryCodes.usedAt)))
  return row!.left
}

/** Whether the setting `security.adminSecondFactor` requires a second factor of this role. */
export async function secondFactorRequired(db: Queryable, role: Role): Promise<boolean> {
  return role === 'ADMIN' && readSetting(await settingValues(db), 'security.adminSecondFactor')
}
