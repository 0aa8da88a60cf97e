import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { checkoutDisputes, checkoutRefunds, checkouts, type providerEvents } from '../../db/tables/payments.ts'
import type { ProviderEvent } from '../../payments-port.ts'
import { methodInUse, pauseByItself } from '../payment-methods/public.ts'
import { type Booked, bookIn, bookOut } from './card-payments.ts'
import { type CheckoutRow, lockCheckoutOfPayment } from './checkouts-reads.ts'
import type { EventNeeds, Taken } from './taken.ts'

/** Refunds and disputes of a card payment (domain.md 11, M9, and 13), in whatever order they arrive. */

type Of<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>
type RefundEvent = Of<'refunded' | 'refundFailed'>
type DisputeEvent = Of<'disputeOpened' | 'disputeWon' | 'disputeLost' | 'disputeDropped'>
export type AboutPayment = RefundEvent | DisputeEvent

/** An event of an unknown payment is stored, and applied once the payment is booked. */
export async function takePaymentEvent(
  tx: Queryable,
  deps: EventNeeds,
  event: AboutPayment,
  now: Date,
): Promise<Taken> {
  const known = await lockCheckoutOfPayment(tx, event.paymentID)
  if (known) return apply(tx, deps, known, event, now)
  await lockPayment(tx, event.paymentID)
  const checkout = await lockCheckoutOfPayment(tx, event.paymentID)
  return checkout ? apply(tx, deps, checkout, event, now) : { outcome: 'early' }
}

/**
 * Held until the transaction ends, by an event of an unknown payment and by the booking of the payment. Without it each
 * of the two, at the same moment, would not see what the other stores, and the event would never be applied.
 */
