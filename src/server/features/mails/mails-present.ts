import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMails } from '#contract/v1/mails.ts'
import { LINK_NOT_SHOWN } from '../../db/mail-links.ts'
import { attachmentsOf, hasLink, LINK_PLACE } from '../../db/mail-outbox.ts'
import type { Dependencies } from '../../ports.ts'
import type { Mail } from './mails-reads.ts'

export function presentMail(
  mail: Mail,
  port: Dependencies['mail'],
  now: Date,
): AnswerOf<typeof listMails>['items'][number] {
  const { mailID, to, subject, state, attempts, fault, createdAt, sentAt } = mail
  return {
    mailID,
    to,
    subject,
    text: withoutLink(mail),
    state,
    attempts,
    fault,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    attachments: attachmentsOf(mail).map(({ filename }) => filename),
    sendable: state === 'failed' || (state === 'kept' && port.kind === 'smtp'),
    linkReadable: isLinkKept(mail, port, now) && !mail.isLinkPrivate,
  }
}

function withoutLink({ text, linkExpiresAt }: Mail): string {
  const shown = linkExpiresAt === null ? text : text.replaceAll(LINK_PLACE, LINK_NOT_SHOWN)
  // A mail queued by an earlier version and not sent yet.
  return shown.replace(/[^\s"<>]*[?&#]token=[^\s"<>]+/g, LINK_NOT_SHOWN)
}

/** With a mail server every link is sent to its owner's mailbox only. */
export function isLinkKept(mail: Mail, port: Dependencies['mail'], now: Date): boolean {
  return port.kind === 'kept' && mail.state === 'kept' && hasLink(mail, now)
}
