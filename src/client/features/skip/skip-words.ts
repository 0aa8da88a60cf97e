export const skipWords = {
  loading: 'Loading',
  title: 'No pickup this time?',
  hello: 'Hello {{name}},',
  open: 'We collect in the week of {{from}}. To skip it at no charge, press the button by {{cutoff}}.',
  skip: 'No pickup this time',
  skippedTitle: 'No pickup this time',
  done: 'Done. We won’t collect in the week of {{from}}.',
  already: 'You’ve skipped the week of {{from}} already. Nothing else to do.',
  undo: 'Changed your mind? Sign in by {{cutoff}}.',
  tooLateTitle: 'Too late to skip',
  tooLate: 'The week of {{from}} could be skipped until {{cutoff}}. Nothing was changed.',
  call: 'Please call us: {{phone}}.',
  callUs: 'Please call us.',
  login: 'Login',
  invalidTitle: 'This link doesn’t work',
  invalidWhy: 'Please open the link in your reminder email again, or call us.',
  offlineTitle: 'No connection',
  offlineWhy: 'Please try again when you’re back online.',
  busyTitle: 'Please try again shortly',
  tryAgain: 'Try again',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    skip: typeof skipWords
  }
}
