import { INVOICE_FIELDS, INVOICE_SAMPLE } from './invoice.ts'
import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

This is our second reminder. Your invoice {number} was due on {dueDate}, and {owing} is still to pay. The invoice is attached.

{howToPay}

{holdNotice}

Please pay now, or call us if something is wrong with it.

{businessName}`

/**
 * The second payment reminder, with the invoice attached. `holdNotice` names the day from which collections pause, and is
 * empty where none do.
 */
export const remindSecond = mailWords({
  called: 'the second payment reminder',
  fields: [...INVOICE_FIELDS, 'holdNotice'],
  subject: 'Second reminder: invoice {number} is overdue',
  text: TEXT,
  sample: { ...INVOICE_SAMPLE, holdNotice: 'If this isn’t paid, we pause your collections from 17/12/2026.' },
})
