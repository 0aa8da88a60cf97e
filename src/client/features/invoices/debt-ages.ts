import { sentences } from '#client/ui/core/texts.ts'

export const DEBT_AGE_WORDS = sentences({
  current: 'Not due yet',
  '1-30': '1–30 days late',
  '31-60': '31–60 days late',
  '61-90': '61–90 days late',
  'over-90': 'Over 90 days late',
})
