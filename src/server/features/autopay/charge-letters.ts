import { declineWords, type NamedCharge } from '#domain/autopay.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { invoiceNumber, invoiceTitle } from '#domain/invoicing.ts'
import { listed } from '#domain/mail-templates.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { howToPay } from '../invoices/public.ts'
import { kindOf, nameOf } from '../payment-methods/public.ts'
import { bankOf, letterOf, portalLink, type SettingsInForce } from '../settings/public.ts'
import type { AutopayCustomer } from './charge-facts-reads.ts'
import type { Dependencies } from '../../ports.ts'

type Needs = Pick<Dependencies, 'config'>

/** What the mail of an invoice says. */
export function announcement(
  deps: Needs,
  settings: SettingsInForce,
  { method, signsIn }: Pick<AutopayCustomer, 'method' | 'signsIn'>,
  amount: Cents,
  day: Day,
): string {
  return `You don’t need to do anything: we’ll charge ${showMoney(amount)} to your ${nameOf(method)} on ${formatDay(day)}. To pause or stop it before then: ${portalLink(deps.config, settings, 'pay-automatically', { signsIn })}`
}

/** A mail of its own: of first charges, or after a decline. @param code the provider's; undefined: none was declined */
export function chargeLetter(
  settings: SettingsInForce,
  deps: Needs,
  customer: AutopayCustomer,
  announced: readonly NamedCharge[],
  code: string | null | undefined,
): { subject: string; text: string } {
  const { method, rows, firstName } = customer
  const refId = String(customer.refNumber)
  const titles = new Map(rows.map((row) => [row.invoiceID, invoiceTitle(invoiceNumber(row.kind, row.number))]))
  const fields = {
    firstName,
    refId,
    method: nameOf(method),
    charges: listed(
      announced.map(
        ({ invoiceID, amount, day }) => `${titles.get(invoiceID)}: ${showMoney(amount)} on ${formatDay(day)}`,
      ),
    ),
    manageLink: portalLink(deps.config, settings, 'pay-automatically', customer),
  }
  if (code === undefined) return letterOf(settings, 'autopayNotice', fields)
  const ways = howToPay({ bank: bankOf(settings), payUrl: null, reference: paymentReference(refId) })
  const payNow = customer.signsIn === 1 ? `Or pay now: ${portalLink(deps.config, settings, 'invoices', customer)}` : ''
  return letterOf(settings, 'autopayFailed', {
    ...fields,
    reason: declineWords(code, kindOf(method)),
    howToPay: [payNow, ways.replace(/^By/, 'Or by')].join('\n').trim(),
  })
}
