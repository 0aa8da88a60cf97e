import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { passkeys, totpSecrets } from '../../db/tables/sign-in.ts'

/**
 * Whether the user has a confirmed authenticator app or a passkey. Recovery codes do not count, because they run out.
 */
export async function hasSecondFactor(db: Queryable, userID: string): Promise<boolean> {
  const apps = await db
    .select({ userID: totpSecrets.userID })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userID, userID), isNotNull(totpSecrets.confirmedAt)))
  if (apps.length > 0) return true
  const keys = await db
    .select({ passkeyID: passkeys.passkeyID })
    .from(passkeys)
    .where(eq(passkeys.userID, userID))
    .limit(1)
  return keys.length > 0
}
