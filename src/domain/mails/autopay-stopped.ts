import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We no longer charge your {method}. {reason}

{toPay}

{howToPay}

To use automatic payment again: {manageLink}

{businessName}`

/** To a customer whose automatic payment paused or ended for another reason than their own wish. */
export const autopayStopped = mailWords({
  called: 'the email about a stopped automatic payment',
  fields: ['firstName', 'refId', 'method', 'reason', 'toPay', 'howToPay', 'manageLink', 'businessName'],
  subject: 'Automatic payment has stopped',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    method: 'Visa ending in 4242',
    reason: 'The bank has blocked the card.',
    toPay: 'Please pay $25.00.',
    howToPay: 'Pay online: https://bags.example/pay/abc',
    manageLink: 'https://bags.example/pay-automatically',
  },
})
