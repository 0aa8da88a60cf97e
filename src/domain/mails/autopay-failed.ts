import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We couldn’t charge your {method}. {reason}

We’ll try again:

{charges}

Use another card or account, or stop it: {manageLink}

{howToPay}

{businessName}`

/** To a customer whose automatic payment failed and is tried again. `charges` is a list. */
export const autopayFailed = mailWords({
  called: 'the email about a failed automatic charge',
  fields: ['firstName', 'refId', 'method', 'reason', 'charges', 'manageLink', 'howToPay', 'businessName'],
  needs: 'charges',
  subject: 'Your payment didn’t go through',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    method: 'Visa ending in 4242',
    reason: 'There wasn’t enough money on the card.',
    charges: '- Invoice INV-000123: $25.00 on 10/12/2026',
    manageLink: 'https://bags.example/pay-automatically',
    howToPay: 'Pay online: https://bags.example/pay/abc',
  },
})
