import { sentences } from '#client/ui/core/texts.ts'

export const WAY_TO_PAY_WORDS = sentences({
  EFT: 'Bank transfer',
  CASH: 'Cash',
  CHEQUE: 'Cheque',
})
