import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Here is our answer to what you told us (number {caseNumber}):

{answer}

{credit}

{next}

{businessName}`

/** The office's answer to a customer's case. `credit` is empty without one; `next` has the link to the case. */
export const caseAnswered = mailWords({
  called: 'the answer to a case',
  fields: ['firstName', 'caseNumber', 'answer', 'credit', 'next', 'businessName'],
  needs: 'answer',
  subject: 'Our answer to you (number {caseNumber})',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    caseNumber: '1042',
    answer: 'We are sorry that your bag was left behind. Our driver comes by on Thursday.',
    credit: 'We’ve given you a credit of $25.00.',
    next: 'You can read it, or tell us by 04/12/2026 that you don’t agree: https://bags.example/cases/…',
  },
})
