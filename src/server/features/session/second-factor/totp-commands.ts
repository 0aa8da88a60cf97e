import { and, eq, isNotNull } from 'drizzle-orm'
import { refusals } from '#domain/refusals.ts'
import type { Database, Queryable } from '../../../db/database.ts'
import { totpSecrets } from '../../../db/tables/sign-in.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { businessNameOf, settingsInForce } from '../../settings/public.ts'
import { accountByID } from '../session-reads.ts'
import { renewCodes } from './recovery-codes.ts'
import { endLastFactor } from './second-factor-commands.ts'
import { notify, NOTICES } from './second-factor-mails.ts'
import { newTotp, openSecrets, sealSecrets, stepOfCode } from './totp-codes.ts'

export const codeWrong = (message: string = refusals.code_wrong.message): Refused =>
  new Refused('code_wrong', { message, fields: { code: message } })

/** Shows a new secret. A confirmed app remains valid until a code of the new one is confirmed. */
export async function offerTotp(
  database: Database,
  { secrets }: Dependencies,
  { userID, fullName }: Actor,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const account = await accountByID(database, userID, now)
  const offered = await newTotp(businessNameOf(await settingsInForce(database)), account?.email ?? fullName)
  await inTransaction(database, async (tx) => {
    const stored = await storedTotp(tx, userID)
    const inUse = stored?.confirmedAt ? openSecrets(secrets, stored.sealedSecret).inUse : null
    const sealedSecret = sealSecrets(secrets, { inUse, offered: offered.secret })
    await tx
      .insert(totpSecrets)
      .values({ userID, sealedSecret, createdAt: now })
      .onConflictDoUpdate({ target: totpSecrets.userID, set: { sealedSecret } })
  })
  return offered
}

/** Confirms the app that generated this code, which replaces any other. Returns new recovery codes. */
export async function confirmOfferedTotp(
  database: Database,
  deps: Dependencies,
  author: Author,
  code: string,
): Promise<string[]> {
  const { userID } = author.actor
  const stored = await storedTotp(database, userID)
  const { offered, inUse } = stored ? openSecrets(deps.secrets, stored.sealedSecret) : { offered: null, inUse: null }
  if (stored === null || offered === null) throw notBegun()
  const step = await stepOfCode(offered, code, author.now)
  if (step === null) throw codeWrong()
  const sealedSecret = sealSecrets(deps.secrets, { inUse: offered, offered: null })
  return inTransaction(database, async (tx) => {
    const confirmed = await tx
      .update(totpSecrets)
      // The code just used can't sign in again.
      .set({ sealedSecret, confirmedAt: author.now, lastStep: step })
      .where(and(eq(totpSecrets.userID, userID), eq(totpSecrets.sealedSecret, stored.sealedSecret)))
      .returning({ userID: totpSecrets.userID })
    if (confirmed.length === 0) throw notBegun()
    const codes = await renewCodes(tx, deps.secrets, userID, author.now)
    const replaced = inUse !== null
    await recordChange(tx, author, {
      action: 'second-factor.totp-add',
      subjectKind: 'user',
      subjectID: userID,
      ...(replaced && { after: { replaced } }),
    })
    await notify(tx, deps, userID, replaced ? NOTICES.totpReplaced : NOTICES.totpAdded, author.now)
    return codes
  })
}

export async function removeTotp(
  tx: Queryable,
  deps: Dependencies,
  author: Author & { readonly actor: Actor },
): Promise<void> {
  const { userID } = author.actor
  const removed = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userID, userID), isNotNull(totpSecrets.confirmedAt)))
    .returning({ userID: totpSecrets.userID })
  if (removed.length === 0) throw new Refused('wrong_state', { message: 'There’s no authenticator app to remove.' })
  await endLastFactor(tx, author.actor)
  await recordChange(tx, author, { action: 'second-factor.totp-remove', subjectKind: 'user', subjectID: userID })
  await notify(tx, deps, userID, NOTICES.totpRemoved, author.now)
}

export async function storedTotp(db: Queryable, userID: string): Promise<typeof totpSecrets.$inferSelect | null> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userID, userID))
  return row ?? null
}

function notBegun(): Refused {
  return new Refused('wrong_state', { message: 'There’s no authenticator app to confirm. Please start again.' })
}
