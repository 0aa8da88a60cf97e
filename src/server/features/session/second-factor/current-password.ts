import { refusals } from '#domain/refusals.ts'
import type { Database } from '../../../db/database.ts'
import { bucketOf, countTry, forgetTries, type Limit } from '../../../http/limits.ts'
import { passwordMatches } from '../../accounts/public.ts'
import { Refused } from '../../../http/refused.ts'
import { accountByID } from '../session-reads.ts'

const TRIES: Limit = { hits: 10, seconds: 15 * 60 }

interface Caller {
  readonly actor: { readonly userID: string }
  readonly database: Database
  readonly now: Date
}

/**
 * Refuses with `password_wrong` on the field if it is not the caller's password. Call it outside a transaction, because
 * wrong tries count.
 */
export async function confirmPassword({ actor, database, now }: Caller, currentPassword: string): Promise<void> {
  const bucket = bucketOf('current password', actor.userID)
  await countTry(database, bucket, TRIES, now)
  const account = await accountByID(database, actor.userID, now)
  if (!(await passwordMatches(currentPassword, account?.passwordHash ?? null))) {
    throw new Refused('password_wrong', { fields: { currentPassword: refusals.password_wrong.message } })
  }
  await forgetTries(database, bucket)
}
