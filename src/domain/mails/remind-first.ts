import { INVOICE_FIELDS, INVOICE_SAMPLE } from './invoice.ts'
import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Your invoice {number} was due on {dueDate}, and {owing} is still to pay. The invoice is attached.

{howToPay}

If you have paid in the last few days, please ignore this email.

{businessName}`

/** The first payment reminder, with the invoice attached. */
export const remindFirst = mailWords({
  called: 'the first payment reminder',
  fields: INVOICE_FIELDS,
  subject: 'Reminder: invoice {number} is overdue',
  text: TEXT,
  sample: INVOICE_SAMPLE,
})
