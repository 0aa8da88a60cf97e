export const driversWords = {
  title: 'Drivers',
} as const
