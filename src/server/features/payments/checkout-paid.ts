import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { checkouts, providerEvents } from '../../db/tables/payments.ts'
import type { ProviderEvent } from '../../payments-port.ts'
import type { Dependencies } from '../../ports.ts'
import { mailCardReceipt } from '../ledger/public.ts'
import { bookIn } from './card-payments.ts'
import { lockCheckout } from './checkouts-reads.ts'
import { applyEarly } from './payment-events.ts'
import type { Taken } from './taken.ts'

type PaidEvent = Extract<ProviderEvent, { kind: 'checkoutPaid' }>

/**
 * Books a paid checkout once (domain.md 13), with its receipt: for its invoices as far as they are still owing; the
 * rest is credit (M13). An unknown checkout, or another amount or currency than requested, is not booked, and a person
 * has to look at it.
 */
export async function bookPaid(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  event: PaidEvent,
  now: Date,
): Promise<Taken> {
  const checkout = await lockCheckout(tx, event.checkoutID)
  if (!checkout) return { outcome: 'unbooked' }
  const { checkoutID, amount, providerID, paymentID } = checkout
  const fits =
    event.amountCents === amount &&
    event.currency === 'aud' &&
    (providerID === null || providerID === event.providerID) &&
    (paymentID === null || paymentID === event.paymentID)
  if (!fits) return { outcome: 'unbooked', checkoutID }
  if (checkout.transactionID !== null) return { outcome: 'repeated', checkoutID }
  const clientKey = `checkout ${checkoutID}`
  const transactionID = await bookIn(tx, checkout, { ...event, amount, notes: null, clientKey }, now)
  const paid = {
    state: 'paid' as const,
    transactionID,
    test: event.test,
    providerID: event.providerID,
    paymentID: event.paymentID,
  }
  await tx.update(checkouts).set(paid).where(eq(checkouts.checkoutID, checkoutID))
  await mailCardReceipt(tx, deps, transactionID, now)
  await applyEarly(tx, { ...checkout, ...paid }, await earlyEvents(tx, event.paymentID), now)
  return { outcome: 'booked', checkoutID, transactionID }
}

/** Refunds and disputes that arrived before their payment. */
function earlyEvents(tx: Queryable, paymentID: string) {
  return tx
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.paymentID, paymentID), eq(providerEvents.outcome, 'early')))
    .orderBy(asc(providerEvents.happenedAt), asc(providerEvents.receivedAt))
}
