export const settingsWords = {
  title: 'Settings',
} as const
