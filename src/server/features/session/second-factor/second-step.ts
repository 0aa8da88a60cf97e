import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { totpSecrets } from '../../../db/tables/sign-in.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { writeAudit } from '../../../http/audit.ts'
import { bucketOf, countTry, forgetTries } from '../../../http/limits.ts'
import { Refused } from '../../../http/refused.ts'
import type { Dependencies } from '../../../ports.ts'
import type { Account } from '../session-reads.ts'
import { noteFailedSignIn } from '../sign-in-audit.ts'
import { useCode } from './recovery-codes.ts'
import { codeUsed, notify, NOTICES } from './second-factor-mails.ts'
import { passkeysOf, recoveryCodesLeft } from './second-factor-reads.ts'
import { codeWrong, storedTotp } from './totp-commands.ts'
import { openSecrets, stepOfCode } from './totp-codes.ts'

interface SigningIn {
  readonly database: Database
  readonly ip: string
  readonly requestID: string
  readonly now: Date
}

interface FirstStep {
  readonly account: Account
  readonly code: string | undefined
  /** The try counted with the first step. A wrong code leaves it counted. */
  readonly tried: { takeBack(): Promise<void> }
}

/**
 * Wrong codes of one account, from any address. The sender knows the password, and there are few codes of six digits.
 * At the fifth the person is mailed.
 */
const CODES = { hits: 10, seconds: 15 * 60, tellAt: 5 }

/** What proved the second step, as a sign-in method names it after the first; '': none is set up. */
type Proof = '' | '+totp' | '+recovery-code'

/**
 * The second step after the right password, or after the provider. Returns what proved it; refuses without a code or
 * with a wrong one. A person with passkeys but no authenticator app signs in with the passkey, or with a recovery code.
 */
export async function secondStep(
  context: SigningIn,
  deps: Dependencies,
  { account, code, tried }: FirstStep,
): Promise<Proof> {
  const { userID, role } = account
  if (role === 'CUSTOMER') return ''
  const { database, now } = context
  const totp = await storedTotp(database, userID)
  const inUse = totp?.confirmedAt ? openSecrets(deps.secrets, totp.sealedSecret).inUse : null
  if (inUse === null && (await passkeysOf(database, userID)).length === 0) return ''
  if (!code) {
    await tried.takeBack()
    throw new Refused(inUse === null ? 'passkey_required' : 'second_factor_required')
  }
  const bucket = bucketOf('second step', userID)
  const { hits } = await countTry(database, bucket, CODES, now)
  const proof = await proofOf(context, deps, { userID, inUse, code })
  if (proof !== null) {
    await forgetTries(database, bucket)
    return proof
  }
  await noteFailedSignIn(database, userID, context.ip, now)
  if (hits === CODES.tellAt) await inTransaction(database, (tx) => notify(tx, deps, userID, NOTICES.wrongCodes, now))
  throw codeWrong(inUse !== null && looksLikeAppCode(code) ? undefined : RECOVERY_CODE_WRONG)
}

const RECOVERY_CODE_WRONG = 'Wrong code. Each recovery code works once.'
const looksLikeAppCode = (code: string) => /^[\d\s-]*$/.test(code)

/** Uses the code up; null: it is wrong, or was used before. */
async function proofOf(
  context: SigningIn,
  deps: Dependencies,
  { userID, inUse, code }: { userID: string; inUse: string | null; code: string },
): Promise<Proof | null> {
  const step = inUse === null ? null : await stepOfCode(inUse, code, context.now)
  if (step !== null) return (await takeStep(context.database, userID, step)) ? '+totp' : null
  return (await takeRecoveryCode(context, deps, userID, code)) ? '+recovery-code' : null
}

/** Each time step signs in once, also under concurrent requests. */
async function takeStep(database: Database, userID: string, step: number): Promise<boolean> {
  const moved = await database
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userID, userID), lt(totpSecrets.lastStep, step)))
    .returning({ userID: totpSecrets.userID })
  return moved.length > 0
}

function takeRecoveryCode(
  { database, requestID, now }: SigningIn,
  deps: Dependencies,
  userID: string,
  code: string,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (!(await useCode(tx, deps.secrets, userID, code, now))) return false
    const left = await recoveryCodesLeft(tx, userID)
    const entry = { action: 'second-factor.recovery-code-use', subjectKind: 'user', subjectID: userID, after: { left } }
    await writeAudit(tx, { ...entry, actorID: userID, requestID, at: now })
    await notify(tx, deps, userID, codeUsed(left), now)
    return true
  })
}
