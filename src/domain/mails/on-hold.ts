import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We’ve paused your collections because {total} is overdue. They go on as soon as it’s paid.

{howToPay}

{businessName}`

/** To a customer whose collections are paused. */
export const onHold = mailWords({
  called: 'the email when collections pause',
  fields: ['firstName', 'refId', 'total', 'howToPay', 'reference', 'businessName'],
  subject: 'Your collections are paused',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    total: '$75.00',
    howToPay: 'By bank transfer: Green Bags, BSB 062-000, account 12345678, reference 104828',
    reference: '104828',
  },
})
