import type { MailPort } from '../../ports.ts'

/** No SMTP_URL: mails stay in the database, where an admin reads them. */
export const keptMail: MailPort = {
  kind: 'kept',
  send: () => Promise.reject(new Error('There is no mail server: kept mails are never sent.')),
  close: () => Promise.resolve(),
}
