import { sentences } from '#client/ui/core/texts.ts'

export const CALL_RESULT_WORDS = sentences({
  spoke: 'Spoke',
  message: 'Left a message',
  no_answer: 'No answer',
})
