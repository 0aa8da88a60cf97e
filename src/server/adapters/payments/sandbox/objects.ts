/** Objects of Stripe's API with the fields that the product reads, as Stripe spells them. */

export interface SandboxSession {
  readonly id: string
  readonly object: 'checkout.session'
  readonly amount_subtotal: number
  readonly amount_total: number
  readonly cancel_url: string | null
  readonly client_reference_id: string | null
  readonly created: number
  readonly currency: string
  readonly customer_email: string | null
  readonly expires_at: number
  readonly livemode: false
  readonly metadata: Readonly<Record<string, string>>
  readonly mode: 'payment'
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  readonly success_url: string
  url: string | null
}

export interface SandboxPayment {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  readonly created: number
  readonly currency: string
  latest_charge: string | null
  readonly livemode: false
  readonly metadata: Readonly<Record<string, string>>
  status: 'processing' | 'succeeded' | 'requires_payment_method'
}

export interface SandboxRefund {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly charge: string | null
  readonly created: number
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
  readonly payment_intent: string
  readonly status: 'succeeded'
}

export interface SandboxDispute {
  readonly id: string
  readonly object: 'dispute'
  readonly amount: number
  readonly charge: string | null
  readonly created: number
  readonly currency: string
  readonly livemode: false
  readonly payment_intent: string
  readonly reason: 'fraudulent'
  status: 'needs_response' | 'won' | 'lost'
}

/** A movement on the firm's balance at the provider. */
export interface SandboxBooking {
  readonly id: string
  readonly object: 'balance_transaction'
  readonly amount: number
  readonly created: number
  readonly currency: string
  readonly fee: number
  readonly fee_details: readonly { readonly amount: number; readonly type: 'stripe_fee' | 'tax' }[]
  readonly net: number
  readonly reporting_category: 'charge' | 'refund' | 'dispute' | 'dispute_reversal' | 'payout'
  /** The charge, refund, dispute or payout it belongs to. */
  readonly source: string
  /** Not in the API's object; bookings are queried by it. Null: still on the balance. */
  payout: string | null
}

export interface SandboxPayout {
  readonly id: string
  readonly object: 'payout'
  readonly amount: number
  readonly arrival_date: number
  readonly automatic: true
  readonly created: number
  readonly currency: string
  readonly livemode: false
  readonly reconciliation_status: 'completed'
  readonly status: 'paid'
}

export interface SandboxEvent {
  readonly id: string
  readonly object: 'event'
  readonly api_version: null
  readonly created: number
  /** As it was at that moment. */
  readonly data: { readonly object: unknown }
  readonly livemode: false
  readonly pending_webhooks: 1
  readonly request: null
  readonly type: string
}

/** A line of the page; not in the API's session. */
export interface SandboxLine {
  readonly text: string
  readonly amount: number
}
