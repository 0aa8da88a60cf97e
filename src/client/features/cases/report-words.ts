export const reportWords = {
  wrong: 'Report a problem',
  waiting: 'Reported: waiting for the office',
  answered: 'Reported: the office answered',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    reportCollection: typeof reportWords
  }
}
