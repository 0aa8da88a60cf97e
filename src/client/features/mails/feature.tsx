import { lazyScreen } from '#client/shells/lazy-screen.ts'

/** Part of the settings. */
export const MailsPart = lazyScreen(async () => ({
  words: { mails: (await import('./mails-words.ts')).mailsWords },
  screen: (await import('./mails-page.tsx')).MailsPage,
}))
