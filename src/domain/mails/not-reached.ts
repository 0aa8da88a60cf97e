import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We’re sorry: we didn’t get to {address} in the week of {week}. You aren’t charged for it.

{nextCollection}

Your collections: {collectionsLink}

{businessName}`

/**
 * Sent by the office to customers whose stop was moved because the driver did not reach it. `nextCollection` is a
 * sentence.
 */
export const notReached = mailWords({
  called: 'the email to customers whom the driver couldn’t reach',
  fields: ['firstName', 'refId', 'address', 'week', 'nextCollection', 'collectionsLink', 'businessName'],
  subject: 'We didn’t get to your collection',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    address: '4 Kerb Street, Wahroonga',
    week: 'Monday 9 November',
    nextCollection: 'We’ll collect in the week of Monday 7 December.',
    collectionsLink: 'https://bags.example/schedules',
  },
})
