import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { balanceSentence, showBSB } from '#domain/documents/print-parts.ts'
import { formatDay } from '#domain/dates.ts'
import type { ReminderStep } from '#domain/invoicing.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { letterOf, type SettingsInForce } from '../settings/public.ts'
import type { InvoiceShown } from './invoices-reads.ts'

const TEMPLATES = { send: 'invoice', first: 'remindFirst', second: 'remindSecond' } as const

/** The mail that carries an invoice, in the office's own words. */
export function invoiceLetter(
  settings: SettingsInForce,
  step: 'send' | ReminderStep,
  row: InvoiceShown,
  { document, balance }: { document: InvoiceDocument; balance: Cents },
): { subject: string; text: string } {
  const { number, buyer, payUrl } = document
  const owing = row.amount - row.allocated
  const [dueDate, open] = [formatDay(row.dueDate), owing > 0]
  const settled = row.isPaid ? 'It is paid: there is nothing to do.' : 'There is nothing to pay.'
  return letterOf(settings, TEMPLATES[step], {
    firstName: row.billToName ?? row.firstName,
    refId: buyer.refId,
    number,
    issueDate: formatDay(row.issueDate),
    dueDate,
    amount: showMoney(row.amount),
    owing: showMoney(owing),
    toPay: open ? `Please pay ${showMoney(owing)} by ${dueDate}.` : settled,
    howToPay: open ? howToPay({ ...document, reference: buyer.paymentReference }) : '',
    payLink: open ? (payUrl ?? '') : '',
    reference: buyer.paymentReference,
    balance: balanceSentence(balance),
  })
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
