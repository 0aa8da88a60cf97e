import type { MethodKind } from '#domain/autopay-words.ts'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'

/** A text of the payment page with its amount; the amounts of all lines add up to the order's. */
export interface CheckoutLine {
  readonly text: string
  readonly amountCents: Cents
}

export interface CheckoutOrder {
  /** Our own id of this checkout, which every event of the provider about it contains. */
  readonly checkoutID: string
  readonly amountCents: Cents
  readonly currency: 'aud'
  readonly lines: readonly CheckoutLine[]
  readonly customerEmail: string | null
  /** Where the browser returns to; `{CHECKOUT_SESSION_ID}` in it becomes the provider's id. */
  readonly successUrl: string
  readonly cancelUrl: string
  /** 30 minutes to 24 hours from now. */
  readonly expiresAt: Date
  /** The same key with the same order answers the same page. */
  readonly idempotencyKey: string
}

interface OfCheckout {
  readonly providerID: string
  readonly checkoutID: string
  readonly amountCents: Cents
  /** Lower case, as the provider writes it. */
  readonly currency: string
}

interface OfRefund {
  readonly paymentID: string
  readonly refundID: string
  readonly amountCents: Cents
}

interface OfDispute {
  readonly paymentID: string
  readonly disputeID: string
  readonly amountCents: Cents
}

interface OfPayout {
  readonly payoutID: string
  /** Negative when the provider takes money from the firm's bank account. */
  readonly amountCents: Cents
  readonly arrivesAt: Date
}

/** The provider's page on which a customer saves a card or bank account to be charged by itself (domain.md 20). */
export interface SetupOrder {
  /** Our own ID of the method. */
  readonly methodID: string
  /** This installation’s ID: another may use the same account at the provider. */
  readonly installation: string
  readonly providerCustomerID: string
  /** Where the browser returns to. */
  readonly successUrl: string
  readonly cancelUrl: string
  /** 30 minutes to 24 hours from now. */
  readonly expiresAt: Date
}

export interface MethodFound {
  readonly providerMethodID: string
  readonly kind: MethodKind
  /** The provider's name of the card's brand, such as `visa`; null: a bank account, or unknown. */
  readonly brand: string | null
  readonly last4: string | null
  /** The last month of a card, YYYY-MM. */
  readonly expiresIn: string | null
}

export interface SetupFound {
  readonly methodID: string
  /** Whose it is; null: it was opened before this was noted. */
  readonly installation: string | null
  readonly state: 'open' | 'done' | 'expired'
  /** Null until it is done. */
  readonly method: (MethodFound & { readonly mandateID: string | null }) | null
}

/** A payment without the customer, of a saved method. */
export interface ChargeOrder {
  readonly checkoutID: string
  readonly customerID: string
  /** Derived from what is charged, never random: the same charge asked for again is the same payment. */
  readonly key: string
  readonly providerCustomerID: string
  readonly providerMethodID: string
  readonly kind: MethodKind
  readonly amountCents: Cents
  /** For the customer's statement at the provider. */
  readonly text: string
}

export interface ChargeFound {
  readonly paymentID: string
  readonly checkoutID: string
  readonly customerID: string
  readonly key: string
  readonly amountCents: Cents
  readonly currency: string
  readonly kind: MethodKind
  /** `failed`: declined, and can be tried again by the provider until it is cancelled. */
  readonly state: 'paid' | 'pending' | 'failed' | 'cancelled'
  /** The provider's code of the decline; null: none. */
  readonly failure: string | null
  /** No money moves. */
  readonly test: boolean
}

/** What happened, in our words. Everything the product does not act upon is `ignored`. */
export type PaymentEvent =
  /** The money is certain (M19 of domain.md 11). */
  | ({ readonly kind: 'checkoutPaid'; readonly paymentID: string } & OfCheckout)
  /** The customer has finished, but the money is not certain yet: a bank debit. */
  | ({ readonly kind: 'checkoutPending' } & OfCheckout)
  | ({ readonly kind: 'checkoutFailed' } & OfCheckout)
  | ({ readonly kind: 'checkoutExpired' } & OfCheckout)
  /** The customer finished the page, or left it: ask `lookUpSetup`. */
  | { readonly kind: 'setupEnded'; readonly providerID: string; readonly methodID: string }
  /** An automatic charge, whatever became of it. */
  | { readonly kind: 'charge'; readonly charge: ChargeFound }
  /** The provider replaced an expired card's details, or the customer's bank did. */
  | { readonly kind: 'methodUpdated'; readonly method: MethodFound }
  | { readonly kind: 'methodDetached'; readonly providerMethodID: string }
  /** The bank account's debit agreement is not valid any more. */
  | { readonly kind: 'mandateEnded'; readonly providerMethodID: string }
  /** Money went back to the customer. Refunds of a payment add up to at most the payment. */
  | ({ readonly kind: 'refunded' } & OfRefund)
  /** A refund did not reach the customer, even if it was reported as `refunded` before, and we have the money again. */
  | ({ readonly kind: 'refundFailed' } & OfRefund)
  /** Stripe reports a dispute twice: first as an inquiry, which takes no money, then as a chargeback, which does. */
  | ({ readonly kind: 'disputeOpened'; readonly moneyTaken: boolean; readonly reason: string } & OfDispute)
  | ({ readonly kind: 'disputeWon' } & OfDispute)
  | ({ readonly kind: 'disputeLost' } & OfDispute)
  /** An inquiry ended without a chargeback: no money was taken. */
  | ({ readonly kind: 'disputeDropped' } & OfDispute)
  | ({ readonly kind: 'payoutPaid' } & OfPayout)
  | ({ readonly kind: 'payoutFailed' } & OfPayout)
  | { readonly kind: 'ignored'; readonly type: string }

