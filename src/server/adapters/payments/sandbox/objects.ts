import type { MethodType, SandboxCustomer, SandboxMandate, SandboxMethod, SandboxSetup } from './method-objects.ts'

/**
 * Objects of Stripe's API with the fields that the product reads, as Stripe spells them. What the sandbox remembers
 * beyond them is in a field of that name, which is never sent.
 */
export type SandboxObject =
  | SandboxBooking
  | SandboxCharge
  | SandboxCustomer
  | SandboxDispute
  | SandboxEvent
  | SandboxMandate
  | SandboxMethod
  | SandboxPayment
  | SandboxPayout
  | SandboxRefund
  | SandboxSession
  | SandboxSetup

export type ObjectKind = SandboxObject['object']
export type ObjectOf<K extends ObjectKind> = Extract<SandboxObject, { readonly object: K }>

/** The object as the API and the webhooks show it. */
export function shown(object: SandboxObject): object {
  if (!('sandbox' in object)) return object
  const { sandbox: _, ...rest } = object
  return rest
}

export interface SandboxSession {
  readonly id: string
  readonly object: 'checkout.session'
  /** Null: it saves a method and takes no money. */
  readonly amount_subtotal: number | null
  readonly amount_total: number | null
  readonly cancel_url: string | null
  readonly client_reference_id: string | null
  readonly created: number
  readonly currency: string | null
  readonly customer: string | null
  readonly customer_email: null
  readonly expires_at: number
  readonly livemode: false
  readonly metadata: Readonly<Record<string, string>>
  readonly mode: 'payment' | 'setup'
  payment_intent: string | null
  payment_status: 'no_payment_required' | 'paid' | 'unpaid'
  readonly setup_intent: string | null
  status: 'open' | 'complete' | 'expired'
  readonly success_url: string
  url: string | null
  readonly sandbox: { readonly lines: readonly SandboxLine[] }
}

/** Why a payment failed. */
export interface SandboxProblem {
  readonly type: 'card_error' | 'invalid_request_error'
  readonly code: string
  readonly decline_code?: string
  readonly message: string
}

export interface SandboxPayment {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  amount_received: number
  canceled_at: number | null
  readonly created: number
  readonly currency: string
  readonly customer: string | null
  readonly description: string | null
  last_payment_error: SandboxProblem | null
  latest_charge: string | null
  readonly livemode: false
  readonly metadata: Readonly<Record<string, string>>
  /** The saved method; null after a failure, as at Stripe. */
  payment_method: string | null
  readonly payment_method_types: readonly MethodType[]
  status: 'canceled' | 'processing' | 'requires_payment_method' | 'succeeded'
}

/** Money that a payment brought. */
export interface SandboxCharge {
  readonly id: string
  readonly object: 'charge'
  readonly amount: number
  readonly balance_transaction: string
  readonly created: number
  readonly currency: string
  readonly payment_intent: string
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
  readonly reason: 'fraudulent' | 'insufficient_funds'
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
  readonly payout: string | null
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
  /** The object as it was at that moment. */
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
