import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMails } from '#contract/v1/mails.ts'
import type { Mail } from './mails-reads.ts'

export function presentMail({ mailID, to, subject, text, state, attempts, createdAt, sentAt }: Mail): AnswerOf<typeof listMails>['items'][number] {
  return { mailID, to, subject, text, state, attempts, createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null, linkReadable: false }
}
