export const servicesWords = {
  title: 'Services',
} as const
