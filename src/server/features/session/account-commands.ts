import { and, eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { changePassword, updateProfile } from '#contract/v1/account.ts'
import { refusals } from '#domain/refusals.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction } from '../../db/transaction.ts'
import { hashPassword, refuseWeakPassword, revokeTokensOf, tellAccountChanged } from '../accounts/public.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { bucketOf, countTry, type Limit } from '../../http/limits.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { askForEmail } from './email-commands.ts'
import { confirmPassword } from './second-factor/current-password.ts'
import { type Account, accountByID } from './session-reads.ts'

interface Caller extends Author {
  readonly actor: Actor
  readonly database: Database
}

type Deps = Pick<Dependencies, 'mail'>
type Needs = Pick<Dependencies, 'config' | 'mail' | 'secrets'>

/** Emails that one account may ask for; each is mailed to an address that may be a stranger's. */
const EMAIL_CHANGES: Limit = { hits: 5, seconds: 86_400 }

/**
 * Sets a new password. The current session stays; every other session and every link ends. Returns the account's new
 * state.
 */
export async function changeOwnPassword(
  caller: Caller,
  deps: Deps,
  { currentPassword, password }: InputOf<typeof changePassword>,
): Promise<Account> {
  const { database, actor, now } = caller
  const before = await ownAccount(database, caller)
  await confirmPassword(caller, currentPassword)
  await refuseWeakPassword(database, password, before)
  const passwordHash = await hashPassword(password)
  return inTransaction(database, async (tx) => {
    await writeIfPasswordUnchanged(tx, before, { passwordHash })
    await endTheRest(tx, caller)
    await recordChange(tx, caller, { action: 'user.password', subjectKind: 'user', subjectID: actor.userID })
    if (before.email !== null)
      await tellAccountChanged(tx, deps, { ...before, to: before.email, changed: ['password'] }, now)
    return { ...before, passwordHash }
  })
}

/**
 * Changes the caller's own name. Another email is as powerful as a new password, because "Forgot password?" then opens
 * the account, and it may be a stranger's: it counts once the link mailed to it is opened (`askForEmail`).
 */
export async function changeOwnProfile(
  caller: Caller,
  deps: Needs,
  { currentPassword, ...input }: InputOf<typeof updateProfile>,
): Promise<void> {
  const before = await ownAccount(caller.database, caller)
  const { firstName = before.firstName, lastName = before.lastName, email = before.email } = input
  const isSameMailbox = email?.toLowerCase() === before.email?.toLowerCase()
  const changed = {
    firstName: firstName !== before.firstName,
    lastName: lastName !== before.lastName,
    email: email !== before.email,
  }
  const names = Object.entries(changed).flatMap(([name, isChanged]) => (isChanged ? [name] : []))
  if (names.length === 0) return
  if (before.role !== 'ADMIN' && (changed.firstName || changed.lastName)) {
    const sentence = 'Ask the office to change your name'
    throw new Refused('fields_invalid', {
      fields: { ...(changed.firstName && { firstName: sentence }), ...(changed.lastName && { lastName: sentence }) },
    })
  }
  if (changed.email) {
    if (currentPassword === undefined)
      throw new Refused('fields_invalid', {
        fields: { currentPassword: 'Enter your current password to change the email' },
      })
    await confirmPassword(caller, currentPassword)
  }
  if (!isSameMailbox)
    await countTry(caller.database, bucketOf('change email', before.userID), EMAIL_CHANGES, caller.now)
  await inTransaction(caller.database, async (tx) => {
    if (!isSameMailbox && email !== null) await askForEmail(tx, caller, deps, before, email)
    const written = names.filter((name) => name !== 'email' || isSameMailbox)
    if (written.length === 0) return
    await writeIfPasswordUnchanged(tx, before, {
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`.trim(),
      ...(isSameMailbox && { email }),
    })
    await recordChange(tx, caller, {
      action: 'user.update',
      subjectKind: 'user',
      subjectID: before.userID,
      after: { changed: written },
    })
  })
}

async function ownAccount(db: Queryable, { actor, now }: Caller): Promise<Account> {
  const account = await accountByID(db, actor.userID, now)
  if (account === null) throw new Refused('unauthenticated')
  return account
}

/** If two tabs set a new password at once, the second finds that the confirmed password has changed. */
async function writeIfPasswordUnchanged(
  tx: Queryable,
  { userID, passwordHash }: Account,
  row: Partial<typeof users.$inferInsert>,
): Promise<void> {
  const unchanged = passwordHash === null ? undefined : eq(users.passwordHash, passwordHash)
  const written = await tx
    .update(users)
    .set({ ...row, version: sql`${users.version} + 1` })
    .where(and(eq(users.userID, userID), unchanged))
    .returning({ userID: users.userID })
  if (written.length === 0)
    throw new Refused('password_wrong', { fields: { currentPassword: refusals.password_wrong.message } })
}

async function endTheRest(tx: Queryable, { actor, now }: Caller): Promise<void> {
  await endSessionsOf(tx, actor.userID, now, actor.sessionID)
  await revokeTokensOf(tx, actor.userID, now)
}
