import type { AutopayCharge } from '#contract/v1/autopay.ts'
import type { MethodState } from '#domain/autopay-words.ts'
import { sentences } from '#client/ui/core/texts.ts'

/** The states, in the order of the figures above the list. */
export const CHARGE_STATES = [
  'failed',
  'planned',
  'asked',
  'pending',
  'paid',
  'disputed',
  'returned',
  'refunded',
  'dropped',
] as const satisfies readonly AutopayCharge['state'][]

export const CHARGE_WORDS = sentences({
  failed: 'Failed',
  planned: 'Planned',
  asked: 'Under way',
  pending: 'At the bank',
  paid: 'Paid',
  disputed: 'Disputed',
  returned: 'Taken back by the bank',
  refunded: 'Refunded',
  dropped: 'Not charged',
})

export const CHARGE_TONES = {
  failed: 'bad',
  planned: 'rest',
  asked: 'warn',
  pending: 'warn',
  paid: 'good',
  disputed: 'warn',
  returned: 'bad',
  refunded: 'rest',
  dropped: 'rest',
} as const satisfies Record<AutopayCharge['state'], string>

export const METHOD_WORDS = sentences({
  setting_up: 'Being set up',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
})

export const METHOD_TONES = {
  setting_up: 'rest',
  active: 'good',
  paused: 'warn',
  ended: 'rest',
} as const satisfies Record<MethodState, string>
