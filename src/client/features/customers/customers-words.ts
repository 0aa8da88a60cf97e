export const customersWords = {
  title: 'Customers',
} as const
