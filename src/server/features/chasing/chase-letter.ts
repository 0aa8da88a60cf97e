import type { ChaseStep } from '#domain/chasing.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { pauseSentence } from '#domain/holding.ts'
import { invoiceNumber, invoiceTitle } from '#domain/invoicing.ts'
import { listed } from '#domain/mail-templates.ts'
import { showMoney } from '#domain/money.ts'
import { howToPay, type InvoiceShown } from '../invoices/public.ts'
import { letterOf, naming, type SettingsInForce } from '../settings/public.ts'

export const CHASE_TEMPLATES = { first: 'overdueFirst', second: 'overdueSecond', final: 'overdueFinal' } as const

/** The sentence about the customer's other overdue invoices; empty: there are none. */
export function alsoOverdueWords(rows: readonly InvoiceShown[]): string {
  if (rows.length === 0) return ''
  const numbers = rows.map((each) => invoiceNumber(each.kind, each.number)).join(', ')
  return `Also overdue: ${showMoney(rows.reduce((sum, each) => sum + owing(each), 0))} (${numbers})`
}

/**
 * One reminder of all invoices at one step, the oldest first.
 * @param also the customer's other overdue invoices @param holdFrom the day it has to name; null: none
 */
export function chaseLetter(
  settings: SettingsInForce,
  step: ChaseStep,
  rows: readonly InvoiceShown[],
  documents: readonly InvoiceDocument[],
  also: readonly InvoiceShown[],
  holdFrom: Day | null,
): { subject: string; text: string } {
  const [row, document] = [rows[0]!, documents[0]!]
  const notice = holdFrom === null ? '' : pauseSentence(holdFrom)
  const template = CHASE_TEMPLATES[step]
  const letter = letterOf(settings, template, {
    firstName: row.billToName ?? row.firstName,
    refId: document.buyer.refId,
    invoices: listed(
      rows.map((each, at) => {
        const payUrl = documents[at]?.payUrl ?? null
        const title = invoiceTitle(invoiceNumber(each.kind, each.number))
        const due = `${title}, due ${formatDay(each.dueDate)}: ${showMoney(owing(each))}`
        return payUrl === null ? due : `${due}\n  Pay online: ${payUrl}`
      }),
    ),
    total: showMoney(rows.reduce((sum, each) => sum + owing(each), 0)),
    alsoOverdue: alsoOverdueWords(also),
    howToPay: howToPay({ bank: document.bank, payUrl: null, reference: document.buyer.paymentReference }),
    reference: document.buyer.paymentReference,
    holdNotice: notice,
  })
  // The office may have removed the field from its text. A customer is only paused on a day that the mail named.
  return naming(letter, settings[`mail.${template}.text`], { holdNotice: notice })
}

const owing = ({ amount, allocated }: InvoiceShown) => amount - allocated
