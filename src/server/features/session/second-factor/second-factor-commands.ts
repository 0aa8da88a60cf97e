import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { passkeyChallenges, passkeys, totpSecrets } from '../../../db/tables/sign-in.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { type Actor, requireArea } from '../../../http/serve.ts'
import { endSessionsOf } from '../../../http/sessions.ts'
import type { Dependencies } from '../../../ports.ts'
import { accountByID } from '../session-reads.ts'
import { endCodes, renewCodes } from './recovery-codes.ts'
import { factorReset, notify, NOTICES } from './second-factor-mails.ts'
import { factorsOf, secondFactorRequired } from './second-factor-reads.ts'
import { hasSecondFactor } from '../../accounts/public.ts'

/**
 * Deletes the recovery codes when the last factor was removed. That factor can't be removed where the business requires
 * one.
 */
export async function endLastFactor(tx: Queryable, { userID, role }: Actor): Promise<void> {
  if (await hasSecondFactor(tx, userID)) return
  if (await secondFactorRequired(tx, role)) {
    throw new Refused('wrong_state', {
      message: 'This is your only second step and admins need one. Add another first.',
    })
  }
  await endCodes(tx, userID)
}

export async function makeNewCodes(tx: Queryable, deps: Dependencies, author: Author): Promise<string[]> {
  const { userID } = author.actor
  if (!(await hasSecondFactor(tx, userID))) {
    throw new Refused('wrong_state', {
      message: 'Recovery codes replace an authenticator app or a passkey. Add one of those first.',
    })
  }
  const codes = await renewCodes(tx, deps.secrets, userID, author.now)
  await recordChange(tx, author, {
    action: 'second-factor.recovery-codes-renew',
    subjectKind: 'user',
    subjectID: userID,
  })
  await notify(tx, deps, userID, NOTICES.codesRenewed, author.now)
  return codes
}

/**
 * An admin does this for another person who lost their device. It starts no session: the password is still required.
 */
export async function resetFactors(
  tx: Queryable,
  deps: Dependencies,
  author: Author & { readonly actor: Actor },
  userID: string,
): Promise<void> {
  if (userID === author.actor.userID) {
    throw new Refused('wrong_state', {
      message: 'Change your own second step on your profile page. If you lost your device, ask another admin.',
    })
  }
  const account = await accountByID(tx, userID, author.now)
  if (account === null) throw new Refused('not_found')
  if (account.role === 'ADMIN') requireArea(author.actor, 'users')
  const { totpSince, recoveryCodesLeft, passkeys: keys } = await factorsOf(tx, userID)
  if (totpSince === null && keys.length === 0)
    throw new Refused('wrong_state', {
      message: 'This person has no second step to reset.',
    })
  await tx.delete(totpSecrets).where(eq(totpSecrets.userID, userID))
  await tx.delete(passkeys).where(eq(passkeys.userID, userID))
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userID, userID))
  await endCodes(tx, userID)
  const ended = await endSessionsOf(tx, userID, author.now)
  const before = { authenticatorApp: totpSince !== null, passkeys: keys.length, recoveryCodesLeft }
  await recordChange(tx, author, {
    action: 'second-factor.reset',
    subjectKind: 'user',
    subjectID: userID,
    before,
    after: { ended },
  })
  await notify(tx, deps, userID, factorReset(author.actor.fullName), author.now)
}
