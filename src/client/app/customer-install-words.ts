export const customerInstallWords = {
  offer: 'Add to Home Screen?',
  add: 'Add',
  how: 'Show how',
  notNow: 'No, thanks',
  why: 'See your next collection with one tap, and get notifications.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    customerInstall: typeof customerInstallWords
  }
}
