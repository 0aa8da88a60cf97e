import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

You can have our invoices paid automatically from your card or bank account. You get an email before each payment, and can stop at any time.

Set it up: {inviteLink}

The link works for 30 days.

{businessName}`

/** Invites a customer to set up automatic payments. */
export const autopayInvite = mailWords({
  called: 'the invitation to automatic payment',
  fields: ['firstName', 'refId', 'inviteLink', 'businessName'],
  needs: 'inviteLink',
  subject: 'Pay automatically',
  text: TEXT,
  sample: { firstName: 'Anna', refId: '10482', inviteLink: 'https://bags.example/pay-automatically/abc' },
})
