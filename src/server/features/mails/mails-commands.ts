import { eq } from 'drizzle-orm'
import { isCollectionReminder, isMoneyMail } from '#domain/mail-kinds.ts'
import type { Queryable } from '../../db/database.ts'
import { hasLink, linkOf } from '../../db/mail-outbox.ts'
import { mails } from '../../db/tables/mails.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { type Actor, requireArea } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import type { NotDueAnyMore } from './kept-mails-commands.ts'
import { isLinkKept } from './mails-present.ts'
import { type Mail, mailByID } from './mails-reads.ts'

const WHY_NOT = {
  queued: 'This email is already waiting to be sent.',
  sent: 'This email has been sent.',
  kept: 'This email wasn’t sent: there’s no mail server. Set SMTP_URL, or pass it on yourself.',
} as const

/**
 * Tries a failed mail for another day; with a mail server also one that was kept while there was none. The Message-ID
 * stays: if a server has accepted the first one after all, the inbox shows it once.
 */
export async function queueAgain(
  tx: Queryable,
  author: Author & { readonly actor: Pick<Actor, 'officeRole'> },
  { mail: port, notDueAnyMore }: Pick<Dependencies, 'mail'> & { readonly notDueAnyMore: NotDueAnyMore },
  mailID: string,
): Promise<Mail> {
  const before = await mailByID(tx, mailID)
  if (before === null) throw new Refused('not_found')
  if (isMoneyMail(before.dedupeKey)) requireArea(author.actor, 'money')
  const isKept = before.state === 'kept' && port.kind === 'smtp'
  if (before.state !== 'failed' && !isKept) throw new Refused('wrong_state', { message: WHY_NOT[before.state] })
  if (before.notAfter !== null && before.notAfter <= author.now)
    throw new Refused('wrong_state', { message: 'It’s too late for this email, or another has replaced it.' })
  if (isCollectionReminder(before.dedupeKey) && (await notDueAnyMore(tx, [before.dedupeKey])).size > 0)
    throw new Refused('wrong_state', {
      message: 'This customer has no collection to come that week, or wants no reminders.',
    })
  const linkHasEnded = before.linkExpiresAt !== null && !hasLink(before, author.now)
  if (linkHasEnded)
    throw new Refused('wrong_state', {
      message: 'The link in this email has expired. Invite them again, or have them ask for a new link.',
    })
  // SMTP_URL has been removed since, so the mail would be queued forever.
  if (port.kind === 'kept')
    throw new Refused('wrong_state', {
      message: 'There’s no mail server any more. Set SMTP_URL, or pass this email on yourself.',
    })
  const [after] = await tx
    .update(mails)
    .set({ state: 'queued', attempts: 0, nextAttemptAt: author.now, lastError: null, fault: null })
    .where(eq(mails.mailID, mailID))
    .returning()
  await recordChange(tx, author, {
    action: 'mail.send-again',
    subjectKind: 'mail',
    subjectID: mailID,
    before: { status: before.state },
    after: { status: 'queued' },
  })
  return { ...before, ...after! }
}

/**
 * The link of a stored mail, for the admin to pass on. That of another admin who has a password is not readable,
 * because one admin could sign in as another with it. That of one who was invited makes a user of the office.
 */
export async function readLink(
  tx: Queryable,
  author: Author & { readonly actor: Actor },
  { mail: port, secrets }: Pick<Dependencies, 'mail' | 'secrets'>,
  mailID: string,
): Promise<string> {
  const mail = await mailByID(tx, mailID)
  if (mail === null) throw new Refused('not_found')
  const link = isLinkKept(mail, port, author.now) ? linkOf(mail, secrets, author.now) : null
  if (link === null) throw new Refused('wrong_state', { message: 'This email has no link that can be shown.' })
  if (mail.isLinkPrivate) throw new Refused('link_private')
  if (mail.isOfAdmin) requireArea(author.actor, 'users')
  await recordChange(tx, author, {
    action: 'mail.read-link',
    subjectKind: 'mail',
    subjectID: mailID,
    after: { of: mail.linkOpens ?? mail.to },
  })
  return link
}
