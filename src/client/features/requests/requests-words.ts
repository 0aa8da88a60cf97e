export const requestsWords = {
  title: 'Customer requests',
} as const
