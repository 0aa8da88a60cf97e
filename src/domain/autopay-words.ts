/** The enumerations of automatic payments, spelled as on the wire, with their words (domain.md 20). */

/** `ended` is final: the method is taken away at the provider too. */
export const METHOD_STATES = ['setting_up', 'active', 'paused', 'ended'] as const
export type MethodState = (typeof METHOD_STATES)[number]

export const METHOD_KINDS = ['card', 'debit'] as const
export type MethodKind = (typeof METHOD_KINDS)[number]

export const PAUSE_REASONS = ['declined', 'expired', 'authentication', 'disputed', 'customer', 'office'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const END_REASONS = ['not_finished', 'replaced', 'removed', 'mandate_cancelled', 'detached', 'left'] as const
export type EndReason = (typeof END_REASONS)[number]

/** Why a planned charge was not made. */
export const DROP_REASONS = [
  'nothing_owing',
  'paused',
  'ended',
  'left_out',
  'promise',
  'disputed',
  'pending',
  'credit',
  'off',
  'too_little',
  'told_again',
] as const
export type DropReason = (typeof DROP_REASONS)[number]

export const pauseWords: Readonly<Record<PauseReason, string>> = {
  declined: 'The payment was declined.',
  expired: 'The card has expired.',
  authentication: 'The bank wants the customer to approve each payment.',
  disputed: 'A payment is disputed, or the bank returned it.',
  customer: 'The customer paused it.',
  office: 'You paused it.',
}

export const endWords: Readonly<Record<EndReason, string>> = {
  not_finished: 'It wasn’t finished.',
  replaced: 'The customer saved another card or account.',
  removed: 'It was removed.',
  mandate_cancelled: 'The bank account’s debit agreement was cancelled.',
  detached: 'It was removed at Stripe.',
  left: 'The customer left.',
}

export const dropWords: Readonly<Record<DropReason, string>> = {
  nothing_owing: 'Nothing was owing any more.',
  paused: 'Automatic payment was paused.',
  ended: 'Automatic payment ended.',
  left_out: 'Its invoices were left out before then.',
  promise: 'The customer promised to pay.',
  disputed: 'A payment was disputed.',
  pending: 'Another payment was on its way.',
  credit: 'The customer’s credit paid it.',
  off: 'Automatic payments were switched off.',
  too_little: 'Less than $0.50 was left to pay.',
  told_again: 'The customer has to be told again first.',
}

/** The wording that a customer accepts; a change of the text is a new version. */
export const CONSENT_VERSION = '2026-11-30.2'

export interface ConsentTerms {
  readonly firm: string
  readonly noticeDays: number
  readonly tries: number
  readonly retryDays: number
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** What the customer agrees to, a sentence each. */
export function consentWords({ firm, noticeDays, tries, retryDays }: ConsentTerms): readonly string[] {
  return [
    `${firm} may charge this card or bank account for my invoices.`,
    `At least ${days(noticeDays)} before a payment is first tried, I get an email with its amount and day.`,
    tries === 1
      ? 'A payment that fails isn’t tried again.'
      : `A payment that fails is tried again after ${days(retryDays)}, with at most ${tries} tries. An email tells me of each.`,
    'I can pause or stop it at any time before a payment is made.',
  ]
}

/** "Visa ending in 4242", "bank account ending in 456". */
export function methodName(kind: MethodKind | null, brand: string | null, last4: string | null): string {
  const what = kind === 'debit' ? 'bank account' : brand === null ? 'card' : brandWords(brand)
  return last4 === null ? what : `${what} ending in ${last4}`
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  eftpos_au: 'eftpos',
}
const brandWords = (brand: string) => BRANDS[brand] ?? 'card'
