import { eq } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { settings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { consumeToken, issueToken, revokeTokensOf } from '../../http/one-time-tokens.ts'
import { hashPassword } from '../../http/passwords.ts'
import { Refused } from '../../http/refused.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { resetMail } from './session-mails.ts'
import { type Account, accountByID, adminExists } from './session-reads.ts'

const RESET_MINUTES = 60

/** Mails a link to choose a new password. Known or not, the same statements run, so that nobody can tell by the time. */
export async function sendResetLink(tx: Queryable, { config, mail }: Dependencies, account: Account | null, businessName: string, now: Date): Promise<void> {
  const known = account?.email && !account.closed ? { ...account, email: account.email } : null
  const token = await issueToken(tx, { purpose: 'reset', userID: known?.userID ?? null, expiresAt: new Date(now.getTime() + RESET_MINUTES * 60_000), now })
  if (known === null) return void (await tx.select({ key: settings.key }).from(settings).limit(1))
  const link = `${config.publicUrl}/recover?token=${token}`
  await queueMail(tx, mail, { dedupeKey: `reset ${newID(now.getTime())}`, to: known.email, ...resetMail({ firstName: known.firstName, businessName, link }) }, now)
}

/** Sets the password a mailed link (reset or invitation) asks for. Ends all sessions and every other link. */
export async function setPasswordByToken(tx: Queryable, token: string, password: string, now: Date): Promise<Account> {
  const { userID } = await consumeToken(tx, token, ['reset', 'invite'], now)
  const account = userID === null ? null : await accountByID(tx, userID, now)
  if (account === null || account.closed) throw new Refused('token_invalid')
  await tx.update(users).set({ passwordHash: await hashPassword(password) }).where(eq(users.userID, account.userID))
  await revokeTokensOf(tx, account.userID, now)
  await endSessionsOf(tx, account.userID, now)
  return account
}

export interface NewAdmin {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** The first admin; refused once there is one. */
export async function addFirstAdmin(tx: Queryable, { firstName, lastName, email, password }: NewAdmin, now: Date): Promise<{ userID: string; role: 'ADMIN' }> {
  if (await adminExists(tx)) throw new Refused('set_up_done')
  const userID = newID(now.getTime())
  const fullName = `${firstName} ${lastName}`.trim()
  await tx.insert(users).values({ userID, role: 'ADMIN', firstName, lastName, fullName, email, passwordHash: await hashPassword(password), createdAt: now })
  return { userID, role: 'ADMIN' }
}

export async function nameBusiness(tx: Queryable, name: string, now: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: 'business.name', value: name, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value: name, updatedAt: now } })
}
