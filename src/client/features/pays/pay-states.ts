import { sentences } from '#client/ui/core/texts.ts'

export const PAY_STATE_WORDS = sentences({
  pending: 'Pending',
  payable: 'To pay',
  paid: 'Paid',
})
