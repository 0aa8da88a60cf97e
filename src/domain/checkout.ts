import { addDays, type Day } from './dates.ts'
import type { Cents } from './money.ts'
import type { CheckoutState } from './money-words.ts'

/** The rules of card payments on the provider's page (domain.md 13). */

export const LEAST_BY_CARD: Cents = 50
export const MOST_BY_CARD: Cents = 99_999_999

/**
 * A page that is not paid by then is closed: long enough to look for the card, short enough for its amount to be right.
 */
export const CHECKOUT_MS = 2 * 3_600_000
/** A page that closes sooner is not offered again. */
export const CHECKOUT_LEFT_MS = 10 * 60_000

/** In the notes of a transaction without money. */
export const SANDBOX_NOTE = 'Sandbox: no money moved'

/** @param mode the setting `checkout.enabled` @param provider `sandbox`: without Stripe's keys, no money moves */
export function checkoutIsOn(mode: string, provider: 'stripe' | 'sandbox'): boolean {
  return mode === 'ON' || (mode === 'AUTO' && provider === 'stripe')
}

/** Days after which a pay link no longer shows a settled invoice, nor takes a payment in advance for a request. */
const PAY_LINK_DAYS = 90

interface PayLink {
  readonly owing: Cents
  /** When the invoice was paid or brought to nothing. */
  readonly settledOn: Day
  /** When the office made the link; null: a link of the invoice's mail, which names no day. */
  readonly madeOn: Day | null
}

/** The last day of an invoice's pay link, 90 days after it was settled or made; null while the invoice owes. */
export function payLinkUntil({ owing, settledOn, madeOn }: PayLink): Day | null {
  if (owing > 0) return null
  return addDays(madeOn !== null && madeOn > settledOn ? madeOn : settledOn, PAY_LINK_DAYS)
}

export function payLinkWorks(link: PayLink, today: Day): boolean {
  const until = payLinkUntil(link)
  return until === null || today <= until
}

/** Whether a request that was made on that day can still be paid in advance. */
export const prepayLinkWorks = (requestedOn: Day, today: Day): boolean => today <= addDays(requestedOn, PAY_LINK_DAYS)

/** What the provider can report about a checkout before it is paid. */
type ProviderState = 'pending' | 'failed' | 'expired'

/** Events arrive in any order: `paid` is final, and an earlier step never follows a later one. */
export function checkoutAfter(before: CheckoutState, reported: ProviderState): CheckoutState {
  const follows: Readonly<Record<ProviderState, readonly CheckoutState[]>> = {
    pending: ['open', 'expired'],
    failed: ['open', 'pending', 'expired'],
    expired: ['open'],
  }
  return follows[reported].includes(before) ? reported : before
}

/**
 * The effective date of a card payment or refund: the day it happened, or today if that day's period is closed
 * (domain.md 11, M16). If today is closed too, it is the first open day, because money that moved is never left out.
 */
export function cardDay(happened: Day, today: Day, lockedThrough: Day | ''): Day {
  const day = happened > today ? today : happened
  if (day > lockedThrough) return day
  return lockedThrough !== '' && today <= lockedThrough ? addDays(lockedThrough, 1) : today
}

/** What is off a card payment. */
export interface TakenOff {
  readonly refunded: Cents
  /** Refunds that may still succeed. */
  readonly waiting: Cents
  /** Disputes whose money is away. */
  readonly disputed: Cents
}

/** What can still be refunded of a card payment. */
export const leftToRefund = (paid: Cents, { refunded, waiting, disputed }: TakenOff): Cents =>
  Math.max(0, paid - refunded - waiting - disputed)

/** What a customer owes again after a refund: what their credit does not cover. */
export const owedAfterRefund = (amount: Cents, credit: Cents): Cents => Math.max(0, amount - credit)

/** How long the office has an alert about a lost dispute or a failed refund. */
export const LOST_ALERT_MS = 7 * 86_400_000
