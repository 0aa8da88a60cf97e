import { and, eq, lt } from 'drizzle-orm'
import type { SignInMethod } from '#contract/v1/account.ts'
import type { Database } from '../../../db/database.ts'
import { totpSecrets } from '../../../db/tables/sign-in.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { writeAudit } from '../../../http/audit.ts'
import { Refused } from '../../../http/refused.ts'
import type { Dependencies } from '../../../ports.ts'
import type { Account } from '../session-reads.ts'
import { useCode } from './recovery-codes.ts'
import { codeUsed, notify } from './second-factor-mails.ts'
import { passkeysOf, recoveryCodesLeft } from './second-factor-reads.ts'
import { codeWrong, keptTotp } from './totp-commands.ts'
import { openSecrets, stepOfCode } from './totp-codes.ts'

interface SigningIn {
  /** Counted when the password was tried. A wrong code stays counted with it. */
  readonly tried: { takeBack(): Promise<void> }
  readonly database: Database
  readonly requestID: string
  readonly now: Date
}

/**
 * After the right password: what else the account asks for. Answers how the person signed in; refuses without a code or with
 * a wrong one. Who has passkeys and no authenticator app signs in with the passkey, or with password and recovery code.
 */
export async function secondStep(context: SigningIn, deps: Dependencies, account: Account, code: string | undefined): Promise<SignInMethod> {
  if (account.role === 'CUSTOMER') return 'password'
  const { database, now } = context
  const totp = await keptTotp(database, account.userID)
  const inUse = totp?.confirmedAt ? openSecrets(deps.secrets, totp.sealedSecret).inUse : null
  if (inUse === null && (await passkeysOf(database, account.userID)).length === 0) return 'password'
  if (!code) {
    await context.tried.takeBack()
    throw new Refused(inUse === null ? 'passkey_required' : 'second_factor_required')
  }
  const step = inUse === null ? null : await stepOfCode(inUse, code, now)
  if (step !== null && (await takeStep(database, account.userID, step))) return 'password+totp'
  if (step === null && (await takeRecoveryCode(context, deps, account.userID, code))) return 'password+recovery-code'
  throw codeWrong()
}

/** Each time step signs in once, whatever comes at the same moment. */
async function takeStep(database: Database, userID: string, step: number): Promise<boolean> {
  const moved = await database
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userID, userID), lt(totpSecrets.lastStep, step)))
    .returning({ userID: totpSecrets.userID })
  return moved.length > 0
}

function takeRecoveryCode({ database, requestID, now }: SigningIn, deps: Dependencies, userID: string, code: string): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (!(await useCode(tx, deps.secrets, userID, code, now))) return false
    const left = await recoveryCodesLeft(tx, userID)
    const entry = { action: 'second-factor.recovery-code-use', subjectKind: 'user', subjectID: userID, after: { left } }
    await writeAudit(tx, { ...entry, actorID: userID, requestID, at: now })
    await notify(tx, deps, userID, codeUsed(left), now)
    return true
  })
}
