import type { Stripe } from 'stripe'
import type { ChargeFound, ChargeOrder } from '../../payments-port.ts'
import { BECS } from './stripe-methods.ts'
import { isProviderError } from './stripe-trouble.ts'

/** The fields of a payment that say which charge of ours it is. A page's payment has none of them but `checkoutID`. */
const KEY = 'autopay'

/** Stripe answers a decline as an error that contains the payment. */
export async function makeCharge(stripe: Stripe, order: ChargeOrder): Promise<ChargeFound> {
  const { checkoutID, customerID, key, kind } = order
  const payment = await stripe.paymentIntents
    .create(
      {
        amount: order.amountCents,
        currency: 'aud',
        customer: order.providerCustomerID,
        payment_method: order.providerMethodID,
        allowed_payment_method_types: [kind === 'debit' ? BECS : 'card'],
        confirm: true,
        off_session: true,
        description: order.text,
        metadata: { [KEY]: key, checkoutID, customerID },
      },
      { idempotencyKey: key },
    )
    .catch(declined)
  const charge = chargeOf(payment)
  if (charge === null) throw new Error('The provider made a charge that is not ours')
  return charge
}

function declined(error: unknown): Stripe.PaymentIntent {
  // Other errors may name the payment too, such as an agreement that is not valid any more.
  const isDecline = isProviderError(error) && error.type === 'StripeCardError'
  const payment = isDecline ? error.payment_intent : undefined
  if (payment === undefined) throw error
  return payment
}

/** Null: no automatic charge of ours. */
export function chargeOf(payment: Stripe.PaymentIntent): ChargeFound | null {
  const { [KEY]: key, checkoutID, customerID } = payment.metadata
  const state = STATES[payment.status]
  if (!key || !checkoutID || !customerID || state === undefined) return null
  const problem = payment.last_payment_error
  return {
    paymentID: payment.id,
    checkoutID,
    customerID,
    key,
    amountCents: payment.amount,
    currency: payment.currency,
    kind: payment.payment_method_types.includes(BECS) ? 'debit' : 'card',
    state,
    failure: problem?.decline_code ?? problem?.code ?? null,
    test: !payment.livemode,
  }
}

const STATES: Readonly<Record<string, ChargeFound['state']>> = {
  succeeded: 'paid',
  processing: 'pending',
  requires_payment_method: 'failed',
  requires_action: 'failed',
  canceled: 'cancelled',
}
