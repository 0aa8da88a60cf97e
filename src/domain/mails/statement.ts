import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Your account statement from {from} to {to} is attached.

{balance}

{businessName}`

/** Carries the account of a range of days. */
export const statement = mailWords({
  called: 'the statement email',
  fields: ['firstName', 'refId', 'from', 'to', 'balance', 'reference', 'businessName'],
  subject: 'Your account statement from {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    from: '01/07/2026',
    to: '30/09/2026',
    balance: 'You owe $75.00.',
    reference: '104828',
  },
})
