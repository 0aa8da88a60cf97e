/** The office's first screen. */
export const homeWords = {
  title: 'Home',
  thisWeek: 'This week’s runs',
} as const
