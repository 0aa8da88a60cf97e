import { sentences } from '#client/ui/core/texts.ts'

/** As customers read it. */
export const OWN_OUTCOME_WORDS = sentences({
  COLLECTED: 'Collected',
  EMPTY: 'The bag was empty',
  NOT_OUT: 'No bag was out',
  NO_ACCESS: 'The driver couldn’t get in',
  OVERWEIGHT: 'The bag was too heavy to lift',
  CONTAMINATED: 'Something in the bag can’t go in it',
  UNSAFE: 'It wasn’t safe to collect',
  CUSTOMER_CANCELLED: 'You cancelled',
  OTHER: 'Not collected',
})
