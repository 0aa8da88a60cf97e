/** A customer's own page. */
export const accountWords = {
  title: 'Your account',
  hello: 'Hello {{name}}',
  balance: 'Balance',
  balanceOwing: 'This is what you owe {{business}}.',
  balanceCredit: 'You have credit with {{business}}.',
  balanceNone: 'Nothing is owing.',
  email: 'Email',
  noEmail: 'No email is known.',
  notNow: 'This screen needs a connection',
  comesBackShown: 'What you see is from your last visit. It comes back by itself as soon as there is signal.',
  serverFailed: 'The server could not answer',
  serverFailedShown: 'What you see is what was last known. Please load the page again in a moment.',
} as const
