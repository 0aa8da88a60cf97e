import { chargeToName, whyNotCharged } from '#domain/autopay.ts'
import { type ChargeAnnouncer } from '../invoices/public.ts'
import { autopayIsOn, termsOf } from '../payment-methods/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { chargeDay } from './charge-calendar.ts'
import { autopayCustomers } from './charge-facts-reads.ts'
import { announcement } from './charge-letters.ts'

/** What the mails of these invoices say about charges, by invoice; one that is not charged is left out. */
export const announceCharges: ChargeAnnouncer = async (tx, deps, rows, now) => {
  const settings = await settingsInForce(tx)
  if (!autopayIsOn(settings, deps.payments)) return new Map()
  const customerIDs = [...new Set(rows.map(({ customerID }) => customerID))]
  const all = await autopayCustomers(tx, settings, { mode: deps.payments.mode, now, customerIDs })
  if (all.length === 0) return new Map()
  const calendar = await chargeDay(settings, now)
  const announced = all.flatMap((customer) => {
    const { method } = customer
    const terms = termsOf(method)
    return customer.invoices.flatMap((invoice) => {
      const row = rows.find(({ invoiceID }) => invoiceID === invoice.invoiceID)
      const isCharged = whyNotCharged({ ...invoice, isGivenOut: true }, terms, calendar.today) === null
      if (!row || !isCharged || row.billToEmail !== null) return []
      const named = chargeToName({ ...invoice, failedOn: null }, terms, calendar)
      if (named === null) return []
      const { invoiceID, amount, day } = named
      const sentence = announcement(deps, settings, customer, amount, day)
      return [[invoiceID, { sentence, methodID: method.methodID, amount }] as const]
    })
  })
  return new Map(announced)
}
