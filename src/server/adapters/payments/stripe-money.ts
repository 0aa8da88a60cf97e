import type { Stripe } from 'stripe'
import type { Fees, PayoutFound, RefundMade } from '../../payments-port.ts'

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
    fees: automatic ? null : booked === null ? NO_FEES : feesIn({ ...booked, reporting_category: 'payout' }),
    // The provider gives the day as its midnight in UTC.
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    test: !livemode,
  }
}

/** Bookings that consist of a fee; every other booking states its own. */
const FEE_CATEGORIES = ['fee', 'network_cost', 'tax']

export const NO_FEES: Fees = { feeCents: 0, gstCents: 0 }

/** GST is a booking of its own, or a line of the fee. */
export function feesIn(booked: Stripe.BalanceTransaction): Fees {
  // A booking of the sandbox that an earlier version stored has no lines.
  const { reporting_category, net, fee, fee_details = [] } = booked
  const tax = fee_details.reduce((sum, { type, amount }) => sum + (type === 'tax' ? amount : 0), 0)
  if (!FEE_CATEGORIES.includes(reporting_category)) return { feeCents: fee, gstCents: tax }
  return { feeCents: -net, gstCents: reporting_category === 'tax' ? -net : tax }
}
