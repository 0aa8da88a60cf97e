import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Welcome to {businessName}! Your customer number is {refId}.

Your first collection is in the {nextPickUp}.

Choose your password within 7 days to see your collections and account. This link works once:
{passwordLink}

{businessName}`

/** To a new customer: their first week and the link to choose a password. */
export const welcome = mailWords({
  fields: ['firstName', 'refId', 'nextPickUp', 'passwordLink', 'businessName'],
  needs: 'passwordLink',
  subject: 'Welcome to {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    nextPickUp: 'week of Mon 09/11/2026',
    passwordLink: 'https://bags.example/recover?token=…',
  },
})
