import { sentences } from '#client/ui/core/texts.ts'

export const CASE_STATE_WORDS = sentences({
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
})
