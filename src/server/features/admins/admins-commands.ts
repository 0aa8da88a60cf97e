import { eq, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createAdmin, updateAdmin } from '#contract/v1/admins.ts'
import { newID } from '#domain/identifiers.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import type { Queryable } from '../../db/database.ts'
import { users } from '../../db/tables/users.ts'
import { addAccount, changeAccount, invite, namesIn, revokeTokensOf } from '../accounts/public.ts'
import { requireDepot } from '../depots/public.ts'
import { endApiTokensOf } from '../../http/api-tokens.ts'
import { type Author, changes, recordChange, recordChanges } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { adminByID, type AdminRow, anotherOwnerCanSignIn } from './admins-reads.ts'

const SUBJECT = 'admin'
const WHERE = 'at your desk'

/** Adds an admin, who is invited by mail to choose a password. */
export async function addAdmin(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  input: InputOf<typeof createAdmin>,
): Promise<string> {
  const adminID = newID()
  const { officeRole = 'OWNER', depotID = null, ...person } = input
  await requireDepotOf(tx, officeRole, depotID)
  await addAccount(tx, { ...person, userID: adminID, role: 'ADMIN', now: author.now, office: { officeRole, depotID } })
  await invite(tx, deps, author.now, { ...person, userID: adminID, where: WHERE })
  await recordChange(tx, author, {
    action: 'admin.create',
    subjectKind: SUBJECT,
    subjectID: adminID,
    after: { officeRole, depotID },
  })
  return adminID
}

export async function changeAdmin(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  { adminID, ...input }: InputOf<typeof updateAdmin>,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingAdmin(tx, adminID)
  requireVersion(ifMatch, before.version)
  const given = namesIn(input)
  const officeRole = input.officeRole ?? before.officeRole
  const depotID = input.depotID === undefined ? before.depotID : input.depotID
  const isOtherRole = officeRole !== before.officeRole
  const isOtherPart = isOtherRole || depotID !== before.depotID
  if (!changes(before, given) && !isOtherPart) return
  await requireDepotOf(tx, officeRole, depotID)
  // With a changed address, “Forgot password?” would give the account to the admin who changed it.
  if (!before.invited && changes(before, { email: given.email }))
    refuseField('email', 'Only they can change their email, on their own profile page')
  if (isOtherRole && before.officeRole === 'OWNER') await requireAnotherOwner(tx, adminID)
  await changeAccount(tx, deps, adminID, before, input, author.now, { office: { officeRole, depotID } })
  const changed = Object.keys(given).filter((field) => changes(before, { [field]: Reflect.get(given, field) }))
  await recordChange(tx, author, {
    action: 'admin.update',
    subjectKind: SUBJECT,
    subjectID: adminID,
    ...(isOtherPart && { before: { officeRole: before.officeRole, depotID: before.depotID } }),
    after: { changed, ...(isOtherPart && { officeRole, depotID }) },
  })
}

/** Disables an admin. The row stays, because audit entries show its name; its email is free again. */
export async function removeAdmin(
  tx: Queryable,
  author: Author,
  adminID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingAdmin(tx, adminID)
  requireVersion(ifMatch, before.version)
  if (before.officeRole === 'OWNER') await requireAnotherOwner(tx, adminID)
  await tx
    .update(users)
    .set({ disabledAt: author.now, signsIn: 0, passwordHash: null, version: sql`${users.version} + 1` })
    .where(eq(users.userID, adminID))
  await endSessionsOf(tx, adminID, author.now)
  await revokeTokensOf(tx, adminID, author.now)
  await recordChanges(
    tx,
    author,
    (await endApiTokensOf(tx, adminID, author.now)).map((tokenID) => ({
      action: 'api_token.end',
      subjectKind: 'api_token',
      subjectID: tokenID,
    })),
  )
  await recordChange(tx, author, { action: 'admin.delete', subjectKind: SUBJECT, subjectID: adminID })
}

export async function inviteAdminAgain(
  tx: Queryable,
  author: Author,
  deps: Dependencies,
  adminID: string,
): Promise<void> {
  const { invited, firstName, email } = await existingAdmin(tx, adminID)
  if (!invited)
    throw new Refused('wrong_state', {
      message:
        'This admin has already chosen a password. They can get a new one with “Forgot password?” on the sign-in page.',
    })
  await invite(tx, deps, author.now, { userID: adminID, firstName, email, where: WHERE, again: true })
  await recordChange(tx, author, { action: 'admin.invite', subjectKind: SUBJECT, subjectID: adminID })
}

/** An owner sees every depot, because what is about the whole firm is an owner's. */
async function requireDepotOf(tx: Queryable, officeRole: OfficeRole, depotID: string | null): Promise<void> {
  if (officeRole === 'OWNER' && depotID !== null) refuseField('depotID', 'An owner sees every depot')
  await requireDepot(tx, depotID)
}

/** If two owners delete each other at once, one of the transactions is run again and then finds no other owner. */
async function requireAnotherOwner(tx: Queryable, adminID: string): Promise<void> {
  if (!(await anotherOwnerCanSignIn(tx, adminID))) throw new Refused('last_admin')
}

async function existingAdmin(tx: Queryable, adminID: string): Promise<AdminRow> {
  const row = await adminByID(tx, adminID)
  if (!row) throw new Refused('not_found')
  return row
}
