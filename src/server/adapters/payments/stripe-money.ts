import type { Stripe } from 'stripe'
import type { PayoutFound, RefundMade } from '../../payments-port.ts'

/**
 * The field of a refund that contains our key. The refund is found by it when the provider has forgotten the key
 * itself.
 */
export const REFUND_KEY = 'refundRequestID'

export function refundMade({ id, status }: Pick<Stripe.Refund, 'id' | 'status'>): RefundMade {
  const failed = status === 'failed' || status === 'canceled'
  return { refundID: id, state: status === 'succeeded' ? status : failed ? 'failed' : 'pending' }
}

/** Null: still on its way, not counted yet by the provider, or in another currency. */
export function payoutOf(payout: Stripe.Payout): PayoutFound | null {
  const { id, amount, automatic, currency, livemode, status, reconciliation_status: counted } = payout
  const failed = status === 'failed' || status === 'canceled'
  if (currency !== 'aud' || (status !== 'paid' && !failed)) return null
  // Until it is counted the provider does not list its content.
  if (automatic && counted === 'in_progress') return null
  const booked = typeof payout.balance_transaction === 'string' ? null : payout.balance_transaction
  return {
    payoutID: id,
    state: failed ? 'failed' : 'paid',
    netCents: amount,
    feeCents: automatic ? null : (booked?.fee ?? 0),
    // The provider gives the day as its midnight in UTC.
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    test: !livemode,
  }
}

/** Bookings that consist of a fee; every other booking states its own. */
const FEE_CATEGORIES = ['fee', 'network_cost', 'tax']

export function feesIn({ reporting_category, net, fee }: Stripe.BalanceTransaction): number {
  return FEE_CATEGORIES.includes(reporting_category) ? -net : fee
}
