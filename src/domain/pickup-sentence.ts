import { hasBags } from './bags.ts'
import type { Outcome, CustomerServiceType } from './words.ts'

interface RecordedStop {
  readonly serviceType: CustomerServiceType
  readonly outcome: Outcome
  /** Bags collected. */
  readonly pu: number
  /** As the customer reads it: 12/11/2026. */
  readonly day: string
  readonly place: string
}

const NOT_COLLECTED: Readonly<Record<Exclude<Outcome, 'COLLECTED' | 'CUSTOMER_CANCELLED'>, string>> = {
  EMPTY: 'the bag was empty',
  NOT_OUT: 'nothing was out for us',
  NO_ACCESS: 'we couldn’t get to it',
  OVERWEIGHT: 'it was too heavy to lift',
  CONTAMINATED: 'it held something we can’t take',
  UNSAFE: 'it wasn’t safe to collect',
  OTHER: 'we couldn’t collect',
}

/** Why nothing was collected, for the customer: "it was too heavy to lift". */
export function whyNotCollected(outcome: Outcome): string {
  return outcome === 'COLLECTED' || outcome === 'CUSTOMER_CANCELLED' ? NOT_COLLECTED.OTHER : NOT_COLLECTED[outcome]
}

/**
 * What the driver recorded, in a sentence to the customer; null: nothing to confirm, because they didn't want the
 * pickup.
 */
export function pickupSentence({ serviceType, outcome, pu, day, place }: RecordedStop): string | null {
  if (outcome === 'CUSTOMER_CANCELLED') return null
  if (outcome !== 'COLLECTED')
    return `We came to ${place} on ${day}, but ${outcome === 'EMPTY' && !hasBags(serviceType) ? 'there was nothing to collect' : NOT_COLLECTED[outcome]}.`
  const what = hasBags(serviceType) ? (pu === 1 ? '1 bag' : `${pu} bags`) : 'your rubbish'
  return `On ${day} we collected ${what} from ${place}.`
}
