import { sentences } from '#client/ui/core/texts.ts'

export const INCOME_KIND_WORDS = sentences({
  stop: 'Stop',
  correction: 'Correction',
  tip: 'Tip',
  bonus: 'Bonus',
  deduction: 'Deduction',
})
