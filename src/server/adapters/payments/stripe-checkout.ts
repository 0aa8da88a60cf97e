import type { Stripe } from 'stripe'
import type { CheckoutFound, CheckoutOrder } from '../../payments-port.ts'
import { checkoutOf, idOf } from './stripe-events.ts'
import { isProviderError } from './stripe-trouble.ts'

/** Stripe's limits for one page. */
const MAX_LINES = 100
const MAX_TEXT = 250

export async function openPage(stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
  const { checkoutID, customerEmail, idempotencyKey } = order
  const total = order.lines.reduce((sum, line) => sum + line.amountCents, 0)
  if (total !== order.amountCents) throw new Error('The lines of a checkout do not add up to its amount')
  const lines =
    order.lines.length > MAX_LINES ? [{ text: `${order.lines.length} invoices`, amountCents: total }] : order.lines
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: checkoutID,
    metadata: { checkoutID },
    payment_intent_data: { metadata: { checkoutID } },
    line_items: lines.map(({ text, amountCents }) => ({
      quantity: 1,
      price_data: {
        currency: order.currency,
        unit_amount: amountCents,
        product_data: { name: text.slice(0, MAX_TEXT) },
      },
    })),
    // With it Stripe may show, and take, the amount in the currency of a customer abroad.
    adaptive_pricing: { enabled: false },
    submit_type: 'pay',
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
  }
  if (customerEmail === null) return stripe.checkout.sessions.create(params, { idempotencyKey })
  try {
    return await stripe.checkout.sessions.create({ ...params, customer_email: customerEmail }, { idempotencyKey })
  } catch (error) {
    // An address that the provider does not accept only costs the receipt; the customer types another one.
    if (!isProviderError(error) || error.param !== 'customer_email') throw error
    return stripe.checkout.sessions.create(params, { idempotencyKey: `${idempotencyKey}-no-email` })
  }
}

/** The state of a checkout that was requested with its payment and charge. */
export function foundOf(session: Stripe.Checkout.Session): CheckoutFound | null {
  const checkout = checkoutOf(session)
  if (checkout === null) return null
  const payment = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof payment?.latest_charge === 'string' ? null : payment?.latest_charge
  const booked = typeof charge?.balance_transaction === 'string' ? null : charge?.balance_transaction
  return {
    ...checkout,
    state: stateOf(session, payment),
    url: session.status === 'open' ? session.url : null,
    paymentID: idOf(session.payment_intent),
    feeCents: booked?.fee ?? null,
    test: !session.livemode,
  }
}

function stateOf(session: Stripe.Checkout.Session, payment: Stripe.PaymentIntent | null): CheckoutFound['state'] {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status !== 'complete') return session.status === 'expired' ? 'expired' : 'open'
  return payment && ['requires_payment_method', 'canceled'].includes(payment.status) ? 'failed' : 'pending'
}
