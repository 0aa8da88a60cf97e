export const quotationWords = {
  title: 'Your quotation',
} as const
