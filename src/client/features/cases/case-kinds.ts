import { sentences } from '#client/ui/core/texts.ts'

export const CASE_KIND_WORDS = sentences({
  outcome: 'Collection',
  address_change: 'New address',
  close_account: 'Close account',
  other: 'Question',
})

export const CASE_REASON_WORDS = sentences({
  missed: 'Missed',
  bags: 'Bags or price wrong',
  damage: 'Something damaged',
  other: 'Something else',
})
