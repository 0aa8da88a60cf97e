import { hasBags } from '#domain/bags.ts'
import type { CustomerServiceType, Outcome } from '#domain/words.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const OWN_OUTCOME_WORDS = sentences({
  COLLECTED: 'Collected',
  EMPTY: 'The bag was empty',
  NOT_OUT: 'Nothing was out',
  NO_ACCESS: 'The driver couldn’t get in',
  OVERWEIGHT: 'It was too heavy to lift',
  CONTAMINATED: 'It held something we can’t take',
  UNSAFE: 'It wasn’t safe to collect',
  CUSTOMER_CANCELLED: 'You cancelled',
  OTHER: 'Not collected',
})

/** The outcome as customers read it. */
export function ownOutcomeWords(outcome: Outcome, serviceType: CustomerServiceType | null): string {
  return outcome === 'EMPTY' && !hasBags(serviceType)
    ? t('There was nothing to collect')
    : t(OWN_OUTCOME_WORDS[outcome])
}
