import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Your collections go on. To know when your next one is, sign in or call us.

{businessName}`

/** To a customer whose collections are no longer paused, paid or not: the office may lift a hold. */
export const holdEnded = mailWords({
  called: 'the email when collections go on',
  fields: ['firstName', 'refId', 'businessName'],
  subject: 'Your collections go on',
  text: TEXT,
  sample: { firstName: 'Anna', refId: '10482' },
})
