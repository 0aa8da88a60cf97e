/** Words of a customer's own page. */
export const accountWords = {
  title: 'Your account',
  hello: 'Hello {{name}}',
  balance: 'Balance',
  balanceOwing: 'This is what you owe {{business}}.',
  balanceCredit: 'You have credit with {{business}}.',
  balanceNone: 'Nothing owing.',
  why: 'Why is my balance this?',
  cases: 'Was something wrong with a collection?',
  email: 'Email',
  noEmail: 'No email',
  notNow: 'This screen needs a connection',
  comesBackShown: 'Shown as of your last visit. It will reload when you’re back online.',
  serverFailed: 'The server isn’t answering',
  serverFailedShown: 'Shown as of your last visit. Please reload the page shortly.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    account: typeof accountWords
  }
}
