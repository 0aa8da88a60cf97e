import { hasBags } from '#domain/bags.ts'
import type { CustomerServiceType, Outcome } from '#domain/words.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

/** As the office and the drivers say it of bags, and where stops of both kinds are counted together. */
export const OUTCOME_WORDS = sentences({
  COLLECTED: 'Done',
  EMPTY: 'Bag MT',
  NOT_OUT: 'Not out',
  NO_ACCESS: 'No access',
  OVERWEIGHT: 'Overweight',
  CONTAMINATED: 'Contaminated',
  UNSAFE: 'Unsafe',
  CUSTOMER_CANCELLED: 'Customer cancelled',
  OTHER: 'Other',
})

/** As the office and the drivers say it of one stop: a rubbish removal has no bag that could be empty. */
export function outcomeWords(outcome: Outcome, serviceType: CustomerServiceType | null): string {
  return outcome === 'EMPTY' && !hasBags(serviceType) ? t('Nothing there') : t(OUTCOME_WORDS[outcome])
}
