import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant } from '../shapes.ts'

/** A mail as the admin sees it; without SMTP_URL it is only stored. */
export const mail = z.object({
  mailID: id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'kept']),
  attempts: z.int(),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /**
   * It was stored because there is no mail server, its link still works, and the link does not open another admin's
   * account: `POST …/link` returns it.
   */
  linkReadable: z.boolean(),
})

export const listMails = endpoint({
  method: 'GET',
  path: '/v1/mails',
  summary: 'Emails sent, waiting, given up, or kept because no mail server is set',
  roles: { ADMIN: 'any' },
  input: z.strictObject({ ...pageQuery, status: z.optional(z.enum(['queued', 'sent', 'failed', 'kept'])) }),
  output: pageOf(mail),
  refusals: ['keyword_too_short'],
})

/**
 * Always to the original address, never to another: a mail may carry a link that sets a password or accepts a
 * quotation, and its row does not record which. A wrong address is corrected in the person's own record; inviting or
 * quoting again then sends to the new address.
 */
export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/v1/mails/{mailID}/send-again',
  summary: 'An email that was given up is tried again from the beginning, to the same address',
  roles: { ADMIN: 'any' },
  changes: ['mails'],
  input: z.strictObject({ mailID: id }),
  output: mail,
  refusals: ['wrong_state'],
})

export const readMailLink = endpoint({
  method: 'POST',
  path: '/v1/mails/{mailID}/link',
  summary:
    'The one-time link of an email that was kept because there is no mail server, to be passed on by hand; audited',
  roles: { ADMIN: 'any' },
  changes: ['audit'],
  input: z.strictObject({ mailID: id }),
  output: z.object({ link: z.string() }),
  idempotencyKey: false,
  refusals: ['wrong_state', 'link_private'],
})
