import type { MailState } from './delivery.ts'
import type { CallResult } from './timeline.ts'

/** How a customer who was not reached is still to be told of it (domain.md 4, Not reached). */
export const TELLING = ['mail', 'kept', 'call'] as const
export type Telling = (typeof TELLING)[number]

export interface NotReachedFacts {
  readonly isActive: boolean
  readonly email: string | null
  /** The state of the email about it; null: none was written. */
  readonly mail: MailState | null
  /** The latest call about it that told the customer, else the latest one. */
  readonly call: CallResult | null
}

/**
 * Null: told, or not a customer any more. `kept`: the email was written while no mail server was set, and goes with the
 * kept ones. Whose mail failed is called, because nobody is mailed twice.
 */
export function stillToTell({ isActive, email, mail, call }: NotReachedFacts): Telling | null {
  const isTold = mail === 'sent' || mail === 'queued' || (call !== null && call !== 'no_answer')
  if (!isActive || isTold) return null
  if (email === null || mail === 'failed') return 'call'
  return mail === 'kept' ? 'kept' : 'mail'
}
