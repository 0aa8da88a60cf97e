import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Welcome to {businessName}! Your customer number is {refId}.

Your first collection is in the {nextPickUp}.

{howToLogIn}
{passwordLink}

{businessName}`

/** Before the link: without a password, and with one. */
export const WELCOME_HOW = {
  choose: 'Choose your password within 7 days to see your collections and account. This link works once:',
  known: 'See your collections and account with the password you chose:',
} as const

/**
 * To a new customer: their first week and the link to choose a password. To one who chose it when registering it is
 * that of the login page; `howToLogIn` says which.
 */
export const welcome = mailWords({
  fields: ['firstName', 'refId', 'nextPickUp', 'howToLogIn', 'passwordLink', 'businessName'],
  needs: 'passwordLink',
  subject: 'Welcome to {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    nextPickUp: 'week of Mon 09/11/2026',
    howToLogIn: WELCOME_HOW.choose,
    passwordLink: 'https://bags.example/recover?token=…',
  },
})
