import { vi } from 'vitest'
import { createInvoice } from '#contract/v1/invoices.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { getLedger, listTransactions, type Transaction } from '#contract/v1/transactions.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import type { CardEvents } from '../../support/card-events.ts'
import type { Office } from '../../support/office.ts'

const WEBHOOK = { timeout: 20_000, interval: 50 }

/** An invoice of this amount, AUD. */
export const invoiceOf = (office: Office, customerID: string, price: number) =>
  office.call(office.admin, createInvoice, {
    customerID,
    lines: [{ description: 'Garden bags', quantity: 1, price }],
  })

export interface PaidByCard {
  /** Of the provider's page, where its buttons are. */
  readonly url: string
  readonly payment: Transaction
  readonly checkoutID: string
}

/** An invoice of this amount that the customer has paid on the provider's page. */
export async function paidByCard(
  office: Office,
  provider: CardEvents,
  customerID: string,
  price: number,
): Promise<PaidByCard> {
  const { invoiceID } = await invoiceOf(office, customerID, price)
  const { url } = await office.call(office.admin, openCheckout, { invoiceIDs: [invoiceID] })
  await provider.press(url, 'card')
  // The provider's page may answer before its webhook is booked.
  const payment = await vi.waitFor(async () => {
    const { items } = await office.call(office.admin, listTransactions, { invoiceID, purpose: 'payment' })
    if (items[0] === undefined) throw new Error('The payment is not booked yet.')
    return items[0]
  }, WEBHOOK)
  return { url, payment, checkoutID: payment.checkoutID! }
}

export const ledgerOf = (office: Office, customerID: string) => office.call(office.admin, getLedger, { customerID })

/** Open alerts about card payments, but that the sandbox moves no money. */
export async function cardAlerts(office: Office) {
  await checkAlerts(office.deps)
  const { items } = await office.call(office.admin, listAlerts, {})
  return items.filter(({ kind }) =>
    ['payment-unbooked', 'payment-disputed', 'refund-failed', 'debit-failed'].includes(kind),
  )
}