export type ProviderEvent = PaymentEvent & {
  /** Unique, and the same each time the event is sent. */
  readonly eventID: string
  readonly happenedAt: Date
  /** No money moved: an event of the sandbox, or of the provider's test mode. */
  readonly test: boolean
}

/** A webhook that proves nothing: `signature` (also a missing one), `too_old`, `mode` (test and live mixed up). */
export interface RefusedEvent {
  readonly kind: 'refused'
  readonly reason: 'signature' | 'too_old' | 'unreadable' | 'mode'
}

export interface CheckoutFound extends OfCheckout {
  readonly state: 'open' | 'pending' | 'paid' | 'failed' | 'expired'
  /** Null: it is no longer open. */
  readonly url: string | null
  readonly paymentID: string | null
  /** The provider's fee for a paid one; null: not known yet. */
  readonly feeCents: Cents | null
  /** No money moves: the sandbox, or the provider's test mode. */
  readonly test: boolean
}

export interface RefundMade {
  readonly refundID: string
  readonly state: 'succeeded' | 'pending' | 'failed'
}

/** What the provider deducted. */
export interface Fees {
  readonly feeCents: Cents
  /** The GST in it that the provider states; 0: it states none. It is never computed from the fee (P52). */
  readonly gstCents: Cents
}

/** Money that the provider sent to the firm's bank account: several payments together, less fees. */
export interface PayoutFound {
  readonly payoutID: string
  /** `failed`: the bank sent it back, even after it was `paid`; the money is on the firm's balance again. */
  readonly state: 'paid' | 'failed'
  /** What arrives in the bank; negative when the provider takes money from it. */
  readonly netCents: Cents
  /** The fees of a payout made by hand; null: `feesOfPayout` has them. */
  readonly fees: Fees | null
  /** The day on which the bank is expected to have it. */
  readonly arrivesOn: Day
  readonly test: boolean
}

/**
 * Why the provider did not do what was requested. `away`: it can't be reached, or does not accept our key. `amount`:
 * outside what a card can pay. `refused`: by one of its rules, for example because the payment is refunded already.
 */
export class PaymentsTrouble extends Error {
  override readonly name = 'PaymentsTrouble'
  readonly kind: 'away' | 'amount' | 'refused'
  /** The provider's own code, such as `charge_already_refunded`. */
  readonly code: string | null

  constructor(kind: 'away' | 'amount' | 'refused', code: string | null = null) {
    super(`The payment provider did not do it: ${kind}${code === null ? '' : `, ${code}`}`)
    this.kind = kind
    this.code = code
  }
}

/** Takes card payments on the provider's page. Every call but `readEvent` asks the provider and throws PaymentsTrouble. */
export interface PaymentsPort {
  /** `sandbox`: no money moves. */
  readonly kind: 'stripe' | 'sandbox'
  /** Saved methods of one mode are unknown in another. */
  readonly mode: 'sandbox' | 'test' | 'live'
  createCheckout(order: CheckoutOrder): Promise<{ readonly providerID: string; readonly url: string }>
  /** @param header of the request, `stripe-signature` */
  readEvent(rawBody: Uint8Array, header: string | undefined, now: Date): Promise<ProviderEvent | RefusedEvent>
  /** For a checkout whose webhook never came; null: the provider does not know it. */
  lookUp(providerID: string): Promise<CheckoutFound | null>
  /** The events since then, oldest first, whether their webhooks arrived or not; the provider keeps 30 days. */
  eventsSince(since: Date): Promise<readonly ProviderEvent[]>
  /** Closes the page of a checkout; does nothing when it is not open. */
  expire(providerID: string): Promise<void>
  /** @param key the same key refunds once, for at least a day; later ask `refundOf` first */
  refund(paymentID: string, amountCents: Cents, key: string): Promise<RefundMade>
  /** What became of the refund with this key; null: the provider has none. */
  refundOf(paymentID: string, key: string): Promise<RefundMade | null>
  /** The provider's customer with this key of ours, made when there is none. */
  customerFor(key: string, email: string | null): Promise<string>
  setUp(order: SetupOrder): Promise<{ readonly providerID: string; readonly url: string }>
  /** Null: the provider does not know it. */
  lookUpSetup(providerID: string): Promise<SetupFound | null>
  /** Does nothing when it is detached already. */
  detach(providerMethodID: string): Promise<void>
  /** A decline is an answer, not a PaymentsTrouble. */
  charge(order: ChargeOrder): Promise<ChargeFound>
  /** Automatic charges of the provider's customer since then, newest first: a list, which does not lag behind. */
  chargesOf(providerCustomerID: string, since: Date): Promise<readonly ChargeFound[]>
  lookUpCharge(paymentID: string): Promise<ChargeFound | null>
  /** Makes sure that a failed charge is never tried again; does nothing when it is cancelled or paid. */
  cancelCharge(paymentID: string): Promise<void>
  /** Payouts in AUD that were made since then and have left, oldest first. */
  payoutsSince(since: Date): Promise<readonly PayoutFound[]>
  /** The provider's fees in this payout (M19 of domain.md 11). */
  feesOfPayout(payoutID: string): Promise<Fees>
  close(): Promise<void>
}
