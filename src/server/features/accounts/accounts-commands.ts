import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { OfficeRole } from '#domain/office-roles.ts'
import type { Role } from '#domain/words.ts'
import { refusals } from '#domain/refusals.ts'
import type { Queryable } from '../../db/database.ts'
import { among } from '../../db/among.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { users } from '../../db/tables/users.ts'
import { tellAccountChanged } from './account-notices.ts'
import { revokeTokensOf } from './one-time-tokens.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { hashPassword } from './passwords.ts'
import type { Dependencies } from '../../ports.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { endSessionsOf } from '../../http/sessions.ts'

/** What an admin has beside the names: a part of the office and, where the firm has depots, one of them. */
interface OfficePart {
  readonly officeRole: OfficeRole
  readonly depotID: string | null
}

interface Names {
  firstName: string
  lastName: string
  email?: string | null | undefined
  password?: string | undefined
}

/**
 * Throws 409 `email_taken` on the field when another account signs in with this email.
 * @param signsIn false: its email and password don't sign in yet, and the email may be another account's
 */
export async function addAccount(
  tx: Queryable,
  {
    userID,
    role,
    now,
    signsIn = true,
    office,
    ...person
  }: Names & { userID: string; role: Role; now: Date; signsIn?: boolean; office?: OfficePart },
): Promise<void> {
  const email = person.email ?? null
  refusePasswordAlone(email, person.password)
  const { firstName, lastName } = person
  if (person.password !== undefined) await refuseWeakPassword(tx, person.password, { firstName, lastName, email })
  const passwordHash = person.password === undefined ? null : await hashPassword(person.password)
  const row = {
    userID,
    role,
    firstName,
    lastName,
    fullName: fullNameOf(person),
    email,
    signsIn: signsIn ? 1 : 0,
    passwordHash,
    createdAt: now,
    ...office,
  }
  await refusing(() => tx.insert(users).values(row), EMAIL_TAKEN)
}

/** Whether another account signs in with this email. */
export async function isEmailTaken(tx: Queryable, email: string, userID: string): Promise<boolean> {
  const rows = await tx
    .select({ userID: users.userID })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1), ne(users.userID, userID)))
  return rows.length > 0
}

interface NamedAccount extends Omit<Names, 'password'> {
  readonly userID: string
  /** False: it shares the email of an account that signs in. For a changed account undefined leaves it as it is. */
  readonly signsIn?: boolean | undefined
}

/**
 * Adds accounts without a password; a person with an email gets one by "Forgot password?". Throws the database's
 * unique violation when an email is taken.
 */
export async function addAccounts(
  tx: Queryable,
  people: readonly NamedAccount[],
  { role, now }: { role: Role; now: Date },
): Promise<void> {
  await insertRows(
    tx,
    users,
    people.map(({ userID, firstName, lastName, email, signsIn = true }) => ({
      userID,
      signsIn: signsIn ? 1 : 0,
      role,
      firstName,
      lastName,
      fullName: fullNameOf({ firstName, lastName }),
      email: email ?? null,
      createdAt: now,
    })),
  )
}

/** Changes names and emails. Throws the database's unique violation when an email is taken. */
export async function renameAccounts(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  people: readonly (NamedAccount & { readonly emailBefore: string | null })[],
  now: Date,
): Promise<void> {
  const moved = people.filter(({ email = null, emailBefore }) => isAnotherMailbox(email, emailBefore))
  const withPassword = await havingPassword(
    tx,
    moved.map(({ userID }) => userID),
  )
  for (const { userID, firstName, lastName, email = null, signsIn } of people) {
    await tx
      .update(users)
      .set({
        ...(signsIn !== undefined && { signsIn: signsIn ? 1 : 0 }),
        firstName,
        lastName,
        fullName: fullNameOf({ firstName, lastName }),
        email,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.userID, userID))
  }
  for (const { userID, firstName, emailBefore } of moved) {
    await endSessionsOf(tx, userID, now)
    await revokeTokensOf(tx, userID, now)
    if (emailBefore !== null && withPassword.has(userID))
      await tellAccountChanged(tx, deps, { to: emailBefore, userID, firstName, changed: ['email'] }, now)
  }
}

