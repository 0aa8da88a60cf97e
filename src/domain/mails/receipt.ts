import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Thank you. We received your payment of {amount} on {datePaid}. The receipt is attached.

{balance}

{businessName}`

/** Carries the receipt to a payer. */
export const receipt = mailWords({
  called: 'the receipt email',
  fields: ['firstName', 'refId', 'number', 'amount', 'datePaid', 'balance', 'businessName'],
  subject: 'Your receipt from {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    number: 'T000042',
    amount: '$75.00',
    datePaid: '12/11/2026',
    balance: 'You owe nothing.',
  },
})
