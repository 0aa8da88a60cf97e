import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import type { Stripe } from 'stripe'
import type { ChargeFound, Fees, PaymentsPort, PayoutFound, ProviderEvent } from '../../payments-port.ts'
import type { Log } from '../../ports.ts'
import { readSigned } from './signed-event.ts'
import { chargeOf, makeCharge } from './stripe-charges.ts'
import { foundOf, openPage } from './stripe-checkout.ts'
import { EVENT_TYPES, eventOf } from './stripe-events.ts'
import { customerFor, openSetup, setupOf } from './stripe-methods.ts'
import { feesIn, NO_FEES, payoutOf, refundMade, REFUND_KEY } from './stripe-money.ts'
import { isProviderError, troubleOf } from './stripe-trouble.ts'

export interface StripeSettings {
  readonly kind: 'stripe' | 'sandbox'
  readonly secretKey: string
  /** The current one, and the previous one while it is being replaced. */
  readonly webhookSecrets: readonly string[]
  /** Called once, at the first request; undefined: Stripe's own address. */
  readonly address?: () => Promise<{ readonly host: string; readonly port: number }>
  readonly log: Log
}

/** Per try; with the retries a customer waits at most half a minute. */
const TIMEOUT_MS = 10_000
const RETRIES = 2

/** Stripe, or the sandbox with the same protocol, through Stripe's own client. */
export function stripePayments({ kind, secretKey, webhookSecrets, address, log }: StripeSettings): PaymentsPort {
  let opened: Promise<Stripe> | undefined
  let agent: PlainAgent | undefined
  // Loading the client takes 0.1 s and 19 MB, which a server without payments does not need.
  const library = () => import('stripe')

  async function open(): Promise<Stripe> {
    const { Stripe } = await library()
    const at = await address?.()
    agent = at ? new PlainAgent({ keepAlive: true }) : new TlsAgent({ keepAlive: true })
    return new Stripe(secretKey, {
      httpAgent: agent,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      timeout: TIMEOUT_MS,
      ...(at && { ...at, protocol: 'http' as const }),
    })
  }

  async function ask<T>(act: string, call: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      opened ??= open().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return await call(await opened)
    } catch (error) {
      throw troubleOf(error, act, log)
    }
  }

  // sk_live_…, rk_test_…; the sandbox's key has no mode.
  const mode = /^[sr]k_(live|test)_/.exec(secretKey)?.[1]

  return {
    kind,
    mode: kind === 'sandbox' ? kind : mode === 'test' ? mode : 'live',
    createCheckout: (order) =>
      ask('createCheckout', async (stripe) => {
        const { id, url } = await openPage(stripe, order)
        if (url === null) throw new Error('The provider made a checkout without a page')
        return { providerID: id, url }
      }),
    async readEvent(rawBody, header, now) {
      const { Stripe } = await library()
      const event = readSigned(Stripe, { rawBody, header, now, secrets: webhookSecrets })
      if (event.kind === 'refused') return event
      if (mode !== undefined && event.test !== (mode === 'test')) return { kind: 'refused', reason: 'mode' }
      return event
    },
    lookUp: (providerID) =>
      ask('lookUp', async (stripe) => {
        const session = await stripe.checkout.sessions
          .retrieve(providerID, { expand: ['payment_intent.latest_charge.balance_transaction'] })
          .catch(nullWhenMissing)
        return session && foundOf(session)
      }),
    eventsSince: (since) =>
      ask('eventsSince', async (stripe) => {
        const found: ProviderEvent[] = []
        const created = { gte: Math.floor(since.getTime() / 1000) }
        for await (const event of stripe.events.list({ created, types: [...EVENT_TYPES], limit: 100 })) {
          const read = eventOf(event)
          // A page's payment is reported by its session as well.
          if (read.kind !== 'ignored') found.push(read)
        }
        return found.toReversed()
      }),
    expire: (providerID) =>
      ask('expire', async (stripe) => {
        await stripe.checkout.sessions.expire(providerID).catch(nullWhenRefused)
      }),
    refund: (paymentID, amountCents, key) =>
      ask('refund', async (stripe) =>
        refundMade(
          await stripe.refunds.create(
            { payment_intent: paymentID, amount: amountCents, metadata: { [REFUND_KEY]: key } },
            { idempotencyKey: key },
          ),
        ),
      ),
    refundOf: (paymentID, key) =>
      ask('refundOf', async (stripe) => {
        for await (const refund of stripe.refunds.list({ payment_intent: paymentID, limit: 100 }))
          if (refund.metadata?.[REFUND_KEY] === key) return refundMade(refund)
        return null
      }),
    customerFor: (key, email) => ask('customerFor', (stripe) => customerFor(stripe, key, email)),
    setUp: (order) => ask('setUp', (stripe) => openSetup(stripe, order)),
    lookUpSetup: (providerID) =>
      ask('lookUpSetup', async (stripe) => {
        const session = await stripe.checkout.sessions
          .retrieve(providerID, { expand: ['setup_intent.payment_method'] })
          .catch(nullWhenMissing)
        return session && setupOf(session)
      }),
    detach: (providerMethodID) =>
      ask('detach', async (stripe) => {
        await stripe.paymentMethods.detach(providerMethodID).catch(nullWhenRefused)
      }),
    charge: (order) => ask('charge', (stripe) => makeCharge(stripe, order)),
    chargesOf: (providerCustomerID, since) =>
      ask('chargesOf', async (stripe) => {
        const found: ChargeFound[] = []
        const created = { gte: Math.floor(since.getTime() / 1000) }
        for await (const payment of stripe.paymentIntents.list({ customer: providerCustomerID, created, limit: 100 })) {
          const charge = chargeOf(payment)
          if (charge !== null) found.push(charge)
        }
        return found
      }),
    lookUpCharge: (paymentID) =>
      ask('lookUpCharge', async (stripe) => {
        const payment = await stripe.paymentIntents.retrieve(paymentID).catch(nullWhenMissing)
        return payment && chargeOf(payment)
      }),
    cancelCharge: (paymentID) =>
      ask('cancelCharge', async (stripe) => {
        await stripe.paymentIntents.cancel(paymentID).catch(nullWhenRefused)
      }),
    payoutsSince: (since) =>
      ask('payoutsSince', async (stripe) => {
        const found: PayoutFound[] = []
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const expand = ['data.balance_transaction']
        for await (const payout of stripe.payouts.list({ created, limit: 100, expand })) {
          const facts = payoutOf(payout)
          if (facts !== null) found.push(facts)
        }
        return found.toReversed()
      }),
    feesOfPayout: (payoutID) =>
      ask('feesOfPayout', async (stripe) => {
        let fees = NO_FEES
        for await (const booked of stripe.balanceTransactions.list({ payout: payoutID, limit: 100 }))
          fees = plus(fees, feesIn(booked))
        return fees
      }),
    close: async () => agent?.destroy(),
  }
}

const plus = (a: Fees, b: Fees): Fees => ({
  feeCents: a.feeCents + b.feeCents,
  gstCents: a.gstCents + b.gstCents,
})

function nullWhenMissing(error: unknown): null {
  if (isProviderError(error) && error.code === 'resource_missing') return null
  throw error
}

/** Stripe refuses to expire a session that is not open. */
function nullWhenRefused(error: unknown): null {
  if (isProviderError(error) && error.type === 'StripeInvalidRequestError') return null
  throw error
}
