export const accountWords = {
  hello: 'Hello {{name}}',
  balance: 'Balance',
  owing: 'You owe {{business}}',
  balanceCredit: 'You have credit with {{business}}.',
  balanceNone: 'Nothing owing.',
  why: 'Why is my balance this?',
  whyOwing: 'What is this for?',
  cases: 'Was something wrong with a collection?',
  email: 'Email',
  noEmail: 'No email',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    account: typeof accountWords
  }
}
