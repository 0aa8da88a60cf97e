import * as z from 'zod/mini'
import { MAIL_STATES } from '#domain/delivery.ts'
import { MAIL_FAULTS } from '#domain/mail-faults.ts'
import { LEFT_BEHIND, MAIL_AGES, MAIL_KINDS } from '#domain/mail-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { count, id, instant, ofDepot, queryFlag, queryNumber } from '../shapes.ts'

/** A mail as the admin sees it; without SMTP_URL it is only stored. */
export const mail = z.object({
  mailID: id,
  to: z.string(),
  subject: z.string(),
  /** Omitted of an email about money where the caller's role does not include money. */
  text: z.optional(z.string()),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  /** Why the last attempt failed for good; null: it did not fail, or not for good. */
  fault: z.nullable(z.enum(MAIL_FAULTS)),
  /** The mail server's answer to the last attempt, if that failed. */
  error: z.nullable(z.string()),
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
  area: 'customers',
  depot: 'list',
  reads: ['customers'],
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    status: z.optional(z.enum(MAIL_STATES)),
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
  area: 'money',
  depot: 'records',
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
  area: 'customers',
  depot: 'records',
  changes: ['mails', 'invoices', 'reminders'],
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
  area: 'settings',
  depot: 'records',
  changes: ['audit'],
  input: z.strictObject({ mailID: id }),
  output: z.object({ link: z.string() }),
  idempotencyKey: false,
  refusals: ['wrong_state', 'link_private'],
})

export const getMailServer = endpoint({
  method: 'GET',
  path: '/v1/mails/server',
  summary: 'The mail server of SMTP_URL, without its password',
  roles: { ADMIN: 'any' },
  area: 'settings',
  depot: 'any',
  input: z.strictObject({}),
  output: z.object({
    /** Null: none is set, and emails are kept. */
    server: z.nullable(z.object({ address: z.string(), user: z.nullable(z.string()), from: z.string() })),
    /** Where a test email goes: the address of who asks. */
    testTo: z.string(),
  }),
  refusals: [],
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/v1/mails/test',
  summary: 'A test email to who asks, sent at once, with the mail server’s answer',
  roles: { ADMIN: 'any' },
  area: 'settings',
  changes: [],
  input: z.strictObject({}),
  output: z.object({
    to: z.string(),
    /** The mail server took it. */
    taken: z.boolean(),
    /** The mail server’s words, or why it could not be asked. */
    answer: z.string(),
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['no_mail_server'],
})

export const previewKeptMails = endpoint({
  method: 'GET',
  path: '/v1/mails/kept',
  summary: 'The emails kept while no mail server was set, by kind and age, and those that are no longer sent',
  roles: { ADMIN: 'any' },
  area: 'settings',
  reads: ['invoices', 'runs', 'customers'],
  input: z.strictObject({}),
  output: z.object({
    kinds: z.array(z.object({ kind: z.enum(MAIL_KINDS), week: count, month: count, older: count })),
    sendable: count,
    leftOut: z.array(z.object({ reason: z.enum(LEFT_BEHIND), count })),
  }),
  refusals: [],
})

export const sendKeptMails = endpoint({
  method: 'POST',
  path: '/v1/mails/kept/send',
  summary: 'Send the kept emails of these kinds and this age; what `GET /v1/mails/kept` leaves out is left out',
  roles: { ADMIN: 'any' },
  area: 'settings',
  changes: ['mails', 'invoices', 'reminders'],
  input: z.strictObject({
    kinds: z.array(z.enum(MAIL_KINDS)).check(z.minLength(1), z.maxLength(MAIL_KINDS.length)),
    /** The oldest that are sent; `older`, the default: all. */
    upTo: z.optional(z.enum(MAIL_AGES)),
  }),
  output: z.object({ queued: count }),
  status: 200,
  refusals: ['no_mail_server', 'nothing_to_do'],
})
