import { sentences } from '#client/ui/core/texts.ts'

export const CUSTOMER_KIND_WORDS = sentences({
  cancelled: 'Cancelled',
  blocked: 'Blocked',
  overdue: 'Overdue',
  'no-email': 'Without email',
  'do-not-remind': 'Do not remind',
})
