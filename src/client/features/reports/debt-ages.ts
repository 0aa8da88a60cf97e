import { sentences } from '#client/ui/core/texts.ts'

export const DEBT_AGE_WORDS = sentences({
  current: 'Not due yet',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
})
