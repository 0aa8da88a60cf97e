import { and, eq, ne, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { refusals } from '#domain/refusals.ts'
import { defused } from '#domain/typed-names.ts'
import type { Queryable } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { LINK_PLACE, queueMail, queueMailWithLink } from '../../db/mail-outbox.ts'
import { settings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { writeAudit } from '../../http/audit.ts'
import { bucketOf, countHit } from '../../http/limits.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import { endSessionsOf } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { consumeToken, issueToken, revokeTokensFor, revokeTokensOf, tellAccountChanged } from '../accounts/public.ts'
import { businessNameOf, settingsInForce } from '../settings/public.ts'
import { type Account, accountByID } from './session-reads.ts'

/**
 * Changes the own email in two steps: the person asks for it with the password, and the change is made when the link
 * that is mailed to the new address is opened.
 */

type Needs = Pick<Dependencies, 'config' | 'mail' | 'secrets'>

const HOURS = 24
const DAY_SECONDS = 86_400
/**
 * How many mails one address gets in 24 hours, whoever asks for them, so that nobody can send a stranger many mails.
 * `FREE_MAILS` is for an address that no account uses; the owner of a used one is told once.
 */
const FREE_MAILS = 3
const TAKEN_MAILS = 1

/**
 * Mails a link to the new address. The same statements run for a free and a taken one, so that neither the answer nor
 * its time says which it is; the owner of a taken one is told. A newer link ends the older ones.
 */
export async function askForEmail(
  tx: Queryable,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  deps: Needs,
  { userID, firstName }: Account,
  email: string,
): Promise<void> {
  const [owner] = await tx
    .select({ firstName: users.firstName })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1), ne(users.userID, userID)))
  const { hits } = await countHit(tx, bucketOf('email change mail', email.toLowerCase()), DAY_SECONDS, now)
  await revokeTokensFor(tx, userID, 'email', now)
  const expiresAt = new Date(now.getTime() + HOURS * 3_600_000)
  const token = await issueToken(tx, {
    purpose: 'email',
    userID,
    expiresAt,
    now,
    newEmail: email,
    sessionID: actor.sessionID,
  })
  const firm = businessNameOf(await settingsInForce(tx))
  const dedupeKey = `email-change ${userID} ${newID(now.getTime())}`
  const text = (...lines: string[]) => [...lines, firm, ''].join('\n\n')
  if (owner === undefined && hits <= FREE_MAILS)
    return queueMailWithLink(
      tx,
      deps,
      {
        dedupeKey,
        to: email,
        subject: `Confirm your email for ${firm}`,
        text: text(
          `Hello ${defused(firstName)},`,
          `Somebody with an account at ${firm} wants to sign in with this email. If it was you, open this link within ${HOURS} hours:`,
          LINK_PLACE,
          'If it wasn’t you, ignore this email. Nothing changes then.',
        ),
        // The link opens no account: whoever has it still needs the password.
        link: { url: `${deps.config.publicUrl}/confirm-email?token=${token}`, expiresAt, userID: null },
      },
      now,
    )
  if (owner !== undefined && hits <= TAKEN_MAILS)
    return queueMail(
      tx,
      deps.mail,
      {
        dedupeKey,
        to: email,
        subject: `Your email at ${firm}`,
        text: text(
          `Hello ${defused(owner.firstName)},`,
          `Somebody with another account at ${firm} wanted to sign in with this email. It stays with your account, and nothing has changed.`,
        ),
      },
      now,
    )
  await tx.select({ key: settings.key }).from(settings).limit(1)
  return undefined
}

/**
 * The person has opened the link, so the address is theirs. Every other link and every session ends but the one that
 * asked, and the old address is told.
 */
export async function confirmNewEmail(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  token: string,
  { now, requestID }: { readonly now: Date; readonly requestID: string },
): Promise<{ email: string }> {
  const { userID, newEmail, sessionID } = await consumeToken(tx, token, ['email'], now)
  const before = userID === null ? null : await accountByID(tx, userID, now)
  if (before === null || before.closed || newEmail === null) throw new Refused('token_invalid')
  try {
    await tx
      .update(users)
      .set({ email: newEmail, version: sql`${users.version} + 1` })
      .where(eq(users.userID, before.userID))
  } catch (error) {
    if (uniqueViolation(error) !== 'users_email_unique') throw error
    throw new Refused('email_taken', { fields: { email: refusals.email_taken.message } })
  }
  await endSessionsOf(tx, before.userID, now, sessionID ?? undefined)
  await revokeTokensOf(tx, before.userID, now)
  if (before.email !== null)
    await tellAccountChanged(tx, deps, { ...before, to: before.email, changed: ['email'] }, now)
  await writeAudit(tx, {
    actorID: before.userID,
    action: 'user.update',
    subjectKind: 'user',
    subjectID: before.userID,
    after: { changed: ['email'] },
    requestID,
    at: now,
  })
  return { email: newEmail }
}
