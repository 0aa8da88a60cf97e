import { sentences } from '#client/ui/core/texts.ts'

export const OWN_REASON_WORDS = sentences({
  missed: 'My collection was missed',
  bags: 'The number of bags or the price is wrong',
  damage: 'Something was damaged',
  other: 'Something else',
})

export const OWN_CASE_TITLES = sentences({
  address_change: 'New address',
  close_account: 'Close your account',
  other: 'Ask the office',
})
