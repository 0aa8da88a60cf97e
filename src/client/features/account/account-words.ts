/** A customer's own page. */
export const accountWords = {
  title: 'Your account',
} as const
