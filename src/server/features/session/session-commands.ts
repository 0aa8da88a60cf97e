import { eq } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { LINK_PLACE, queueMailWithLink } from '../../db/mail-outbox.ts'
import { settings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import {
  consumeToken,
  hashPassword,
  issueToken,
  refuseWeakPassword,
  revokeTokensOf,
  tellAccountChanged,
} from '../accounts/public.ts'
import { Refused } from '../../http/refused.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { letterOf, type SettingsInForce } from '../settings/public.ts'
import { type Account, accountByID, adminExists } from './session-reads.ts'

const RESET_MINUTES = 60

/**
 * Mails a link to choose a new password. The same statements run for known and unknown addresses, so that the response
 * time does not disclose which it is.
 */
export async function sendResetLink(
  tx: Queryable,
  deps: Dependencies,
  account: Account | null,
  inForce: SettingsInForce,
  now: Date,
): Promise<void> {
  const known = account?.email && !account.closed ? { ...account, email: account.email } : null
  const { url, expiresAt } = await resetLink(tx, deps.config, known?.userID ?? null, now)
  if (known === null) return void (await tx.select({ key: settings.key }).from(settings).limit(1))
  const { userID, email, firstName } = known
  const letter = letterOf(inForce, 'passwordReset', {
    firstName,
    passwordLink: LINK_PLACE,
    minutes: String(RESET_MINUTES),
  })
  await queueMailWithLink(
    tx,
    deps,
    { dedupeKey: `reset ${userID} ${newID(now.getTime())}`, to: email, ...letter, link: { url, expiresAt, userID } },
    now,
  )
}

/** A link to choose a new password, valid for an hour. */
export async function resetLink(
  tx: Queryable,
  { publicUrl }: { readonly publicUrl: string },
  userID: string | null,
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000)
  const token = await issueToken(tx, { purpose: 'reset', userID, expiresAt, now })
  return { url: `${publicUrl}/recover?token=${token}`, expiresAt }
}

/** Sets the password through a mailed link (reset or invitation). Ends all sessions and every other link. */
export async function setPasswordByToken(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  token: string,
  password: string,
  now: Date,
): Promise<Account> {
  const { userID } = await consumeToken(tx, token, ['reset', 'invite'], now)
  const account = userID === null ? null : await accountByID(tx, userID, now)
  if (account === null || account.closed) throw new Refused('token_invalid')
  await refuseWeakPassword(tx, password, account)
  await tx
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.userID, account.userID))
  await revokeTokensOf(tx, account.userID, now)
  await endSessionsOf(tx, account.userID, now)
  // A first password needs no notice, because its invitation was mailed just before.
  if (account.email !== null && account.passwordHash !== null)
    await tellAccountChanged(tx, deps, { ...account, to: account.email, changed: ['password'] }, now)
  return account
}

export interface NewAdmin {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Without one they choose it by a mailed link. */
  readonly password?: string | undefined
  readonly businessName?: string
}

/** Creates the first admin; refused once there is one. */
export async function addFirstAdmin(
  tx: Queryable,
  admin: NewAdmin,
  now: Date,
): Promise<Pick<Account, 'userID' | 'role' | 'passwordHash'>> {
  const { firstName, lastName, email, password, businessName } = admin
  if (await adminExists(tx)) throw new Refused('set_up_done')
  if (password !== undefined) await refuseWeakPassword(tx, password, admin, businessName)
  const userID = newID(now.getTime())
  const fullName = `${firstName} ${lastName}`.trim()
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await tx
    .insert(users)
    .values({ userID, role: 'ADMIN', firstName, lastName, fullName, email, passwordHash, createdAt: now })
  return { userID, role: 'ADMIN', passwordHash }
}

export async function nameBusiness(tx: Queryable, name: string, now: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: 'business.name', value: name, updatedAt: now })
    .onConflictDoUpdate({ target: settings.key, set: { value: name, updatedAt: now } })
}
