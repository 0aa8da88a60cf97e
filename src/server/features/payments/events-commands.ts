import { eq } from 'drizzle-orm'
import { checkoutAfter } from '#domain/checkout.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { checkouts, providerEvents } from '../../db/tables/payments.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { PaymentEvent, ProviderEvent } from '../../payments-port.ts'
import { finishSetup, takeMethodEvent } from '../payment-methods/public.ts'
import { takeCharge } from './charge-taken.ts'
import { bookPaid } from './checkout-paid.ts'
import { lockCheckout } from './checkouts-reads.ts'
import { takePaymentEvent } from './payment-events.ts'
import type { EventDeps, EventNeeds, Outcome, Taken } from './taken.ts'

/** Another request stored the same event first, so this one is rolled back. */
class TakenMeanwhile extends Error {
  override readonly name = 'TakenMeanwhile'
}

/**
 * Processes an event of the provider once: its row and what it books commit together. Read committed is enough, because
 * each part waits for the locks of account and checkout. Fifty copies of one event at once are then fifty short waits,
 * not fifty conflicts.
 */
export async function takeEvent(deps: EventDeps, event: ProviderEvent, source: 'webhook' | 'asked'): Promise<Outcome> {
  const { database, clock } = deps
  const { db } = database
  if (event.kind === 'ignored' || (await isTaken(db, event.eventID))) return 'repeated'
  // The set-up is finished before the event is stored, so that an event whose set-up could not be asked about is taken
  // again.
  if (event.kind === 'setupEnded') await finishSetup(deps, event.providerID)
  const now = clock.now()
  try {
    return await inTransaction(
      db,
      async (tx) => {
        const taken = await act(tx, deps, event, now)
        const [kept] = await tx
          .insert(providerEvents)
          .values({ ...rowOf(event), ...taken, source, receivedAt: now })
          .onConflictDoNothing()
          .returning({ eventID: providerEvents.eventID })
        if (!kept) throw new TakenMeanwhile()
        return taken.outcome
      },
      { isolation: 'read committed' },
    )
  } catch (error) {
    if (error instanceof TakenMeanwhile) return 'repeated'
    throw error
  }
}

async function isTaken(db: Database, eventID: string): Promise<boolean> {
  const rows = await db
    .select({ eventID: providerEvents.eventID })
    .from(providerEvents)
    .where(eq(providerEvents.eventID, eventID))
  return rows.length > 0
}

async function act(tx: Queryable, deps: EventNeeds, event: ProviderEvent, now: Date): Promise<Taken> {
  switch (event.kind) {
    case 'checkoutPaid':
      return bookPaid(tx, deps, event, now)
    case 'checkoutPending':
      return follow(tx, event.checkoutID, 'pending')
    case 'checkoutFailed':
      return follow(tx, event.checkoutID, 'failed')
    case 'checkoutExpired':
      return follow(tx, event.checkoutID, 'expired')
    case 'refunded':
    case 'refundFailed':
    case 'disputeOpened':
    case 'disputeWon':
    case 'disputeLost':
    case 'disputeDropped':
      return takePaymentEvent(tx, deps, event, now)
    case 'charge':
      return takeCharge(tx, deps, event, now)
    case 'methodUpdated':
    case 'methodDetached':
    case 'mandateEnded':
      return { outcome: (await takeMethodEvent(tx, deps, event, now)) ? 'noted' : 'repeated' }
    case 'setupEnded':
    case 'payoutPaid':
    case 'payoutFailed':
    case 'ignored':
      return { outcome: 'noted' }
  }
}

async function follow(tx: Queryable, id: string, reported: 'pending' | 'failed' | 'expired'): Promise<Taken> {
  const checkout = await lockCheckout(tx, id)
  // The event belongs to another installation with the same account at the provider.
  if (!checkout) return { outcome: 'noted' }
  const { checkoutID } = checkout
  const state = checkoutAfter(checkout.state, reported)
  if (state === checkout.state) return { outcome: 'repeated', checkoutID }
  await tx.update(checkouts).set({ state }).where(eq(checkouts.checkoutID, checkoutID))
  return { outcome: 'noted', checkoutID }
}

/** What is stored of an event, without personal data. */
function rowOf(event: ProviderEvent) {
  const { eventID, kind, happenedAt, test } = event
  return { eventID, kind, happenedAt, test, ...partsOf(event) }
}

function partsOf(event: PaymentEvent) {
  switch (event.kind) {
    case 'checkoutPaid':
      return ofCheckout(event, event.paymentID)
    case 'checkoutPending':
    case 'checkoutFailed':
    case 'checkoutExpired':
      return ofCheckout(event, null)
    case 'refunded':
    case 'refundFailed':
      return { paymentID: event.paymentID, subjectID: event.refundID, amount: event.amountCents }
    case 'disputeOpened':
      return { ...ofDispute(event), moneyTaken: event.moneyTaken, reason: event.reason }
    case 'disputeWon':
    case 'disputeLost':
    case 'disputeDropped':
      return ofDispute(event)
    case 'payoutPaid':
    case 'payoutFailed':
      return { subjectID: event.payoutID, amount: event.amountCents }
    case 'charge': {
      const { paymentID, amountCents, currency } = event.charge
      return { subjectID: paymentID, paymentID, amount: amountCents, currency }
    }
    case 'setupEnded':
      return { subjectID: event.providerID }
    case 'methodUpdated':
      return { subjectID: event.method.providerMethodID }
    case 'methodDetached':
    case 'mandateEnded':
      return { subjectID: event.providerMethodID }
    case 'ignored':
      return {}
  }
}

const ofCheckout = (
  event: { providerID: string; amountCents: number; currency: string },
  paymentID: string | null,
) => ({
  subjectID: event.providerID,
  paymentID,
  amount: event.amountCents,
  currency: event.currency,
})

const ofDispute = (event: { paymentID: string; disputeID: string; amountCents: number }) => ({
  paymentID: event.paymentID,
  subjectID: event.disputeID,
  amount: event.amountCents,
})
