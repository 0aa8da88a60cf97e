import type { Stripe } from 'stripe'
import type { PaymentEvent, ProviderEvent } from '../../payments-port.ts'
import { chargeOf } from './stripe-charges.ts'
import { methodOf, setupIDOf } from './stripe-methods.ts'

/** The events to subscribe to (docs/operations.md, "Settings"), and those requested when webhooks were missed. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
  'mandate.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'payout.paid',
  'payout.failed',
] as const satisfies Stripe.Event['type'][]

/** The provider's event in our words. Only fields that are equal in every version of its API are read. */
export function eventOf(event: Stripe.Event): ProviderEvent {
  if (event.object !== 'event' || !event.id) throw new Error('This is no event of the provider')
  return {
    ...meaningOf(event),
    eventID: event.id,
    happenedAt: fromSeconds(event.created),
    test: !event.livemode,
  }
}

function meaningOf(event: Stripe.Event): PaymentEvent {
  const ignored = { kind: 'ignored', type: event.type } as const
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      if (event.data.object.mode === 'setup') return ofSetup(event.data.object) ?? ignored
      return ofCheckout(event.data.object, event.data.object.payment_status === 'paid' ? 'Paid' : 'Pending') ?? ignored
    case 'checkout.session.async_payment_failed':
      return ofCheckout(event.data.object, 'Failed') ?? ignored
    case 'checkout.session.expired':
      if (event.data.object.mode === 'setup') return ofSetup(event.data.object) ?? ignored
      return ofCheckout(event.data.object, 'Expired') ?? ignored
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const charge = chargeOf(event.data.object)
      return charge === null ? ignored : { kind: 'charge', charge }
    }
    case 'payment_method.automatically_updated':
    case 'payment_method.updated': {
      const method = methodOf(event.data.object)
      return method === null ? ignored : { kind: 'methodUpdated', method }
    }
    case 'payment_method.detached':
      return { kind: 'methodDetached', providerMethodID: event.data.object.id }
    case 'mandate.updated': {
      const { status, payment_method: method } = event.data.object
      const providerMethodID = idOf(method)
      return status !== 'inactive' || providerMethodID === null ? ignored : { kind: 'mandateEnded', providerMethodID }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefund(event.data.object) ?? ignored
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return ofDispute(event.data.object, event.type) ?? ignored
    case 'payout.paid':
    case 'payout.failed':
      return {
        kind: event.type === 'payout.paid' ? 'payoutPaid' : 'payoutFailed',
        payoutID: event.data.object.id,
        amountCents: event.data.object.amount,
        arrivesAt: fromSeconds(event.data.object.arrival_date),
      }
    default:
      return ignored
  }
}

function ofSetup(session: Stripe.Checkout.Session): PaymentEvent | null {
  const methodID = setupIDOf(session)
  return methodID === null ? null : { kind: 'setupEnded', providerID: session.id, methodID }
}

/** Null for a payment that another program took through the same account. */
function ofCheckout(
  session: Stripe.Checkout.Session,
  state: 'Paid' | 'Pending' | 'Failed' | 'Expired',
): PaymentEvent | null {
  const checkout = checkoutOf(session)
  if (checkout === null) return null
  if (state !== 'Paid') return { kind: `checkout${state}`, ...checkout }
  const paymentID = idOf(session.payment_intent)
  return paymentID === null ? null : { kind: 'checkoutPaid', ...checkout, paymentID }
}

export function checkoutOf(session: Stripe.Checkout.Session) {
  const { id, client_reference_id: checkoutID, amount_total: amountCents, currency, mode } = session
  if (mode !== 'payment' || !checkoutID || amountCents === null || currency === null) return null
  // A reference can be set in a link without the account's key, metadata only with it.
  if (session.metadata?.['checkoutID'] !== checkoutID) return null
  return { providerID: id, checkoutID, amountCents, currency }
}

/** A refund is reported once it has succeeded. */
function ofRefund(refund: Stripe.Refund): PaymentEvent | null {
  const paymentID = idOf(refund.payment_intent)
  const kind = { succeeded: 'refunded', failed: 'refundFailed', canceled: 'refundFailed' } as const
  const happened = kind[refund.status as keyof typeof kind] as (typeof kind)[keyof typeof kind] | undefined
  if (paymentID === null || happened === undefined) return null
  return { kind: happened, paymentID, refundID: refund.id, amountCents: refund.amount }
}

function ofDispute(dispute: Stripe.Dispute, type: string): PaymentEvent | null {
  const paymentID = idOf(dispute.payment_intent)
  if (paymentID === null) return null
  const about = { paymentID, disputeID: dispute.id, amountCents: dispute.amount }
  if (type !== 'charge.dispute.closed') {
    const moneyTaken = !dispute.status.startsWith('warning_')
    return { kind: 'disputeOpened', ...about, moneyTaken, reason: dispute.reason }
  }
  switch (dispute.status) {
    case 'won':
      return { kind: 'disputeWon', ...about }
    case 'lost':
      return { kind: 'disputeLost', ...about }
    case 'warning_closed':
    case 'prevented':
      return { kind: 'disputeDropped', ...about }
    default:
      return null
  }
}

export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

const fromSeconds = (seconds: number) => new Date(seconds * 1000)
