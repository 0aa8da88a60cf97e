import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We’ll charge your {method}:

{charges}

You don’t need to do anything. To pause or stop it before then: {manageLink}

{businessName}`

/** Tells a customer what is charged by itself, and when. `charges` is a list. */
export const autopayNotice = mailWords({
  called: 'the announcement of an automatic charge',
  fields: ['firstName', 'refId', 'method', 'charges', 'manageLink', 'businessName'],
  needs: 'charges',
  subject: 'What we’ll charge, and when',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    method: 'Visa ending in 4242',
    charges: '- Invoice INV-000123: $25.00 on 07/12/2026',
    manageLink: 'https://bags.example/pay-automatically',
  },
})
