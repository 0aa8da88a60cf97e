import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Your {method} expires at the end of {month}. Save your new card before then, so that payments go on: {manageLink}

{businessName}`

/** To a customer whose saved card expires in 30 days. */
export const autopayExpires = mailWords({
  called: 'the email about a card that expires',
  fields: ['firstName', 'refId', 'method', 'month', 'manageLink', 'businessName'],
  needs: 'manageLink',
  subject: 'Your card expires soon',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    method: 'Visa ending in 4242',
    month: '12/2026',
    manageLink: 'https://bags.example/pay-automatically',
  },
})
