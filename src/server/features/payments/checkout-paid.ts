import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { checkouts, providerEvents } from '../../db/tables/payments.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { ProviderEvent } from '../../payments-port.ts'
import { mailCardReceipt } from '../ledger/public.ts'
import { bookIn } from './card-payments.ts'
import { type CheckoutRow, lockCheckout } from './checkouts-reads.ts'
import { applyEarly, lockPayment } from './payment-events.ts'
import type { EventNeeds, Taken } from './taken.ts'

type PaidEvent = Extract<ProviderEvent, { kind: 'checkoutPaid' }>

/**
 * Books a paid checkout once (domain.md 13), with its receipt: for its invoices as far as they are still owing; the
 * rest is credit (M13). An unknown checkout, or another amount or currency than requested, is not booked, and a person
 * has to look at it.
 */
export async function bookPaid(tx: Queryable, deps: EventNeeds, event: PaidEvent, now: Date): Promise<Taken> {
  const checkout = await lockCheckout(tx, event.checkoutID)
  if (!checkout) return { outcome: 'unbooked' }
  const { checkoutID, amount, providerID, paymentID, kind } = checkout
  const fits =
    kind === 'page' &&
    event.amountCents === amount &&
    event.currency === 'aud' &&
    (providerID === null || providerID === event.providerID) &&
    (paymentID === null || paymentID === event.paymentID)
  if (!fits) return { outcome: 'unbooked', checkoutID }
  if (checkout.transactionID !== null) return { outcome: 'repeated', checkoutID }
  const known = { ...checkout, providerID: event.providerID }
  const transactionID = await bookCheckout(tx, deps, known, { ...event, paymentType: 'CARD', now })
  return { outcome: 'booked', checkoutID, transactionID }
}

interface PaidHow {
  readonly happenedAt: Date
  readonly test: boolean
  /** The provider's. */
  readonly paymentID: string
  readonly paymentType: PaymentType
  readonly now: Date
}

/** Books the checkout's amount, mails the receipt, and applies what was reported of the payment before. @returns the payment */
export async function bookCheckout(
  tx: Queryable,
  deps: EventNeeds,
  checkout: CheckoutRow,
  { now, ...how }: PaidHow,
): Promise<string> {
  const { checkoutID, amount, providerID } = checkout
  const { test, paymentID } = how
  const clientKey = `checkout ${checkoutID}`
  const transactionID = await bookIn(
    tx,
    checkout,
    { ...how, action: 'payment.create', amount, notes: null, clientKey },
    now,
  )
  const paid = { state: 'paid' as const, transactionID, test, amount, providerID, paymentID }
  await tx.update(checkouts).set(paid).where(eq(checkouts.checkoutID, checkoutID))
  await mailCardReceipt(tx, deps, transactionID, now)
  await lockPayment(tx, paymentID)
  await applyEarly(tx, deps, { ...checkout, ...paid }, await earlyEvents(tx, paymentID), now)
  return transactionID
}

/** Refunds and disputes that arrived before their payment. */
function earlyEvents(tx: Queryable, paymentID: string) {
  return tx
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.paymentID, paymentID), eq(providerEvents.outcome, 'early')))
    .orderBy(asc(providerEvents.happenedAt), asc(providerEvents.receivedAt))
}
