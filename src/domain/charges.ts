import type { Cents } from './money.ts'
import type { CustomerServiceType, Outcome } from './words.ts'

/** What a customer is billed for one stop (domain.md 6): a billing line once its run is completed. */

export interface ChargeInput {
  serviceType: CustomerServiceType
  outcome: Outcome
  /** Bags exchanged. */
  pu: number
  /** The job's price: of one bag, or of the whole rubbish removal. */
  amount: Cents
  extraAmount: Cents
}

/** Who was come for in vain pays for the way. */
const ATTEMPTS: readonly Outcome[] = ['EMPTY', 'NOT_OUT', 'NO_ACCESS']

/** @param attemptFee the setting fee.attempt; null: one bag's price, so that a rubbish removal, which has none, costs nothing in vain */
export function chargeOf({ serviceType, outcome, pu, amount, extraAmount }: ChargeInput, attemptFee: Cents | null): Cents {
  const byTheBag = serviceType === 'GARDEN_BAG'
  if (outcome === 'COLLECTED') return (byTheBag ? pu * amount : amount) + extraAmount
  if (ATTEMPTS.includes(outcome)) return (attemptFee ?? (byTheBag ? amount : 0)) + extraAmount
  return extraAmount
}