export async function lockPayment(tx: Queryable, paymentID: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`payment ${paymentID}`}))`)
}

export async function applyEarly(
  tx: Queryable,
  deps: EventNeeds,
  checkout: CheckoutRow,
  rows: readonly (typeof providerEvents.$inferSelect)[],
  now: Date,
): Promise<void> {
  // Each has an instant of its own, because the ledger's audit tells acts apart by their time.
  for (const [at, row] of rows.entries())
    await apply(tx, deps, checkout, eventOf(row), new Date(now.getTime() + at + 1))
}

function apply(tx: Queryable, deps: EventNeeds, checkout: CheckoutRow, event: AboutPayment, now: Date): Promise<Taken> {
  return event.kind === 'refunded' || event.kind === 'refundFailed'
    ? applyRefund(tx, checkout, event, now)
    : applyDispute(tx, deps, checkout, event, now)
}

async function applyRefund(tx: Queryable, checkout: CheckoutRow, event: RefundEvent, now: Date): Promise<Taken> {
  const { checkoutID } = checkout
  const { refundID, amountCents: amount } = event
  const all = await tx.select().from(checkoutRefunds).where(eq(checkoutRefunds.checkoutID, checkoutID))
  const before = all.find((row) => row.refundID === refundID)
  if (event.kind === 'refundFailed') {
    if (before?.state === 'failed') return { outcome: 'repeated', checkoutID }
    const returnedID = before?.transactionID
      ? await bookIn(tx, checkout, bookedOf(event, 'refund.return', `Refund ${refundID} failed`), now)
      : null
    await tx
      .insert(checkoutRefunds)
      .values({ refundID, checkoutID, amount, state: 'failed', createdAt: now })
      .onConflictDoUpdate({ target: checkoutRefunds.refundID, set: { state: 'failed', returnedID } })
    await tx.update(checkouts).set({ state: 'paid' }).where(eq(checkouts.checkoutID, checkoutID))
    return { outcome: returnedID === null ? 'noted' : 'booked', checkoutID, transactionID: returnedID }
  }
  if (before) return { outcome: 'repeated', checkoutID }
  const transactionID = await bookOut(tx, checkout, bookedOf(event, 'refund.create', `Refund ${refundID}`), now)
  await tx
    .insert(checkoutRefunds)
    .values({ refundID, checkoutID, amount, state: 'refunded', transactionID, createdAt: now })
  const refunded = all.reduce((sum, row) => sum + (row.state === 'refunded' ? row.amount : 0), amount)
  if (refunded >= checkout.amount)
    await tx.update(checkouts).set({ state: 'refunded' }).where(eq(checkouts.checkoutID, checkoutID))
  return { outcome: transactionID === null ? 'unbooked' : 'booked', checkoutID, transactionID }
}

/**
 * Books a dispute. The provider takes the money mostly when the dispute is opened, at the latest when it is lost. A
 * dispute that is won brings it back as a new payment.
 */
async function applyDispute(
  tx: Queryable,
  deps: EventNeeds,
  checkout: CheckoutRow,
  event: DisputeEvent,
  now: Date,
): Promise<Taken> {
  const { checkoutID } = checkout
  const { disputeID, amountCents: amount } = event
  const [before] = await tx.select().from(checkoutDisputes).where(eq(checkoutDisputes.disputeID, disputeID))
  const state = STATE_AFTER[event.kind]
  const isNews =
    state === 'open'
      ? !before || (before.state === 'open' && before.transactionID === null && event.kind === 'disputeOpened')
      : before?.state !== state && (before?.state !== 'won' || state !== 'lost')
  if (!isNews) return { outcome: 'repeated', checkoutID }
  // Whatever was disputed, nothing is charged by itself until somebody has looked at it (domain.md 20, Ends).
  const method = await methodInUse(tx, checkout.customerID, deps.payments.mode)
  if (method && (state === 'open' || state === 'lost'))
    await pauseByItself(tx, deps, method, { reason: 'disputed', now })
  const takes = state === 'lost' || (event.kind === 'disputeOpened' && event.moneyTaken)
  const returns = state === 'won' || state === 'dropped'
  const taken = before?.transactionID ?? null
  const transactionID =
    takes && taken === null
      ? await bookOut(tx, checkout, bookedOf(event, 'dispute.create', `Dispute ${disputeID}`), now)
      : taken
  const returnedID =
    returns && taken !== null && before?.returnedID == null
      ? await bookIn(tx, checkout, bookedOf(event, 'dispute.return', `Dispute ${disputeID} won`), now)
      : (before?.returnedID ?? null)
  const after = {
    state,
    transactionID,
    returnedID,
    closedAt: state === 'open' ? null : now,
    ...(event.kind === 'disputeOpened' && { reason: event.reason }),
  }
  await tx
    .insert(checkoutDisputes)
    .values({ disputeID, checkoutID, amount, createdAt: now, ...after })
    .onConflictDoUpdate({ target: checkoutDisputes.disputeID, set: after })
  const booked = transactionID !== taken ? transactionID : returnedID === before?.returnedID ? null : returnedID
  if (takes && transactionID === null) return { outcome: 'unbooked', checkoutID }
  return { outcome: booked === null ? 'noted' : 'booked', checkoutID, transactionID: booked }
}

const STATE_AFTER = {
  disputeOpened: 'open',
  disputeWon: 'won',
  disputeLost: 'lost',
  disputeDropped: 'dropped',
} as const

const bookedOf = (
  { amountCents, happenedAt, test }: AboutPayment,
  action: Booked['action'],
  notes: string,
): Booked => ({
  action,
  amount: amountCents,
  notes,
  happenedAt,
  test,
})

function eventOf(row: typeof providerEvents.$inferSelect): AboutPayment {
  const { eventID, happenedAt, test } = row
  const about = { eventID, happenedAt, test, paymentID: row.paymentID!, amountCents: row.amount! }
  const kind = row.kind as AboutPayment['kind']
  switch (kind) {
    case 'refunded':
    case 'refundFailed':
      return { ...about, kind, refundID: row.subjectID! }
    case 'disputeOpened':
      return {
        ...about,
        kind,
        disputeID: row.subjectID!,
        moneyTaken: row.moneyTaken ?? false,
        reason: row.reason ?? '',
      }
    default:
      return { ...about, kind, disputeID: row.subjectID! }
  }
}
