import { sentences } from '#client/ui/core/texts.ts'

export const STANDING_WORDS = sentences({
  waiting_payment: 'Unpaid',
  paid: 'Paid',
  overdue: 'Overdue',
  written_off: 'Written off',
})
