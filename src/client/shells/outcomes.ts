import { sentences } from '#client/ui/core/texts.ts'

/** As the office and the drivers say it. */
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
