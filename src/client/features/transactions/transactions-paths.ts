export const transactionsPaths = {
  enter: (entry: 'payment' | 'goodwill' | 'refund') => `/transactions/new${entry === 'payment' ? '' : `/${entry}`}`,
} as const
