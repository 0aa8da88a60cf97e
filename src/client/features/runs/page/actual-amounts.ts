import { sentences } from '#client/ui/core/texts.ts'

export const ACTUAL_AMOUNT_WORDS = sentences({
  recorded: 'recorded',
  billed: 'charged',
})
