import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { balanceSentence, pleasePaySentence, showBSB } from '#domain/documents/print-parts.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { pauseSentence } from '#domain/holding.ts'
import type { ReminderStep } from '#domain/invoicing.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { letterOf, naming, type SettingsInForce } from '../settings/public.ts'
import type { ChargeAnnounced } from './charge-announcer.ts'
import type { InvoiceShown } from './invoices-reads.ts'

const TEMPLATES = { send: 'invoice', first: 'remindFirst', second: 'remindSecond' } as const

interface InvoiceLetter {
  readonly document: InvoiceDocument
  readonly balance: Cents
  readonly charge?: ChargeAnnounced | undefined
  /** The day that a second reminder names, from which collections are paused. */
  readonly holdFrom?: Day | null
  readonly today: Day
}

/** The mail that carries an invoice, in the office's own words. */
export function invoiceLetter(
  settings: SettingsInForce,
  step: 'send' | ReminderStep,
  row: InvoiceShown,
  { document, balance, charge, holdFrom = null, today }: InvoiceLetter,
): { subject: string; text: string } {
  const { number, buyer, payUrl } = document
  const owing = row.amount - row.allocated
  const [dueDate, open] = [formatDay(row.dueDate), owing > 0]
  const settled = row.isPaid ? 'It is paid: there is nothing to do.' : 'There is nothing to pay.'
  const toPay = charge ? charge.sentence : open ? pleasePaySentence(owing, row.dueDate, today) : settled
  const holdNotice = holdFrom === null ? '' : pauseSentence(holdFrom)
  const letter = letterOf(settings, TEMPLATES[step], {
    firstName: row.billToName ?? row.firstName,
    refId: buyer.refId,
    number,
    issueDate: formatDay(row.issueDate),
    dueDate,
    amount: showMoney(row.amount),
    owing: showMoney(owing),
    toPay,
    howToPay: open && !charge ? howToPay({ ...document, reference: buyer.paymentReference }) : '',
    payLink: open && !charge ? (payUrl ?? '') : '',
    reference: buyer.paymentReference,
    balance: balanceSentence(balance),
    holdNotice,
  })
  // The office may have removed a field from its text. Nothing is charged, and nobody paused, that the mail did not name.
  return naming(letter, settings[`mail.${TEMPLATES[step]}.text`], { toPay: charge?.sentence ?? '', holdNotice })
}

interface Ways extends Pick<InvoiceDocument, 'bank' | 'payUrl'> {
  readonly reference: string
}

/** The pay link and the bank account, a line each. */
export function howToPay({ bank, payUrl, reference }: Ways): string {
  const online = payUrl === null ? [] : [`Pay online: ${payUrl}`]
  const transfer =
    bank === null
      ? []
      : [
          `${payUrl === null ? 'By' : 'Or by'} bank transfer: ${bank.accountName}, BSB ${showBSB(bank.bsb)}, account ${bank.accountNumber}, reference ${reference}`,
        ]
  return [...online, ...transfer].join('\n')
}
