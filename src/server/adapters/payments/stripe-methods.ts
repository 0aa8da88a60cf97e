import type { Stripe } from 'stripe'
import type { MethodFound, SetupFound, SetupOrder } from '../../payments-port.ts'
import { isProviderError } from './stripe-trouble.ts'

/** Cards and Australian bank accounts; every other kind that Stripe has is left out. */
const TYPES = [
  'card',
  'au_becs_debit',
] as const satisfies Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[]
/** Stripe's name of a bank debit in Australia. */
export const BECS = 'au_becs_debit'

/** An address that the provider does not accept only costs its mails. */
export async function customerFor(stripe: Stripe, key: string, email: string | null): Promise<string> {
  const params: Stripe.CustomerCreateParams = { metadata: { bagrun: key } }
  if (email === null) return (await stripe.customers.create(params, { idempotencyKey: key })).id
  try {
    return (await stripe.customers.create({ ...params, email }, { idempotencyKey: key })).id
  } catch (error) {
    if (!isProviderError(error) || error.param !== 'email') throw error
    return (await stripe.customers.create(params, { idempotencyKey: `${key}-no-email` })).id
  }
}

export async function openSetup(stripe: Stripe, order: SetupOrder): Promise<{ providerID: string; url: string }> {
  const { methodID, installation } = order
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'setup',
      customer: order.providerCustomerID,
      allowed_payment_method_types: [...TYPES],
      client_reference_id: methodID,
      metadata: { methodID, installation },
      setup_intent_data: { metadata: { methodID } },
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    },
    { idempotencyKey: methodID },
  )
  if (url === null) throw new Error('The provider made a set-up without a page')
  return { providerID: id, url }
}

/** Our ID of the method in a set-up; null: the session is no set-up of ours. */
export function setupIDOf({ mode, metadata, client_reference_id: reference }: Stripe.Checkout.Session): string | null {
  const methodID = metadata?.['methodID'] ?? null
  return mode === 'setup' && methodID !== null && methodID === reference ? methodID : null
}

/** The state of a set-up that was requested with its intent and method. */
export function setupOf(session: Stripe.Checkout.Session): SetupFound | null {
  const methodID = setupIDOf(session)
  if (methodID === null) return null
  const of = { methodID, installation: session.metadata?.['installation'] ?? null }
  const intent = typeof session.setup_intent === 'string' ? null : session.setup_intent
  const saved = typeof intent?.payment_method === 'string' ? null : (intent?.payment_method ?? null)
  const method = saved && methodOf(saved)
  if (session.status === 'complete' && intent?.status === 'succeeded' && method) {
    const mandate = typeof intent.mandate === 'string' ? intent.mandate : (intent.mandate?.id ?? null)
    return { ...of, state: 'done', method: { ...method, mandateID: mandate } }
  }
  return { ...of, state: session.status === 'expired' ? 'expired' : 'open', method: null }
}

/** Null: a kind that is never charged. */
export function methodOf({ id, type, card, au_becs_debit: debit }: Stripe.PaymentMethod): MethodFound | null {
  if (type === BECS)
    return { providerMethodID: id, kind: 'debit', brand: null, last4: debit?.last4 ?? null, expiresIn: null }
  if (type !== 'card' || !card) return null
  const expiresIn = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return { providerMethodID: id, kind: 'card', brand: card.brand, last4: card.last4, expiresIn }
}
