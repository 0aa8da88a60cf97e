import { sentences } from '#client/ui/core/texts.ts'

export const LINE_STATE_WORDS = sentences({
  waiting: 'To check',
  posted: 'Paid',
  split: 'Split',
  dishonour: 'Dishonoured',
  clearing: 'Card payout',
  dismissed: 'Dismissed',
})
