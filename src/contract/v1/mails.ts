import * as z from 'zod/mini'
import { MAIL_FAULTS } from '#domain/mail-faults.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, queryFlag, queryNumber } from '../shapes.ts'

/** A mail as the admin sees it; without SMTP_URL it is only stored. */
export const mail = z.object({
  mailID: id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'kept']),
  attempts: z.int(),
  /** Why the last attempt failed; null: it did not, or by a passing failure. */
  fault: z.nullable(z.enum(MAIL_FAULTS)),
  createdAt: instant,
  sentAt: z.nullable(instant),
  attachments: z.array(z.string()),
  /** It failed, or was kept while there was no mail server: `POST …/send-again` sends it. */
  sendable: z.boolean(),
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
  reads: ['customers'],
  input: z.strictObject({
    ...pageQuery,
    status: z.optional(z.enum(['queued', 'sent', 'failed', 'kept'])),
    customerID: z.optional(id),
    /** The newest of each customer whose current address was refused, if nothing was sent to it since. */
    undeliverable: z.optional(queryFlag),
    /** Account statements only; false: everything else. */
    statements: z.optional(queryFlag),
  }),
  output: pageOf(mail),
  refusals: ['keyword_too_short'],
})

export const getMailAttachment = endpoint({
  method: 'GET',
  path: '/v1/mails/{mailID}/attachment',
  summary: 'A PDF that an email carries',
  roles: { ADMIN: 'any' },
  input: z.strictObject({
    mailID: id,
    /** Which one; 0, the default, is the first. */
    at: z.optional(queryNumber(z.int().check(z.minimum(0), z.maximum(1000)))),
  }),
  output: z.unknown(),
  refusals: [],
})

/**
 * Always sent to the original address: a mail may carry a link that sets a password or accepts a quotation, and its row
 * does not record which. A wrong address is corrected in the person's own record; inviting or quoting again then sends
 * to the new address.
 */
export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/v1/mails/{mailID}/send-again',
  summary:
    'An email that was given up, or kept while no mail server was set, is tried from the beginning, to the same address',
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
