import { sentences } from '#client/ui/core/texts.ts'

export const INVOICE_KIND_WORDS = sentences({
  invoice: 'Invoice',
  opening: 'Opening debt',
  debit: 'Debit note',
})
