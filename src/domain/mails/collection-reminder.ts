import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We’ll collect from you in the week of {weekFrom}.

{notice}

Don’t need it this time? Skip it by {cutoff}:
{skipLink}

{balance}

{businessName}`

/** Sent before a collection week, with a link to skip it. Each new reminder starts with this text. */
export const collectionReminder = mailWords({
  called: 'the reminder before a collection week',
  fields: ['firstName', 'weekFrom', 'weekTo', 'cutoff', 'skipLink', 'balance', 'notice', 'businessName'],
  subject: 'Your collection in the week of {weekFrom}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    weekFrom: 'Monday 9 November',
    weekTo: 'Sunday 15 November',
    cutoff: 'Sunday 8 November, 11:59 pm',
    skipLink: 'https://bags.example/skip/…',
    balance: 'You owe $75.00.',
    notice: 'No collections on 26 January; Monday’s are on Tuesday.',
  },
})

/** Every reminder has the firm's notice. A text without a place for it gets it at its end. */
export const withNoticeIn = (text: string): string =>
  text.includes('{notice}') ? text : `${text.trimEnd()}\n\n{notice}`