/**
 * Changes the given fields. A new email or password ends every session and link, and the previous address is told,
 * because the person may not have requested the change.
 * @param more.signsIn whether it signs in with its email from now on; undefined: as before
 */
export async function changeAccount(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  userID: string,
  before: { firstName: string; lastName: string; email: string | null },
  change: Partial<Names>,
  now: Date,
  { signsIn, office }: { signsIn?: boolean | undefined; office?: OfficePart } = {},
): Promise<void> {
  const email = change.email === undefined ? before.email : change.email
  refusePasswordAlone(email, change.password)
  const firstName = change.firstName ?? before.firstName
  const lastName = change.lastName ?? before.lastName
  if (change.password !== undefined) await refuseWeakPassword(tx, change.password, { firstName, lastName, email })
  const password = change.password === undefined ? {} : { passwordHash: await hashPassword(change.password) }
  const row = {
    firstName,
    lastName,
    fullName: fullNameOf({ firstName, lastName }),
    email,
    ...password,
    ...(signsIn !== undefined && { signsIn: signsIn ? 1 : 0 }),
    ...office,
    version: sql`${users.version} + 1`,
  }
  const changed = [
    ...(isAnotherMailbox(email, before.email) ? ['email' as const] : []),
    ...(change.password === undefined ? [] : ['password' as const]),
  ]
  const withPassword = await havingPassword(tx, changed.length > 0 ? [userID] : [])
  await refusing(() => tx.update(users).set(row).where(eq(users.userID, userID)), EMAIL_TAKEN)
  if (changed.length === 0) return
  await endSessionsOf(tx, userID, now)
  await revokeTokensOf(tx, userID, now)
  if (before.email !== null && withPassword.has(userID))
    await tellAccountChanged(tx, deps, { to: before.email, userID, firstName: before.firstName, changed }, now)
}

/**
 * Enables the sign-in of an account that was stored with another account's email; 409 `email_taken` while the other
 * uses it.
 */
export async function letSignIn(tx: Queryable, userID: string): Promise<void> {
  const write = () =>
    tx
      .update(users)
      .set({ signsIn: 1, version: sql`${users.version} + 1` })
      .where(and(eq(users.userID, userID), eq(users.signsIn, 0)))
  await refusing(write, EMAIL_TAKEN)
}

/**
 * The fields that a change of an account would set, to be compared with the stored ones. Passwords can't be compared,
 * so a given one always counts as a change.
 */
export function namesIn({ firstName, lastName, email, password }: Partial<Names>): Partial<Names> {
  return { firstName, lastName, email, password }
}

export async function hasPassword(tx: Queryable, userID: string): Promise<boolean> {
  return (await havingPassword(tx, [userID])).has(userID)
}

/**
 * Users who could sign in before the change. Others get no notice: a mistyped invitation address belongs to a stranger.
 */
async function havingPassword(tx: Queryable, userIDs: readonly string[]): Promise<Set<string>> {
  if (userIDs.length === 0) return new Set()
  const rows = await tx
    .select({ userID: users.userID })
    .from(users)
    .where(and(among(users.userID, userIDs), isNotNull(users.passwordHash)))
  return new Set(rows.map(({ userID }) => userID))
}

/** An address that differs only in case is the same mailbox. */
export const isAnotherMailbox = (email: string | null, before: string | null) =>
  email?.toLowerCase() !== before?.toLowerCase()

const fullNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

function refusePasswordAlone(email: string | null, password: string | undefined): void {
  if (email === null && password !== undefined) refuseField('password', 'A password needs an email to sign in with')
}

const EMAIL_TAKEN = {
  unique: {
    users_email_unique: () => {
      throw new Refused('email_taken', { fields: { email: refusals.email_taken.message } })
    },
  },
}
