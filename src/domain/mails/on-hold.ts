import { type Day, showWeekOf } from '../dates.ts'
import { mailWords } from './mail-words.ts'

/** Of a stop that the hold leaves in an active run. */
export const stillComingSentence = (from: Day): string => `We still come in the ${showWeekOf(from)}.`

const TEXT = `Hello {firstName},

We’ve paused your collections because {total} is overdue. They go on as soon as it’s paid.

{stillComing}

{howToPay}

{businessName}`

/** To a customer whose collections are paused. `stillComing` names the week of an active run, and is empty without one. */
export const onHold = mailWords({
  called: 'the email when collections pause',
  fields: ['firstName', 'refId', 'total', 'howToPay', 'reference', 'stillComing', 'businessName'],
  subject: 'Your collections are paused',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    total: '$75.00',
    howToPay: 'By bank transfer: Green Bags, BSB 062-000, account 12345678, reference 104828',
    reference: '104828',
    stillComing: 'We still come in the week of Mon 14/12/2026.',
  },
})
