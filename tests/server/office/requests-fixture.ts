import { openMailServer, type MailServer } from '../../support/mail-server.ts'
import type { DatabaseKind } from '#server/db/database.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, type Answer, another, type Fields, made } from './bodies.ts'

export const REQUESTS = '/v1/users/customers/requests'

/** An office with a mail server, and people who requested a quotation. */
export interface RequestsOffice {
  readonly office: Office
  readonly mailServer: MailServer
  /** A request for a monthly garden bag in a suburb of week 2. */
  asked(fields?: Fields, home?: Home): Promise<Request>
  /** Sends the queued mails and returns those to this address, newest first. */
  mailsTo(email: unknown): Promise<Letter[]>
  reset(): Promise<void>
  close(): Promise<void>
}

interface Home {
  suburb?: Fields
  product?: Fields
}

export interface Request {
  readonly customerID: string
  readonly email: string
  readonly lastName: string
  readonly version: number
  readonly path: string
  readonly row: Fields
}

interface Letter {
  readonly subject: string
  readonly text: string
}

export async function openRequestsOffice(kind: DatabaseKind): Promise<RequestsOffice> {
  const mailServer = await openMailServer()
  const office = await openOffice(kind, {
    environment: { SMTP_URL: `${mailServer.url}?from=office@greenbags.example` },
  })
  return {
    office,
    mailServer,
    asked: async (fields, home) => {
      await office.make.calendarYear(2026)
      await office.make.calendarYear(2027)
      const email = `asker-${another()}@customers.example`
      const row = await made(
        office.admin,
        '/v1/users/customers',
        aCustomer(await aHome(office.admin, home), {
          status: 'PENDING',
          email,
          mobilePhone: `0412 ${String(another()).padStart(6, '0')}`,
          address: `${another()} High Street`,
          ...fields,
        }),
      )
      const customerID = String(row['customerID'])
      return {
        customerID,
        email,
        lastName: String(row['lastName']),
        version: Number(row['version']),
        path: `${REQUESTS}/${customerID}`,
        row,
      }
    },
    mailsTo: async (email) => {
      await sendWaitingMails(office.deps)
      const his = mailServer.received.filter(({ to }) => to?.some(({ address }) => address === email))
      return his.map(({ subject = '', text = '' }) => ({ subject, text: text.replaceAll('\r\n', '\n') })).reverse()
    },
    reset: async () => {
      await office.reset()
      mailServer.received.length = 0
    },
    close: async () => {
      await office.close()
      await mailServer.close()
    },
  }
}

/** The token of the first link to a path in a mail: '/quotation'. */
export function tokenIn({ text }: Letter, path: string): string {
  const at = text.indexOf(`${path}?token=`)
  return at < 0 ? '' : (/^[\w.-]+/.exec(text.slice(at + path.length + '?token='.length))?.[0] ?? '')
}

export const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b)
