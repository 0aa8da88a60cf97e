import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMails } from '#contract/v1/mails.ts'
import { alertedUser, isMoneyMail } from '#domain/mail-kinds.ts'
import { LINK_NOT_SHOWN } from '../../db/mail-links.ts'
import { attachmentsOf, hasLink, LINK_PLACE } from '../../db/mail-outbox.ts'
import { type Actor, mayChange, mayRead } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import type { Mail } from './mails-reads.ts'

export function presentMail(
  mail: Mail,
  port: Dependencies['mail'],
  { actor, now }: { readonly actor: Pick<Actor, 'officeRole' | 'userID'>; readonly now: Date },
): AnswerOf<typeof listMails>['items'][number] {
  const isMoney = isMoneyMail(mail.dedupeKey)
  const alerted = alertedUser(mail.dedupeKey)
  // An alert is about what its receiver's role includes.
  const isOthersAlert = alerted !== null && alerted !== actor.userID && actor.officeRole !== 'OWNER'
  return {
    ...mail,
    subject: isOthersAlert ? 'Bagrun: an alert for another user' : mail.subject,
    text: isOthersAlert || (isMoney && !mayRead(actor, 'money')) ? undefined : withoutLink(mail),
    error: mail.lastError,
    attachments: attachmentsOf(mail).map(({ filename }) => filename),
    sendable: isSendable(mail, port, now) && (!isMoney || mayChange(actor, 'money')),
    linkReadable: isLinkKept(mail, port, now) && !mail.isLinkPrivate,
  }
}

/** Whether it can be tried again: it has failed, or was kept while there was no mail server, and is not too late. */
export function isSendable({ state, notAfter }: Mail, port: Dependencies['mail'], now: Date): boolean {
  return (state === 'failed' || (state === 'kept' && port.kind === 'smtp')) && (notAfter === null || notAfter > now)
}

function withoutLink({ text, linkExpiresAt }: Mail): string {
  const shown = linkExpiresAt === null ? text : text.replaceAll(LINK_PLACE, LINK_NOT_SHOWN)
  // A mail that an earlier version queued may contain its link.
  return shown.replace(/[^\s"<>]*[?&#]token=[^\s"<>]+/g, LINK_NOT_SHOWN)
}

/** With a mail server every link is sent to its owner's mailbox only. */
export function isLinkKept(mail: Mail, port: Dependencies['mail'], now: Date): boolean {
  return port.kind === 'kept' && mail.state === 'kept' && hasLink(mail, now)
}
