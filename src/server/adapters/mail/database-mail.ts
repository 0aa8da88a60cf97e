import type { MailPort } from '../../ports.ts'

/** Without SMTP_URL mails are stored in the database, where an admin reads them. */
export const databaseMail: MailPort = {
  kind: 'kept',
  server: null,
  send: () => Promise.reject(new Error('There is no mail server: kept mails are never sent.')),
  close: () => Promise.resolve(),
}
