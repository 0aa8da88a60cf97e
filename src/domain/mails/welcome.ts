import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Welcome to {businessName}! Your customer number is {refId}.

Your first collection is in the {nextPickUp}.

{howToLogIn}
{passwordLink}

{businessName}`

/** The sentence before the link: without a password, with one, and where another account logs in with the address. */
export const WELCOME_HOW = {
  choose: 'Choose your password within 7 days to see your collections and account. This link works once:',
  shared: 'You get your invoices and reminders at this address. It logs in to your other account:',
  known: 'See your collections and account with the password you chose:',
} as const

/**
 * Sent to a new customer, with their first week and a link: to choose a password, or to log in where one was chosen
 * when registering or belongs to the account with the same address. `howToLogIn` says which.
 */
export const welcome = mailWords({
  called: 'the welcome email',
  fields: ['firstName', 'refId', 'nextPickUp', 'howToLogIn', 'passwordLink', 'businessName'],
  needs: 'passwordLink',
  subject: 'Welcome to {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    nextPickUp: 'week of Monday 9 November',
    howToLogIn: WELCOME_HOW.choose,
    passwordLink: 'https://bags.example/recover?token=…',
  },
})
