import { sentences } from '#client/ui/core/texts.ts'

export const COLLECTION_WORDS = sentences({
  COLLECTED: 'Collected',
  EMPTY: 'The bag was empty',
  NOT_OUT: 'No bag was out',
  NO_ACCESS: 'The driver couldn’t get in',
  OVERWEIGHT: 'The bag was too heavy',
  CONTAMINATED: 'Something in the bag can’t go in it',
  UNSAFE: 'It wasn’t safe to collect',
  CUSTOMER_CANCELLED: 'Cancelled',
  OTHER: 'Not collected',
})
