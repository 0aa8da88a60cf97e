import { sentences } from '#client/ui/core/texts.ts'

/** `nothing`: it was lowered to $0, or the customer is not asked for it any more. */
export const STANDING_WORDS = sentences({
  waiting_payment: 'Unpaid',
  paid: 'Paid',
  overdue: 'Overdue',
  written_off: 'Written off',
  nothing: 'Nothing to pay',
})

/** What the list is filtered by: whether something is owing. */
export const FILTER_WORDS = sentences({
  waiting_payment: 'Unpaid',
  paid: 'Nothing owing',
})
