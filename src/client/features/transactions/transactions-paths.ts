/** What only this feature links to; the others are in office-paths.ts. */
export const transactionsPaths = {
  enter: (entry: 'payment' | 'goodwill' | 'refund') => `/transactions/new${entry === 'payment' ? '' : `/${entry}`}`,
} as const
