import { formatDay } from '#domain/dates.ts'
import type { DriverPayStatement, RecipientAdjustmentNote, RecipientTaxInvoice } from '#domain/documents/documents.ts'
import { showMoney } from '#domain/money.ts'
import { defused } from '#domain/typed-names.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { driverByID } from '../drivers/public.ts'
import { businessNameOf, businessToday, settingsInForce } from '../settings/public.ts'
import type { PaymentShown } from './payments-reads.ts'

/** The printed document that is stored with a payment or its reversal. */
export type PayDocument = DriverPayStatement | RecipientTaxInvoice | RecipientAdjustmentNote

const NAMES = {
  'driver-pay': 'pay statement',
  rcti: 'recipient created tax invoice',
  'rcti-adjustment': 'recipient created adjustment note',
} as const

/**
 * Mails the driver the document of a payment, or the adjustment note of a reversed tax invoice: to one address once a
 * day, however often it is requested.
 */
export async function mailPayDocument(
  tx: Queryable,
  author: Author,
  port: Dependencies['mail'],
  { payment, row, reversedOn, adjustment }: PaymentShown,
): Promise<void> {
  if (reversedOn !== null && adjustment === null)
    throw new Refused('wrong_state', { message: 'This payment was reversed.' })
  const driver = (await driverByID(tx, payment.driverID))!
  const document = (adjustment ?? payment).document as PayDocument
  const name = NAMES[document.kind]
  const firm = businessNameOf(await settingsInForce(tx))
  const today = await businessToday(tx, author.now)
  const [paid, from, to] = [row.datePaid, payment.from, payment.to].map(formatDay)
  const what =
    document.kind === 'rcti-adjustment'
      ? `${firm} reversed the payment of ${showMoney(row.amount)} of ${paid} for ${from} to ${to}, and its tax invoice ${document.invoice.number}.`
      : `${firm} paid you ${showMoney(row.amount)} on ${paid} for ${from} to ${to}.`
  const mail = {
    dedupeKey: `pay ${(adjustment ?? payment).transactionID} ${driver.email} ${today}`,
    to: driver.email,
    subject: `Your ${name} ${document.number}`,
    text: [`Hi ${defused(driver.firstName)},`, what, `Your ${name} is attached.`].join('\n\n'),
    attachments: [{ filename: `${document.number}.pdf`, document }],
  }
  await queueMail(tx, port, mail, author.now)
  await recordChange(tx, author, {
    action: 'pay.send',
    subjectKind: 'driver',
    subjectID: payment.driverID,
    after: { transactionID: (adjustment ?? payment).transactionID },
  })
}
